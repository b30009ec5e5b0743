import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'

/** What may stand after the year of a birth: «г.р.», «года рождения», «(45 лет)». For patterns with the flags `iu`. */
export const BORN =
  '(?: {0,2},? ?(?:г\\.? ?рожд(?:ения|\\.)?|г\\.? ?р\\.?|года? рожд(?:ения|\\.)?|год(?:а|у)? р\\.|(?<=\\d)г(?!\\p{L})\\.?|г(?!\\p{L}|\\.? ?\\p{L})\\.?|года?(?!\\p{L})|р\\.))?(?:,? \\(?\\d{1,3} (?:лет|года?)(?!\\p{L})\\)?)?'

/** The day of a date with its month in words: «14», «"14"», «14-го», «14th». */
export const DAY = '[«"“]?\\d{1,2}(?:[»"”]|-?(?:о?го|ое|е|th|st|nd|rd))?'

/** «"14"-го марта '81» as «14 марта 81»: a word and numbers apart. */
export const wordsOfDate = (span: string): string =>
  span
    .replace(/[«»"“”'’]|(?<=\d)-?(?:о?го|ое|е|й|th|st|nd|rd)(?!\p{L})/giu, '')
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')

/** What stands before a date of birth. For patterns with the flag `i`. */
export const BIRTH_LABEL =
  'дата рожд(?:ения)?(?: ?\\(день, ?месяц, ?год\\))?|день рожд(?:ения)?|д[./]? ?р|д\\.? ?рожд|родил(?:ся(?:\\(ась\\))?|ась)|рожд(?:ения|[её]на?)?|род|год рожд(?:ения)?|г\\.? ?р|dob|birth ?date|date of birth|birthday'

const CAPITAL_AFTER = /^ ?(\p{Lu}\p{L}+)/u
const SIGN_AFTER = /^ ?г(?!\p{L})\.?(?= ?\p{L})/iu
const WITHOUT_DOT = /г$/iu

/** True when a «г.» before this text is the year's, as in «1980 г. Иванов»: in «1980 г. Пермь» it is the town's. */
export function isYearSign(after: string): boolean {
  const next = CAPITAL_AFTER.exec(after)?.[1]
  if (next === undefined) return true
  const { likeness, given, patronymic } = classifyNameWord(next.toLowerCase())
  return likeness === 2 || given !== null || patronymic > 0
}

/** The «г.» or «г» of the year with which the text after a date begins; '' for none. */
export function yearSignOf(after: string): string {
  const sign = SIGN_AFTER.exec(after)?.[0] ?? ''
  if (sign === '') return ''
  return WITHOUT_DOT.test(sign) || isYearSign(after.slice(sign.length)) ? sign : ''
}

/** «Д.Р.», «Г. Р.», in capitals and without a sign that a value follows. */
const CAPITALS = /^(\p{Lu})(?:\. ?| )\p{Lu}(?:\.|(?=[ ]|$))[ –—-]{0,4}$/u
const WORD_BEFORE = /(?:^|[ ,;|])(?:(?<earlier>[\p{L}’'-]+) )?(?<surname>\p{Lu}[\p{L}’'-]+) ?$/u

/**
 * «Примеров Д.Р. 14.03.1981» has initials where «Примеров Илья Д.Р. 14.03.1981» has a label: behind a word that alone
 * is the name so far.
 */
export function areInitials(label: string, before: string): boolean {
  const { surname, earlier } = (CAPITALS.test(label) && WORD_BEFORE.exec(before)?.groups) || {}
  return surname !== undefined && !isPartOfName(surname) && (earlier === undefined || !isPartOfName(earlier))
}

const isPartOfName = (word: string): boolean => isAnchor(classifyNameWord(word.toLowerCase()))
