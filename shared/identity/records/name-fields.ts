import { parseName, parseUsualName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { splitValues } from './display-values.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

const ORGANISATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const PATRONYMIC = /(?:вич|вна|ична|инична|ич|оглы|оглу|кызы|кизи|гызы)$/u

const isInitial = (word: string): boolean => word.length === 1

const wordsOf = memoize((text: string): string => tokenizeName(text).join(' '))

/** «Иванова (Петрова)» are two surnames of one person. */
const surnamesOf = memoize((text: string): readonly string[] =>
  text
    .split(/[()/,;]|(?<!\p{L})(?:ранее|урожд(?:[её]нная)?)(?!\p{L})\.?/u)
    .map(wordsOf)
    .filter(surname => surname !== '')
)

/** «Иван Иванович» and «И. А.» in the column of the given name hold the patronymic too. */
const splitGiven = memoize((text: string): readonly [string | undefined, string | undefined] => {
  const words = tokenizeName(text)
  const last = words.at(-1)
  if (words.length > 1 && last && (PATRONYMIC.test(last) || (isInitial(last) && isInitial(words[0] ?? ''))))
    return [words[0], words.slice(1).join(' ')]
  return [words.join(' ') || undefined, undefined]
})

const NO_NAMES: PersonName[] = []
const NO_GIVEN: readonly [string | undefined, string | undefined] = [undefined, undefined]

/** Those of the texts that say something, in one. */
const together = (...texts: (string | undefined)[]): string => {
  let all = ''
  for (const text of texts) if (text) all += all === '' ? text : ` ${text}`
  return all
}

const labelledNames = (cells: FieldsByKind): PersonName[] => {
  if (!cells.last_name && !cells.first_name && !cells.middle_name) return NO_NAMES
  const surnameCells = cells.last_name ?? NO_TEXTS
  const givenCell = cells.first_name?.[0]
  const middleCell = cells.middle_name?.[0]
  const surnames = surnameCells.flatMap(surnamesOf)
  const [given, innerPatronymic] = givenCell ? splitGiven(givenCell) : NO_GIVEN
  const patronymic = (middleCell && wordsOf(middleCell)) || innerPatronymic
  if (surnames.length === 0 && !given && !patronymic) return NO_NAMES
  if (!given && !patronymic && surnameCells.length === 1 && (surnames[0] ?? '').includes(' '))
    return parseName(surnameCells[0] ?? '', 1)
  const named = (surname: string | undefined, written: string | undefined): PersonName => {
    const name: PersonName = { labelled: true, written: together(written, givenCell, middleCell) }
    if (surname) name.surname = surname
    if (given) name.given = given
    if (patronymic) name.patronymic = patronymic
    return name
  }
  if (surnames.length < 2) return [named(surnames[0], surnameCells[0])]
  return surnames.map(surname => named(surname, surname))
}

/** «Илья Примеров, 1996»: the name ends where something else begins; an organisation in the column of an owner is no name. */
const writtenName = (part: string): PersonName[] => {
  const usual = parseUsualName(part)
  if (usual) return [usual]
  const bare = /^\s*ип\s/iu.test(part) ? part.replace(/^\s*ип\s+/iu, '') : part
  const text = NOT_NAME.test(bare) ? bare.slice(0, restAt(bare)).trim() : bare.trim()
  return text === '' || ORGANISATION.test(text) ? NO_NAMES : parseName(text, 1)
}

const NOT_NAME = /[\d@]/
/** Where something else than the name begins: a figure or an e-mail, with its label and bracket. */
const REST =
  /[\s,;(<«"+–—-]{0,8}(?<!\p{L})(?:(?:тел|моб|сот|т|инн|снилс|паспорт|огрнип|e-?mail|почта|д\.? ?р|г\.? ?р|род)[\s.:№+(<-]{0,8})?(?:\d|[^\s@,;<>()]{1,64}@)/iu

const restAt = (text: string): number => {
  const at = text.search(REST)
  return at < 0 ? text.length : at
}

/** What a cell of a whole name says behind the name: «1996» of «Илья Примеров, 1996»; '' when nothing. */
export const textAfterName = (cell: string): string =>
  NOT_NAME.test(cell) ? withoutTail(cell.slice(restAt(cell)).replace(/^[\s,;(<«"–—-]+/u, '')) : ''

const CLOSING_SIGN = /[\s)>»"]/u

/** A loop, because a pattern that looks for the end tries every beginning. */
const withoutTail = (text: string): string => {
  let end = text.length
  while (end > 0 && CLOSING_SIGN.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const partsKey = ({ surname, given, patronymic }: PersonName): string => `${surname}|${given}|${patronymic}`

/** A record of more names is a list of people. Names are compared each with each, so their number is bounded. */
const NAMES_MAX = 32

/** The names a record gives: from labelled parts and from whole-name cells, best reading of each, each name once. */
export const readNames = (cells: FieldsByKind): PersonName[] => {
  const names = [...labelledNames(cells)]
  for (const phrase of splitValues(cells.full_name)) names.push(...writtenName(phrase))
  if (names.length < 2) return names
  const distinct = new Map<string, PersonName>()
  for (const name of names) distinct.getOrInsertComputed(partsKey(name), () => name)
  return [...distinct.values()].slice(0, NAMES_MAX)
}
