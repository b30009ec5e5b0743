import { capitalized } from '#shared/identity/identifiers/words.ts'
import { kindReaderOf, rulesOf } from './kinds.ts'
import { maskedValue } from './mask.ts'
import type { ReadingRow } from './reading-kinds.ts'
import type { IdentifierKind } from './table.ts'
import { wordsOf } from './words.ts'

const pluralOf = (kind: IdentifierKind): string => rulesOf(kind).plural ?? wordsOf(kind).noun

/** «телефон совпал» */
export const agreesText = ({ kind, noun }: ReadingRow): string =>
  `${noun} ${wordsOf(kind).isNeuter ? 'совпало' : 'совпал'}`

/** «телефон другой» */
export const differsText = ({ kind, noun }: ReadingRow): string =>
  `${noun} ${wordsOf(kind).isNeuter ? 'другое' : 'другой'}`

/** «телефона в записи нет» */
export const missingText = ({ kind, noun }: ReadingRow): string =>
  `${rulesOf(kind).genitive ?? noun} в записи нет`

/** «один из паспортов запроса другой» */
export const otherTooText = ({ kind, noun }: ReadingRow): string =>
  wordsOf(kind).isNeuter
    ? `одно из ${rulesOf(kind).ofSeveral ?? noun} запроса другое`
    : `один из ${rulesOf(kind).ofSeveral ?? noun} запроса другой`

/** «СНИЛС один и тот же, контрольное число верно» */
export const sameNumberText = (kind: IdentifierKind): string => {
  const { noun, isNeuter } = wordsOf(kind)
  return `${noun} ${isNeuter ? 'одно и то же' : 'один и тот же'}${rulesOf(kind).isChecked ? ', контрольное число верно' : ''}`
}

/** «СНИЛС разные» */
export const differentText = (kind: IdentifierKind): string => `${pluralOf(kind)} разные`

/** «различается только СНИЛС, остальное совпадает» */
export const onlyDifferenceText = (kind: IdentifierKind): string =>
  `различается только ${wordsOf(kind).noun}, остальное совпадает`

/** «Общий телефон» */
export const commonText = (kind: IdentifierKind): string =>
  `${wordsOf(kind).isNeuter ? 'Общее' : 'Общий'} ${wordsOf(kind).noun}`

/** «Телефоны разные» */
export const differentSentence = (kind: IdentifierKind): string => capitalized(differentText(kind))

/** «204-777-153 66» */
export const formatIdentifier = (kind: IdentifierKind, normal: string): string =>
  kindReaderOf(kind).format?.(normal) ?? maskedValue(kind, normal) ?? normal
