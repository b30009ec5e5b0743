import { parseName, parseUsualName } from '#shared/identity/names/parse-name.ts'
import { LEGAL_FORMS } from '#shared/identity/names/split-name.ts'
import { tokenizeName } from '#shared/identity/names/tokenize-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { splitValues } from './display-values.ts'
import type { FieldsByKind } from './fields-by-kind.ts'

const ORGANIZATION = new RegExp(`(?:^|[\\s«"(])(?:${LEGAL_FORMS.join('|')})(?=[\\s«".]|$)`, 'iu')
const PATRONYMIC = /(?:вич|вна|ична|инична|ич|оглы|оглу|кызы|кизи|гызы)$/u

const isInitial = (word: string): boolean => word.length === 1

const normalizePart = memoize((text: string): string => tokenizeName(text).join(' '))

/** «Иванова (Петрова)» are two surnames of one person. */
const splitSurnames = memoize((text: string): readonly string[] =>
  text
    .split(/[()/,;]|(?<!\p{L})(?:ранее|урожд(?:[её]нная)?)(?!\p{L})\.?/u)
    .map(normalizePart)
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

/** The texts that are there, with spaces between them. */
const joinTexts = (...texts: (string | undefined)[]): string => {
  let all = ''
  for (const text of texts) if (text) all += all === '' ? text : ` ${text}`
  return all
}

const labelledNames = (fields: FieldsByKind): PersonName[] => {
  if (!fields.last_name && !fields.first_name && !fields.middle_name) return NO_NAMES
  const surnameTexts = fields.last_name ?? NO_TEXTS
  const givenText = fields.first_name?.[0]
  const middleText = fields.middle_name?.[0]
  const surnames = surnameTexts.flatMap(splitSurnames)
  const [given, innerPatronymic] = givenText ? splitGiven(givenText) : NO_GIVEN
  const patronymic = (middleText && normalizePart(middleText)) || innerPatronymic
  if (surnames.length === 0 && !given && !patronymic) return NO_NAMES
  if (!given && !patronymic && surnameTexts.length === 1 && (surnames[0] ?? '').includes(' '))
    return parseName(surnameTexts[0] ?? '', 1)
  const makeName = (surname: string | undefined, written: string | undefined): PersonName => {
    const name: PersonName = { labelled: true, written: joinTexts(written, givenText, middleText) }
    if (surname) name.surname = surname
    if (given) name.given = given
    if (patronymic) name.patronymic = patronymic
    return name
  }
  if (surnames.length < 2) return [makeName(surnames[0], surnameTexts[0])]
  return surnames.map(surname => makeName(surname, surnameTexts.join(' ')))
}

/** «Илья Примеров, 1996»: the name ends where something else begins. An organization in an owner's column is no name. */
const writtenName = (part: string): PersonName[] => {
  const usual = parseUsualName(part)
  if (usual) return [usual]
  const bare = /^\s*ип\s/iu.test(part) ? part.replace(/^\s*ип\s+/iu, '') : part
  const text = NOT_NAME.test(bare) ? bare.slice(0, restAt(bare)).trim() : bare.trim()
  return text === '' || ORGANIZATION.test(text) ? NO_NAMES : parseName(text, 1)
}

const NOT_NAME = /[\d@]/
/** Where the name ends: before a digit or an e-mail, with its label and bracket. */
const REST =
  /[\s,;(<«"+–—-]{0,8}(?<!\p{L})(?:(?:тел|моб|сот|т|инн|снилс|паспорт|огрнип|e-?mail|почта|д\.? ?р|г\.? ?р|род)[\s.:№+(<-]{0,8})?(?:\d|[^\s@,;<>()]{1,64}@)/iu

const restAt = (text: string): number => {
  const at = text.search(REST)
  return at < 0 ? text.length : at
}

/** The text behind a whole name: «1996» of «Илья Примеров, 1996»; '' when there is none. */
export const textAfterName = (text: string): string =>
  NOT_NAME.test(text) ? withoutTail(text.slice(restAt(text)).replace(/^[\s,;(<«"–—-]+/u, '')) : ''

const CLOSING_SIGN = /[\s)>»"]/u

/** A loop, because a pattern anchored to the end alone would be tried at every sign. */
const withoutTail = (text: string): string => {
  let end = text.length
  while (end > 0 && CLOSING_SIGN.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const partsKey = ({ surname, given, patronymic }: PersonName): string => `${surname}|${given}|${patronymic}`

/** Names are compared each with each, so their number is bounded; a record of more lists other people. */
const NAMES_MAX = 32

/** The names of a record, from columns of name parts and of whole names, the likeliest parse of each, each name once. */
export const readNames = (fields: FieldsByKind): PersonName[] => {
  const names = [...labelledNames(fields)]
  for (const phrase of splitValues(fields.full_name)) names.push(...writtenName(phrase))
  if (names.length < 2) return names
  const distinct = new Map<string, PersonName>()
  for (const name of names) distinct.getOrInsertComputed(partsKey(name), () => name)
  return [...distinct.values()].slice(0, NAMES_MAX)
}
