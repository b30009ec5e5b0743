import { MONTH } from '#shared/identity/identifiers/months.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { ADDITION, ANY_PAPER } from '#shared/identity/reading/lexicon/papers.ts'

/*
 * Numbers of cases, papers and documents, «№А40-12345/2024», «СТС 99 12 345678»: they are no phone or passport of a person,
 * and the year in them is no year of birth.
 */

export const DATE =
  '(?<!\\d|\\d[./])(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|[«"]?\\d{1,2}[»"]? \\p{L}{3,8} \\d{4})(?!\\d)(?: ?(?:года|г\\.|г(?!\\p{L})))?'
export const YEAR = '(?:19|20)\\d{2}'
const END = '(?![\\p{L}\\d]|[-/]\\d)'
/** «А40-12345/2024», «2-1234/2023», «12345/24/77001-ИП» tell by themselves what they are. */
const OF_COURT =
  `(?<![\\p{L}\\d./-])(?:[аa]\\d{2} ?[-–] ?\\d{1,7}|\\d{1,2}[а-я]{0,2}[-–]\\d{2,7}|(?:м|m)[-–]\\d{2,7})(?:[-–]\\d{1,4})?/${YEAR}${END}|` +
  `(?<![\\p{L}\\d./-])\\d{1,7}/\\d{2}/\\d{2,5}(?:/\\d{2,4})?[-–]ип(?!\\p{L})`
const NUMBER_SIGN = '(?:№|(?<!\\p{L})n) ?'
/** With the year at its end, or a short mark behind it: «12-А/2024», «45/2022-П». */
const WITH_YEAR = `(?=[\\p{L}/–-]{0,8}\\d)[\\p{L}\\d/–-]{1,20}[/–-]${YEAR}(?:[/-]\\p{L}{1,4})?${END}`
const OF_YEAR = `${NUMBER_SIGN}${WITH_YEAR}`
/** The same without a sign, but no date, no month of a birth and no years of a life: «45/2022», «12/1980». */
const UNSIGNED = `(?<![\\p{L}\\d./-])(?!\\d{1,2}[/–-]\\d{1,2}[/–-]\\d{4}|(?:\\d{1,2}[/–-])?${MONTH}[/–-]|(?:0?[1-9]|1[0-2])[/–-](?:19\\d|200)\\d|${YEAR}[–-]${YEAR})${WITH_YEAR}`
/** Behind a paper's word and «№» any short number: «договор № 45», «дело №12-А». */
const SHORT =
  '(?:№|номер) ?(?=[\\p{L}/–-]{0,8}\\d)(?:\\p{L}|\\d{1,20}(?!\\d)|[/–-](?=[\\p{L}\\d])){1,12}(?![\\p{L}\\d])'
const PAPER = `(?:(?:по|к) )?${ADDITION}?(?:(?:№|номер\\p{L}{0,2}) )?(?:${ANY_PAPER}|ип)(?: \\p{Ll}{3,20})?`
/** «договор Илья Примеров», with the number behind the name. */
const PAPER_AND_WORDS = `(?:${ANY_PAPER}|ип)(?: \\p{L}[\\p{L}.-]{0,30}){1,4}`

const TEN_DIGITS = '\\d{2} ?\\d{2} ?№? ?\\d{6}'
const WITH_LETTERS = '\\d{2} ?\\p{L}{2} ?№? ?\\d{6}'
const OF_CAR = `(?:${WITH_LETTERS}|\\d{15})`
const NINE_DIGITS = '\\d{2} ?№? ?\\d{7}'
const WRIT = '\\p{L}{2} ?(?:№|номер)? ?\\d{9}'
/** Papers of somebody or of a car that are called by their number, and its shape. */
const DOCUMENTS = [
  [
    '(?:стс|свидетельств\\p{L} о регистрации (?:тс|транспортного средства))',
    `(?:${TEN_DIGITS}|${WITH_LETTERS})`
  ],
  ['э?птс', OF_CAR],
  ['загран(?:(?:ичн\\p{L}{2,3}|\\.)? ?паспорт\\p{L}{0,2})?', NINE_DIGITS],
  ['(?:исп(?:олнительн\\p{L}{2,3}|\\.) ?лист\\p{L}{0,2}|и/л)', WRIT]
]
/** «СТС 99 12 345678», which would be read as a passport, or as a phone beside initials. For patterns with the flags `iu`. */
const DOCUMENT = `(?<!\\p{L})(?:${DOCUMENTS.map(([label, number]) => `${label} ?:? ?(?:сери[ия] )?№? ?${number}(?!\\d)`).join('|')})`

/** Those of courts and bailiffs, which records have in a column. For patterns with the flags `iu`. */
export const COURT_NUMBER = `(?:${OF_COURT})`
/** Numbers with the words of their paper, `behind` other words. For patterns with the flags `iu`. */
export const CASE_NUMBER = `(?:${DOCUMENT}|(?<!\\p{L})${PAPER}(?: ?: ?| |(?=№))(?:${OF_YEAR}|${SHORT}|(?:№|n)? ?(?:${OF_COURT}|\\d{1,7}/(?:${YEAR}|\\d{2})${END}|${UNSIGNED}))|(?<!\\p{L})${PAPER_AND_WORDS},? (?<behind>${UNSIGNED})|${OF_YEAR}|(?:№ ?)?(?:${OF_COURT}))`

const WHOLE_DOCUMENT = new RegExp(`^${DOCUMENT}$`, 'iu')
const NUMBER_OF_DOCUMENT = new RegExp(
  `(?<![\\p{L}\\d])(?:${DOCUMENTS.map(([, number]) => number).join('|')})$`,
  'iu'
)
const SIGNED_NUMBER = new RegExp(`(?<=${NUMBER_SIGN})${WITH_YEAR}`, 'iu')
const UNSIGNED_NUMBER = new RegExp(UNSIGNED, 'iu')
const OF_PAPER = new RegExp(`^(?:${UNSIGNED}$|${PAPER})`, 'iu')

/** The number of a document, as it is written. Null of any other text. */
export const documentNumber = (text: string): string | null =>
  WHOLE_DOCUMENT.test(text) ? (NUMBER_OF_DOCUMENT.exec(text)?.[0] ?? null) : null

/** The number of a paper that tells enough to be looked for, as it is written: a document's, or one with its year. */
export function paperNumber(text: string): string | null {
  const number =
    documentNumber(text) ??
    SIGNED_NUMBER.exec(text)?.[0] ??
    (OF_PAPER.test(text) ? UNSIGNED_NUMBER.exec(text)?.[0] : undefined)
  return number === undefined || isPlaceholder(number.replace(/\D/g, '')) ? null : number
}

/** «99 12 № 345678» as most records have it; words part letters from digits by themselves. */
export const compactNumber = (number: string): string =>
  /^[\d №]+$/.test(number) ? number.replace(/\D/g, '') : number
