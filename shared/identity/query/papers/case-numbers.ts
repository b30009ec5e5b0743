import { YEAR } from '#shared/identity/query/unsearched/event-dates.ts'
import { ANY_PAPER } from './papers.ts'

/*
 * Numbers of cases and papers, «№А40-12345/2024»: they are no numbers of a person, and the year in them is no year of birth.
 */

const END = '(?![\\p{L}\\d]|[-/]\\d)'
/** «А40-12345/2024», «2-1234/2023», «12345/24/77001-ИП» tell by themselves what they are. */
const OF_COURT =
  `(?<![\\p{L}\\d./-])(?:[аa]\\d{2} ?[-–] ?\\d{1,7}|\\d{1,2}[а-я]{0,2}[-–]\\d{2,7}|(?:м|m)[-–]\\d{2,7})(?:[-–]\\d{1,4})?/${YEAR}${END}|` +
  `(?<![\\p{L}\\d./-])\\d{1,7}/\\d{2}/\\d{2,5}(?:/\\d{2,4})?[-–]ип(?!\\p{L})`
/** Behind «№», with the year at its end: «№ 12-А/2024». */
const OF_YEAR = `(?:№|n) ?(?=[\\p{L}/–-]{0,8}\\d)[\\p{L}\\d/–-]{1,20}[/–-]${YEAR}${END}`
/** Behind a paper's word and «№» any short number: «договор № 45», «дело №12-А». */
const SHORT =
  '(?:№|номер) ?(?=[\\p{L}/–-]{0,8}\\d)(?:\\p{L}|\\d{1,20}(?!\\d)|[/–-](?=[\\p{L}\\d])){1,12}(?![\\p{L}\\d])'
const PAPER = `(?:(?:по|к) )?(?:(?:№|номер\\p{L}{0,2}) )?(?:${ANY_PAPER}|ип)(?: \\p{Ll}{3,20})?`

/** «в/у 99 12 345678», which would be read as a passport, or as a phone beside initials. */
export const LICENCE =
  '(?<!\\p{L})(?:в/у|водительское удостоверение) ?:? ?№? ?\\d{2} ?\\d{2} ?№? ?\\d{6}(?!\\d)'

/** Those of courts and bailiffs, which records have in a column. For patterns with the flags `iu`. */
export const COURT_NUMBER = `(?:${OF_COURT})`
/** Those that tell by themselves what they are. For patterns with the flags `iu`. */
export const PLAIN_CASE_NUMBER = `(?:${OF_YEAR}|${OF_COURT})`
/** Numbers with the words of their paper. For patterns with the flags `iu`. */
export const CASE_NUMBER = `(?:(?<!\\p{L})${PAPER}(?: ?: ?| )(?:${OF_YEAR}|${SHORT}|(?:№|n)? ?(?:${OF_COURT}|\\d{1,7}/${YEAR}${END}))|${OF_YEAR}|(?:№ ?)?(?:${OF_COURT})|${LICENCE})`
