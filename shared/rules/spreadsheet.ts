import { moscowTime } from '#shared/moscow-time.ts'

/** Cells that spreadsheets compute, also in full width or after a break (OWASP, «CSV Injection»). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A text that a spreadsheet never computes. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Text stays text; null is an empty cell. */
export type SheetCell = string | number | Date | null

export interface SheetColumn {
  title: string
  /** A day is a `Date` at midnight UTC, a moment is shown in Moscow time; phones are text in every row. */
  as?: 'day' | 'moment' | 'money' | 'share' | 'phones'
}

/** Excel counts earlier days wrongly. */
const FIRST_DAY = Date.UTC(1900, 2, 1)

/** ISO date as a date; a partial one is text: «08.2024». */
export function dayCell(date: string | null | undefined): SheetCell {
  if (!date) return null
  const day = new Date(`${date}T00:00:00Z`)
  const isCounted = day.getTime() >= FIRST_DAY && day.toISOString().slice(0, 10) === date
  return isCounted ? day : date.replace(/^(\d{4})-(\d\d)$/, '$2.$1')
}

/** Excel reads UTF-8 only after this mark. */
export const CSV_START = '\ufeff'

/** CSV for a Russian spreadsheet: semicolons, decimal commas, CRLF, no formulas. */
export const csvLine = (cells: readonly SheetCell[], columns: readonly SheetColumn[] = []): string =>
  `${cells.map((cell, place) => quoted(csvText(cell, columns[place]))).join(';')}\r\n`

function csvText(cell: SheetCell, column: SheetColumn | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return column?.as === 'phones' && cell ? `'${cell}` : harmlessCell(cell)
  if (cell instanceof Date) return column?.as === 'moment' ? moscowTime(cell) : dayText(cell)
  return (column?.as === 'share' || column?.as === 'money' ? cell.toFixed(2) : `${cell}`).replace('.', ',')
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.')

const quoted = (text: string): string => (/[";\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const XLSX_FORMATS = {
  day: 'dd.mm.yyyy',
  moment: 'dd.mm.yyyy hh:mm',
  money: '#,##0.00',
  share: '0.00',
  phones: '@'
} as const

const CELL_SIGNS = 32_767
const CUT = ' … (сокращено)'

/** A reader sees that something is missing, and no sign is halved. */
const shortened = (text: string): string =>
  text.length <= CELL_SIGNS
    ? text
    : `${text.slice(0, CELL_SIGNS - CUT.length).replace(/[\ud800-\udbff]$/, '')}${CUT}`

export function xlsxCell(cell: SheetCell, column: SheetColumn | undefined): SheetCell {
  if (cell instanceof Date) return column?.as === 'moment' ? moscowClock(cell) : cell
  if (typeof cell !== 'string') return cell
  // Readers take «_x0041_» for a sign.
  return shortened(cell).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
}

/** Moscow time as UTC, because sheets have no time zones. */
function moscowClock(moment: Date): Date {
  const [, day, month, year, clock] = /^(\d+)\.(\d+)\.(\d+) (.+)$/.exec(moscowTime(moment)) ?? []
  return new Date(`${year}-${month}-${day}T${clock}:00Z`)
}
