import { moscowTime } from '#shared/moscow-time.ts'

/** What a spreadsheet would take for a formula, also in full width or behind a break (OWASP, «CSV Injection»). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** The text of a cell that a spreadsheet shows as it is and never computes: whoever wrote it is not to be trusted. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Text stays text, also where it looks like a number or a formula; null is an empty cell. */
export type SheetCell = string | number | Date | null

export interface SheetColumn {
  title: string
  /** How its dates and numbers look: a day is a `Date` at midnight UTC, a moment is shown in Moscow time. */
  as?: 'day' | 'moment' | 'money' | 'share'
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

/** Before the first line of a CSV file: Excel reads UTF-8 only where the file begins so. */
export const CSV_START = '\ufeff'

/** A row of CSV for a Russian spreadsheet: semicolons, a comma in numbers, CRLF. No cell is a formula. */
export const csvLine = (cells: readonly SheetCell[], columns: readonly SheetColumn[] = []): string =>
  `${cells.map((cell, place) => quoted(csvText(cell, columns[place]))).join(';')}\r\n`

function csvText(cell: SheetCell, column: SheetColumn | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return harmlessCell(cell)
  if (cell instanceof Date) return column?.as === 'moment' ? moscowTime(cell) : dayText(cell)
  return (column?.as === 'share' || column?.as === 'money' ? cell.toFixed(2) : `${cell}`).replace('.', ',')
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.')

const quoted = (text: string): string => (/[";\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** How Excel shows the cells of a column. */
export const XLSX_FORMATS = {
  day: 'dd.mm.yyyy',
  moment: 'dd.mm.yyyy hh:mm',
  money: '#,##0.00',
  share: '0.00'
} as const

/** What Excel accepts in one cell. */
const CELL_SIGNS = 32_767

/** A cell as it is written into an XLSX file. */
export function xlsxCell(cell: SheetCell, column: SheetColumn | undefined): SheetCell {
  if (cell instanceof Date) return column?.as === 'moment' ? moscowClock(cell) : cell
  if (typeof cell !== 'string') return cell
  // A reader takes «_x0041_» for the sign of that number.
  return cell.slice(0, CELL_SIGNS).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
}

/** The date whose UTC clock shows what Moscow's shows: a sheet knows no time zones. */
function moscowClock(moment: Date): Date {
  const [, day, month, year, clock] = /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(moscowTime(moment)) ?? []
  return new Date(`${year}-${month}-${day}T${clock}:00Z`)
}
