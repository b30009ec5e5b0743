import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { forEachToken, tokenize } from '#shared/identity/text/tokenize.ts'
import type { FieldsByKind } from './fields-by-kind.ts'
import { textAfterName } from './name-fields.ts'
import type { Attributes, FieldKind } from './types.ts'

const TEXTS = [
  'address',
  'workplace',
  'organization',
  'other',
  'record_number',
  'passport_number',
  'address_link'
] as const

/** Kinds of columns with the list that their cells go into. */
const LISTED = [
  { kind: 'phone', list: 'phones' },
  { kind: 'email', list: 'emails' },
  { kind: 'inn', list: 'inns' },
  { kind: 'snils', list: 'snils' },
  { kind: 'passport', list: 'passports' },
  { kind: 'ogrn', list: 'ogrns' },
  { kind: 'vin', list: 'vins' },
  { kind: 'plate', list: 'plates' },
  { kind: 'birth_date', list: 'birthDates' }
] as const satisfies readonly { kind: FieldKind; list: keyof Attributes }[]

type Read = Pick<Attributes, (typeof LISTED)[number]['list']>

/** Cells of a kind of which one or more could not be read: what they say stays findable as words. */
export const unparsedValues = (cells: FieldsByKind, attributes: Read): readonly string[] => {
  let texts: readonly string[] = NO_TEXTS
  for (const { kind, list } of LISTED) {
    const cell = cells[kind]
    if (cell && attributes[list].length < cell.length) texts = [...texts, ...cell]
  }
  return texts
}

/**
 * The words under which a record is found as text, beside what else was read of it. `left` are the cells whose kind
 * their texts do not bear out.
 */
export const collectWords = (cells: FieldsByKind, left: readonly string[]): string[] => {
  const words = new Set<string>()
  const take = (word: string) => words.add(word)
  for (const kind of TEXTS) {
    for (const text of cells[kind] ?? NO_TEXTS)
      if (kind === 'other') {
        for (const word of tokenize(text)) words.add(word)
        takeNumbers(text, take)
      } else forEachToken(text, take)
  }
  for (const text of left) forEachToken(text, take)
  for (const text of cells.full_name ?? NO_TEXTS) {
    const rest = textAfterName(text)
    if (rest !== '' && (cells.birth_date || !parseBirthDate(rest))) forEachToken(rest, take)
  }
  for (const text of cells.passport_series ?? NO_TEXTS) forEachToken(closed(text), take)
  return [...words]
}

/** «45 03» and «4503» are one series. */
const closed = (series: string): string => series.replace(/\s/g, '')

/** What stands between several values of one cell. */
export const SEPARATORS = /[;|\n\r]+|,(?=\s|\+|\d{10})|\s\/\s/u
const SEPARATED_NUMBER = /^[+(]{0,2}\d+(?:[ ().№/-]{1,3}\d+){1,6}$/
/** Dates have eight figures. */
const SHORTEST_NUMBER = 9
const LONGEST_NUMBER = 15

/** «+7 973 204-17-40» in a column of any name is also the word 79732041740: its separators may be typed otherwise. */
const takeNumbers = (text: string, take: (word: string) => void): void => {
  if (!/\d{2}\D{1,3}\d/.test(text)) return
  for (const part of text.split(SEPARATORS)) {
    const digits = SEPARATED_NUMBER.test(part.trim()) ? part.replace(/\D/g, '') : ''
    if (digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER) forEachToken(digits, take)
  }
}
