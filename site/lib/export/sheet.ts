/** Text stays text, also where it looks like a number or a formula; null is an empty cell. */
export type SheetCell = string | number | Date | null

export interface SheetColumn {
  title: string
  /** How its dates and numbers look: a day is a `Date` at midnight UTC, a moment is shown in Moscow time. */
  as?: 'day' | 'moment' | 'money' | 'share'
}

/** A sheet of a workbook. The row of headings is frozen and can be filtered by. */
export interface Sheet {
  name: string
  columns: SheetColumn[]
  rows: SheetCell[][]
}

/** Excel counts days wrongly before it. */
const FIRST_DAY = Date.UTC(1900, 2, 1)

/** The day of an ISO date as a date; one that is known in part is text: «08.2024». */
export function dayCell(date: string | null | undefined): SheetCell {
  if (!date) return null
  const day = new Date(`${date}T00:00:00Z`)
  const isCounted = day.getTime() >= FIRST_DAY && day.toISOString().slice(0, 10) === date
  return isCounted ? day : date.replace(/^(\d{4})-(\d\d)$/, '$2.$1')
}
