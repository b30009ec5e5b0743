import type { SheetCell, SheetColumn } from '#shared/rules/spreadsheet.ts'

export { dayCell, type SheetCell, type SheetColumn } from '#shared/rules/spreadsheet.ts'

/** A sheet of a workbook. The row of headings is frozen and can be filtered by. */
export interface Sheet {
  name: string
  columns: SheetColumn[]
  rows: SheetCell[][]
}
