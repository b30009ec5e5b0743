import type { FieldKind } from '#shared/identity/records/types.ts'
import { isUnlikeKind } from '#shared/identity/records/unlike-kind.ts'
import { hasExponent, isSerialDate, repairCell, withoutExponent } from './columns/repair-cell.ts'

const EXAMPLES = 3
const EXAMPLE_CHARS = 60

/** What the values of one column are like. */
export interface ColumnQuality {
  filled: number
  valid: number
  distinct: number
  examples: string[]
  /** Numbers that lost digits to an exponent. */
  lostDigits: number
  /** Dates that are written as numbers of days. */
  serialDates: number
}

const DATES: ReadonlySet<FieldKind> = new Set<FieldKind>(['birth_date', 'date', 'record_date'])

const short = (text: string) => (text.length > EXAMPLE_CHARS ? `${text.slice(0, EXAMPLE_CHARS)}…` : text)

/** Counts over the values of a column, one by one. */
export function createColumnQuality(kind: FieldKind) {
  const quality: ColumnQuality = {
    filled: 0,
    valid: 0,
    distinct: 0,
    examples: [],
    lostDigits: 0,
    serialDates: 0
  }
  const different = new Set<string>()
  return {
    add(cell: string): void {
      const text = cell.trim()
      if (text === '') return
      quality.filled += 1
      if (!different.has(text) && quality.examples.length < EXAMPLES) quality.examples.push(short(text))
      different.add(text)
      if (!isUnlikeKind(kind, repairCell(kind, text))) quality.valid += 1
      if (hasExponent(text) && withoutExponent(text) === null) quality.lostDigits += 1
      if (DATES.has(kind) && isSerialDate(text)) quality.serialDates += 1
    },
    end: (): ColumnQuality => ({ ...quality, distinct: different.size })
  }
}
