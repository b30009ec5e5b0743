import { CSV_START, csvLine } from '#shared/rules/spreadsheet.ts'
import type { Sheet } from './sheet.ts'

/** A sheet as CSV for a Russian spreadsheet, in UTF-8 with a byte order mark. */
export const csvOf = ({ columns, rows }: Sheet): string =>
  `${CSV_START}${csvLine(columns.map(({ title }) => title))}${rows.map(row => csvLine(row, columns)).join('')}`
