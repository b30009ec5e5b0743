import { writeXlsx } from 'hucre/xlsx'
import { XLSX_FORMATS, xlsxCell } from '#shared/rules/spreadsheet.ts'
import { saveFile } from './save-file.ts'
import type { Sheet, SheetCell, SheetColumn } from './sheet.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DAY_WIDTH = 12
const MOMENT_WIDTH = 18
const NARROWEST = 8
const WIDEST = 60

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
        ...(column.as && { numFmt: XLSX_FORMATS[column.as] })
      })),
      rows: [
        columns.map(({ title }) => title),
        ...rows.map(row => row.map((cell, place) => xlsxCell(cell, columns[place])))
      ],
      cells: new Map(
        columns.map(({ title }, place) => [`0,${place}`, { value: title, style: { font: { bold: true } } }])
      ),
      freezePane: { rows: 1 },
      autoFilter: { range: `A1:${letters(columns.length - 1)}${rows.length + 1}` }
    }))
  }) as Promise<Uint8Array<ArrayBuffer>>

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
