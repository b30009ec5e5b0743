import { MONTH } from '#shared/identity/identifiers/months.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { ADDITION, ANY_DOCUMENT } from '#shared/identity/reading/lexicon/documents.ts'

export const DATE =
  '(?<!\\d|\\d[./])(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|[«"]?\\d{1,2}[»"]? \\p{L}{3,8} \\d{4})(?!\\d)(?: ?(?:года|г\\.|г(?!\\p{L})))?'
export const YEAR = '(?:19|20)\\d{2}'
const END = '(?![\\p{L}\\d]|[-/]\\d)'
/** «А40-12345/2024», «2-1234/2023», «12345/24/77001-ИП» need no label. */
const OF_COURT =
  `(?<![\\p{L}\\d./-])(?:[аa]\\d{2} ?[-–] ?\\d{1,7}|\\d{1,2}[а-я]{0,2}[-–]\\d{2,7}|(?:м|m)[-–]\\d{2,7})(?:[-–]\\d{1,4})?/${YEAR}${END}|` +
  `(?<![\\p{L}\\d./-])\\d{1,7}/\\d{2}/\\d{2,5}(?:/\\d{2,4})?[-–]ип(?!\\p{L})`
const NUMBER_SIGN = '(?:№|(?<!\\p{L})n) ?'
/** Year at the end, or a short mark: «12-А/2024», «45/2022-П». */
const WITH_YEAR = `(?=[\\p{L}/–-]{0,8}\\d)[\\p{L}\\d/–-]{1,20}[/–-]${YEAR}(?:[/-]\\p{L}{1,4})?${END}`
const OF_YEAR = `${NUMBER_SIGN}${WITH_YEAR}`
/** Without «№»: «45/2022», but no date, month or life span. */
const UNSIGNED = `(?<![\\p{L}\\d./-])(?!\\d{1,2}[/–-]\\d{1,2}[/–-]\\d{4}|(?:\\d{1,2}[/–-])?${MONTH}[/–-]|(?:0?[1-9]|1[0-2])[/–-](?:19\\d|200)\\d|${YEAR}[–-]${YEAR})${WITH_YEAR}`
/** After a document word and «№» any short number counts. */
const SHORT =
  '(?:№|номер) ?(?=[\\p{L}/–-]{0,8}\\d)(?:\\p{L}|\\d{1,20}(?!\\d)|[/–-](?=[\\p{L}\\d])){1,12}(?![\\p{L}\\d])'
const PAPER = `(?:(?:по|к) )?${ADDITION}?(?:(?:№|номер\\p{L}{0,2}) )?(?:${ANY_DOCUMENT}|ип)(?: \\p{Ll}{3,20})?`
/** «договор Илья Примеров», with the number after the name. */
const PAPER_AND_WORDS = `(?:${ANY_DOCUMENT}|ип)(?: \\p{L}[\\p{L}.-]{0,30}){1,4}`

const TEN_DIGITS = '\\d{2} ?\\d{2} ?№? ?\\d{6}'
const WITH_LETTERS = '\\d{2} ?\\p{L}{2} ?№? ?\\d{6}'
const OF_CAR = `(?:${WITH_LETTERS}|\\d{15})`
const NINE_DIGITS = '\\d{2} ?№? ?\\d{7}'
const WRIT = '\\p{L}{2} ?(?:№|номер)? ?\\d{9}'
/** Documents named by number, with its form. */
const DOCUMENTS = [
  [
    '(?:стс|свидетельств\\p{L} о регистрации (?:тс|транспортного средства))',
    `(?:${TEN_DIGITS}|${WITH_LETTERS})`
  ],
  ['э?птс', OF_CAR],
  ['загран(?:(?:ичн\\p{L}{2,3}|\\.)? ?паспорт\\p{L}{0,2})?', NINE_DIGITS],
  ['(?:исп(?:олнительн\\p{L}{2,3}|\\.) ?лист\\p{L}{0,2}|и/л)', WRIT]
]
/** «СТС 99 12 345678» would be read as a passport. For patterns with the flags `iu`. */
const DOCUMENT = `(?<!\\p{L})(?:${DOCUMENTS.map(([label, number]) => `${label} ?:? ?(?:сери[ия] )?№? ?${number}(?!\\d)`).join('|')})`

/** Numbers of courts and bailiffs, which records have. For patterns with the flags `iu`. */
export const COURT_NUMBER = `(?:${OF_COURT})`
export const CASE_NUMBER = `(?:${DOCUMENT}|(?<!\\p{L})${PAPER}(?: ?: ?| |(?=№))(?:${OF_YEAR}|${SHORT}|(?:№|n)? ?(?:${OF_COURT}|\\d{1,7}/(?:${YEAR}|\\d{2})${END}|${UNSIGNED}))|(?<!\\p{L})${PAPER_AND_WORDS},? (?<behind>${UNSIGNED})|${OF_YEAR}|(?:№ ?)?(?:${OF_COURT}))`

const WHOLE_DOCUMENT = new RegExp(`^${DOCUMENT}$`, 'iu')
const NUMBER_OF_DOCUMENT = new RegExp(
  `(?<![\\p{L}\\d])(?:${DOCUMENTS.map(([, number]) => number).join('|')})$`,
  'iu'
)
const SIGNED_NUMBER = new RegExp(`(?<=${NUMBER_SIGN})${WITH_YEAR}`, 'iu')
const UNSIGNED_NUMBER = new RegExp(UNSIGNED, 'iu')
const OF_PAPER = new RegExp(`^(?:${UNSIGNED}$|${PAPER})`, 'iu')

/** Document number as written, or null. */
export const documentNumber = (text: string): string | null =>
  WHOLE_DOCUMENT.test(text) ? (NUMBER_OF_DOCUMENT.exec(text)?.[0] ?? null) : null

/** A number specific enough to search: a document's, or one with a year. */
export function referenceNumber(text: string): string | null {
  const number =
    documentNumber(text) ??
    SIGNED_NUMBER.exec(text)?.[0] ??
    (OF_PAPER.test(text) ? UNSIGNED_NUMBER.exec(text)?.[0] : undefined)
  return number === undefined || isPlaceholder(number.replace(/\D/g, '')) ? null : number
}

/** «99 12 № 345678» as most records have it. */
export const compactNumber = (number: string): string =>
  /^[\d №]+$/.test(number) ? number.replace(/\D/g, '') : number
