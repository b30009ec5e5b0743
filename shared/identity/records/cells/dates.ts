import { type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { datesIn } from '#shared/identity/identifiers/date-forms.ts'
import { dateAlone } from '#shared/identity/identifiers/date-words.ts'
import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import { SEPARATORS } from '#shared/identity/records/attribute-words.ts'

/** Letters that are typed, or read from a scan, for a digit of a date. */
const MISREAD = /^[\dОоOoЗзІіIl]{1,4}(?:[./-][\dОоOoЗзІіIl]{1,4}){2}$/u
/** A longer text is no date with a word beside it. */
const CELL_CHARS_MAX = 100
const MISREAD_MIN_DIGITS = 5
const readMisread = (text: string): PartialDate | null => {
  const isMisread = MISREAD.test(text) && text.replace(/\D/g, '').length >= MISREAD_MIN_DIGITS
  return isMisread ? parseBirthDate(withDigits(text)) : null
}

/** A part says a date by itself only with its year: «Mar 14» of «Mar 14, 1981» is none. */
const HAS_YEAR = /\d{4}|\d\D+\d+\D+\d|\d{6}/

const datesOfParts = (text: string): readonly PartialDate[] =>
  text.split(SEPARATORS).flatMap(part => {
    const one = part.trim()
    return HAS_YEAR.test(one) ? (parseBirthDate(one) ?? readMisread(one) ?? []) : []
  })

/** The dates of a cell, as precise as each is written: «14.03.1981 (45 лет)», «14.03.1981, г. Примерск», several beside each other. */
export const datesInCell = (cell: string): readonly PartialDate[] => {
  const whole = parseBirthDate(cell) ?? parseBirthDate(dateAlone(cell))
  if (whole) return [whole]
  if (cell.length > CELL_CHARS_MAX)
    return cell.split(SEPARATORS).flatMap(part => (part.length > CELL_CHARS_MAX ? [] : datesInCell(part)))
  // What a column of dates may have and no text: «14031981».
  const dates: PartialDate[] = []
  let behind = 0
  for (const { from, to, date } of datesIn(cell)) {
    dates.push(...datesOfParts(cell.slice(behind, from)), date)
    behind = to
  }
  return [...dates, ...datesOfParts(cell.slice(behind))]
}
