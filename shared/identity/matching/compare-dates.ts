import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isOneDigitOff } from '#shared/identity/identifiers/digits.ts'

/**
 * `exchanged`: day and month swapped, counts as equal; `year`: one date is not full, shared parts agree; `one_part`:
 * one shared part differs.
 */
type DateAgreement = 'equal' | 'exchanged' | 'year' | 'one_part' | 'differs'

export type DatePart = 'day' | 'month' | 'year'

export interface DateComparison {
  agreement: DateAgreement
  part?: DatePart
  /** For `one_part`: the next or previous year, or one digit differs. */
  isNear?: boolean
  isNextYear?: boolean
}

export const isFullDate = (date: PartialDate): boolean => date.month !== undefined && date.day !== undefined

const compareTwo = (a: PartialDate, b: PartialDate): DateComparison => {
  const year = a.year !== b.year
  const month = a.month !== undefined && b.month !== undefined && a.month !== b.month
  const day = a.day !== undefined && b.day !== undefined && a.day !== b.day
  const full = isFullDate(a) && isFullDate(b)
  const differing = Number(year) + Number(month) + Number(day)
  if (differing === 0) return { agreement: full ? 'equal' : 'year' }
  if (full && !year && a.month === b.day && a.day === b.month) return { agreement: 'exchanged' }
  if (differing > 1) return { agreement: 'differs', part: year ? 'year' : 'day' }
  const part = year ? 'year' : month ? 'month' : 'day'
  const isNextYear = part === 'year' && Math.abs((a.year ?? 0) - (b.year ?? 0)) === 1
  const isNear = isNextYear || isNearNumber(a[part] ?? 0, b[part] ?? 0, part)
  return { agreement: 'one_part', part, isNear, ...(isNextYear && { isNextYear }) }
}

const DIGITS: Record<DatePart, number> = { year: 4, month: 2, day: 2 }

function isNearNumber(one: number, other: number, part: DatePart): boolean {
  const [digits, others] = [one, other].map(number => String(number).padStart(DIGITS[part], '0'))
  return isOneDigitOff(digits ?? '', others ?? '')
}

const RANK: Record<DateAgreement, number> = { equal: 4, exchanged: 3, year: 2, one_part: 1, differs: 0 }

/**
 * Best agreement between any two dates; null when one side has none.
 * A date without day or month agrees with any; a full one that makes it precise is compared instead.
 */
export const compareDates = (a: readonly PartialDate[], b: readonly PartialDate[]): DateComparison | null => {
  let best: DateComparison | null = null
  for (const one of a)
    for (const other of b) {
      const comparison = compareTwo(one, other)
      if (best && RANK[comparison.agreement] <= RANK[best.agreement]) continue
      const isOpen = comparison.agreement === 'year' && isFullDate(one) && !isFullDate(other)
      const precise =
        isOpen && b.find(date => isFullDate(date) && compareTwo(date, other).agreement === 'year')
      best = precise ? compareTwo(one, precise) : comparison
    }
  return best
}
