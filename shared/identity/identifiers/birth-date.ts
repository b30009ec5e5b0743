import { monthOf } from './months.ts'

export interface PartialDate {
  year: number
  month?: number
  day?: number
}

const MAX_AGE = 120
const LABEL =
  /^(?:дата рождения|день рождения|д\.? ?р\.?|дата рожд\.?|родил(?:ся|ась)|род\.?|рожд\.?|dob|birthday)[\s:.\-–—]{1,4}/
const SUFFIX = /[\s,]{0,3}(?:г\.? ?р\.?|г\.? ?рожд(?:ения|\.)?|года? рожд(?:ения|\.)?|год(?:а|у)?|г\.?|р\.)$/
const LONGEST_TEXT = 60
/** «September 14th,  1981» */
const LONGEST_IN_WORDS = 22

/** Reads a birth date as precisely as it was written; zeros mean unknown. Null when the age is not 0–120. */
export const parseBirthDate = (text: string): PartialDate | null => readDate(text, checked)

/** Why a date cannot be a birth date; null when it can, or when it is on no calendar. */
export function outOfBounds(text: string): 'tooOld' | 'inFuture' | null {
  // A two-digit year means the latest year that has passed.
  const date = FOUR_DIGITS.test(text) && !parseBirthDate(text) ? readDate(text, onCalendar) : null
  if (!date || date.year < EARLIEST || date.year > LATEST) return null
  return date.year < thisYear() - MAX_AGE ? 'tooOld' : 'inFuture'
}
const [EARLIEST, LATEST] = [1800, 2199]
const FOUR_DIGITS = /\d{4}/

/** Null when the numbers are no date. Zeros mean unknown. */
type Checked = (year: number, month: number, day: number) => PartialDate | null

function readDate(text: string, check: Checked): PartialDate | null {
  if (text.length > LONGEST_TEXT) return null
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(LABEL, '').replace(SUFFIX, '').trim()
  return fromNumbers(plain, check) ?? (plain.length > LONGEST_IN_WORDS ? null : fromWords(plain, check))
}

function fromNumbers(text: string, check: Checked): PartialDate | null {
  const iso = /^(\d{4})[-./ ](\d{1,2})(?:[-./ ](\d{1,2}))?(?:[t ]\d{2}:.{1,20})?$/.exec(text)
  if (iso) return check(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 0))
  const usual =
    /^(\d{1,2})[-./, ]{1,2}(\d{1,2})[-./, ]{1,2}(\d{4}|\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text)
  if (usual) return dayAndMonth(fullYear(usual[3] ?? ''), Number(usual[2]), Number(usual[1]), check)
  const monthYear = /^(\d{1,2})[-./ ](\d{4})$/.exec(text)
  if (monthYear) return check(Number(monthYear[2]), Number(monthYear[1]), 0)
  const run = /^(\d{8})$/.exec(text)?.[1]
  if (run) {
    const russian = check(Number(run.slice(4)), Number(run.slice(2, 4)), Number(run.slice(0, 2)))
    return russian?.day
      ? russian
      : check(Number(run.slice(0, 4)), Number(run.slice(4, 6)), Number(run.slice(6)))
  }
  return /^\d{4}$/.test(text) ? check(Number(text), 0, 0) : null
}

/** A «month» above 12 is a day written in the American order. */
function dayAndMonth(year: number, month: number, day: number, check: Checked): PartialDate | null {
  return month > 12 && day <= 12 ? check(year, day, month) : check(year, month, day)
}

const WORDED: readonly [form: RegExp, day: number, month: number, year: number][] = [
  [/^(?:(\d{1,2})[\s.,/-]{1,3})?(\p{L}{3,9})[\s.,/-]{1,3}(\d{4}|\d{2})$/u, 1, 2, 3],
  // «Mar 14, 1981»
  [/^(\p{L}{3,9})[\s.-]{1,2}(\d{1,2})(?:st|nd|rd|th)?[\s.,-]{1,3}(\d{4}|\d{2})$/u, 2, 1, 3],
  // «1981, 14 марта»
  [/^(\d{4})[\s.,-]{1,3}(\d{1,2})[\s.-]{1,2}(\p{L}{3,9})$/u, 2, 3, 1]
]
/** «14.III.1981» */
const ROMAN = /^(\d{1,2})[\s.,/-]{1,3}([ivxіх]{1,4})[\s.,/-]{1,3}(\d{4}|\d{2})$/
const ROMAN_MONTHS = ' i ii iii iv v vi vii viii ix x xi xii'.split(' ')

function fromWords(text: string, check: Checked): PartialDate | null {
  for (const [form, day, month, year] of WORDED) {
    const parts = form.exec(text)
    const number = parts ? monthOf(parts[month] ?? '') : 0
    if (parts && number > 0) return check(fullYear(parts[year] ?? ''), number, Number(parts[day] ?? 0))
  }
  const [, day = '', month = '', year = ''] = ROMAN.exec(text) ?? []
  const number = ROMAN_MONTHS.indexOf(month.replaceAll('і', 'i').replaceAll('х', 'x'))
  return number > 0 ? check(fullYear(year), number, Number(day)) : null
}

/** Two digits mean the latest year that is not in the future. */
export function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year + (year + 2000 <= thisYear() ? 2000 : 1900)
}

function thisYear(): number {
  return new Date().getUTCFullYear()
}

function checked(year: number, month: number, day: number): PartialDate | null {
  const now = thisYear()
  if (year < now - MAX_AGE || year > now || month > 12) return null
  if (month === 0) return { year }
  if (day === 0) return { year, month }
  const sure = day <= 28 && year < now
  return sure || isPastDay(year, month, day) ? { year, month, day } : null
}

function onCalendar(year: number, month: number, day: number): PartialDate | null {
  const isDay = month >= 1 && month <= 12 && day >= 1 && isDayOfMonth(year, month, day)
  return isDay ? { year, month, day } : null
}

const isDayOfMonth = (year: number, month: number, day: number): boolean =>
  new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1

function isPastDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getTime() <= Date.now()
}

/** «1981-03-14», «1981-03» or «1981». */
export function isoDate(date: PartialDate): string {
  const { year, month, day } = date
  if (month === undefined) return twoDigits(year)
  const months = `${twoDigits(year)}-${twoDigits(month)}`
  return day === undefined ? months : `${months}-${twoDigits(day)}`
}

function twoDigits(part: number): string {
  return part < 10 ? `0${part}` : `${part}`
}

/** «14.03.1981», «03.1981» or «1981». */
export function formatBirthDate(date: PartialDate): string {
  const { year, month, day } = date
  if (month === undefined) return twoDigits(year)
  const months = `${twoDigits(month)}.${twoDigits(year)}`
  return day === undefined ? months : `${twoDigits(day)}.${months}`
}
