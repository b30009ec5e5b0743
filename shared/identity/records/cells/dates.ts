import { type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { datesIn } from '#shared/identity/identifiers/date-forms.ts'
import { withoutAge } from '#shared/identity/identifiers/date-words.ts'
import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import { SEPARATORS } from '#shared/identity/records/attribute-words.ts'

/** Letters typed or scanned for a digit. */
const MISREAD = /^[\dОоOoЗзІіIl]{1,4}(?:[./-][\dОоOoЗзІіIl]{1,4}){2}$/u
const CELL_CHARS_MAX = 100
const MISREAD_MIN_DIGITS = 5
const readMisread = (text: string): PartialDate | null => {
  const isMisread = MISREAD.test(text) && text.replace(/\D/g, '').length >= MISREAD_MIN_DIGITS
  return isMisread ? parseBirthDate(withDigits(text)) : null
}

/** Without a year a part is no date: «Mar 14» of «Mar 14, 1981». */
const HAS_YEAR = /\d{4}|\d\D+\d+\D+\d|\d{6}/

const datesOfParts = (text: string): readonly PartialDate[] =>
  text.split(SEPARATORS).flatMap(part => {
    const one = part.trim()
    return HAS_YEAR.test(one) ? (parseBirthDate(one) ?? readMisread(one) ?? []) : []
  })

/** Dates of a cell as precise as written: «14.03.1981 (45 лет)», or several. */
export const datesInCell = (cell: string): readonly PartialDate[] => {
  const whole = parseBirthDate(cell) ?? parseBirthDate(withoutAge(cell))
  if (whole) return [whole]
  if (cell.length > CELL_CHARS_MAX)
    return cell.split(SEPARATORS).flatMap(part => (part.length > CELL_CHARS_MAX ? [] : datesInCell(part)))
  // A date column may have «14031981», a text may not.
  const dates: PartialDate[] = []
  let behind = 0
  for (const { from, to, date } of datesIn(cell)) {
    dates.push(...datesOfParts(cell.slice(behind, from)), date)
    behind = to
  }
  return [...dates, ...datesOfParts(cell.slice(behind))]
}
