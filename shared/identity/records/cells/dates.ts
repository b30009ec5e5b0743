import { type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { SEPARATORS } from '#shared/identity/records/attribute-words.ts'

/** What may stand beside a date: the age, a place, that it is not sure. */
const BESIDE: readonly RegExp[] = [
  /\s*\([^()]{1,40}\)$/u,
  /[\s,]+(?:полных\s)?\d{1,3}\s?(?:лет|года?|полных лет|y\.?o\.?)\.?$/iu,
  /(?<=\d{4})\s?[/,;]\s?\p{L}[^\d]{0,40}$/u,
  /\s?\?$/u,
  /^(?:ок\.?|около|прим\.?|примерно|приблизительно|ca\.?|~|≈)\s?/iu
]

/** Letters that are typed, or read from a scan, for a digit of a date. */
const MISREAD = /^[\dОоOoЗзІіIl]{1,4}(?:[./-][\dОоOoЗзІіIl]{1,4}){2}$/u
/** A longer text is no date with a word beside it. */
const CELL_CHARS_MAX = 100
const MISREAD_MIN_DIGITS = 5
const asDigits = (text: string): string =>
  text
    .replace(/[ОоOo]/gu, '0')
    .replace(/[Зз]/gu, '3')
    .replace(/[ІіIl]/gu, '1')

const bareDate = (text: string): string =>
  BESIDE.reduce((rest, pattern) => rest.replace(pattern, ''), text).trim()

const readOdd = (text: string): PartialDate | null => {
  if (text.length > CELL_CHARS_MAX) return null
  const bare = bareDate(text)
  if (bare !== text) return parseBirthDate(bare)
  const isMisread = MISREAD.test(text) && text.replace(/\D/g, '').length >= MISREAD_MIN_DIGITS
  return isMisread ? parseBirthDate(asDigits(text)) : null
}

/** A part says a date by itself only with its year: «Mar 14» of «Mar 14, 1981» is none. */
const HAS_YEAR = /\d{4}|\d\D+\d+\D+\d|\d{6}/

/** The dates of a cell, as precise as each is written: «14.03.1981 (45 лет)», «14.03.1981, г. Примерск», several beside each other. */
export const datesInCell = (cell: string): readonly PartialDate[] => {
  const whole = parseBirthDate(cell) ?? readOdd(cell)
  if (whole) return [whole]
  return cell.split(SEPARATORS).flatMap(part => {
    const text = part.trim()
    return HAS_YEAR.test(text) ? (parseBirthDate(text) ?? readOdd(text) ?? []) : []
  })
}
