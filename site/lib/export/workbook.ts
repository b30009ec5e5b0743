import { writeXlsx } from 'hucre/xlsx'
import { moscowTime } from '#shared/moscow-time.ts'
import { saveFile } from './save-file.ts'
import type { Sheet, SheetCell, SheetColumn } from './sheet.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FORMATS = { day: 'dd.mm.yyyy', moment: 'dd.mm.yyyy hh:mm', money: '#,##0.00', share: '0.00' }
const DAY_WIDTH = 12
const MOMENT_WIDTH = 18
const NARROWEST = 8
const WIDEST = 60
/** What Excel accepts in one cell. */
const CELL_SIGNS = 32_767

/** Hands a workbook to the browser. Load this file when somebody asks for one: the library weighs as much as a page. */
export async function saveWorkbook(fileName: string, sheets: readonly Sheet[]): Promise<void> {
  saveFile(fileName, TYPE, await workbookOf(sheets))
}

/** The bytes of an XLSX file. */
export const workbookOf = (sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> =>
  writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map((column, place) => ({
        width: widthOf(column, rows, place),
        ...(column.as && { numFmt: FORMATS[column.as] })
      })),
      rows: [
        columns.map(({ title }) => title),
        ...rows.map(row => row.map((cell, place) => written(cell, columns[place])))
      ],
      cells: new Map(
        columns.map(({ title }, place) => [`0,${place}`, { value: title, style: { font: { bold: true } } }])
      ),
      freezePane: { rows: 1 },
      autoFilter: { range: `A1:${letters(columns.length - 1)}${rows.length + 1}` }
    }))
  }) as Promise<Uint8Array<ArrayBuffer>>

function written(cell: SheetCell, column: SheetColumn | undefined): SheetCell {
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

function widthOf({ title, as }: SheetColumn, rows: SheetCell[][], place: number): number {
  const lengths = rows.map(row => {
    const cell = row[place]
    return cell instanceof Date ? (as === 'moment' ? MOMENT_WIDTH : DAY_WIDTH) : String(cell ?? '').length + 2
  })
  // The mark of the filter stands beside a heading.
  const widest = lengths.reduce((most, length) => Math.max(most, length), title.length + 4)
  return Math.min(WIDEST, Math.max(NARROWEST, widest))
}

const LETTERS = 26
const letters = (place: number): string =>
  (place >= LETTERS ? letters(Math.floor(place / LETTERS) - 1) : '') +
  String.fromCharCode(65 + (place % LETTERS))
