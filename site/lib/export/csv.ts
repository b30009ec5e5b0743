import { moscowTime } from '#shared/moscow-time.ts'
import { harmlessCell } from '#shared/rules/spreadsheet.ts'
import type { Sheet, SheetCell, SheetColumn } from './sheet.ts'

/**
 * A sheet as CSV for a Russian spreadsheet: UTF-8 with a byte order mark, semicolons, CRLF, a comma in numbers. A value
 * that a spreadsheet would run as a formula gets an apostrophe.
 */
export function csvOf({ columns, rows }: Sheet): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map(row => row.map((cell, place) => textOf(cell, columns[place])))
  ]
  return `\ufeff${lines.map(line => line.map(quoted).join(';')).join('\r\n')}\r\n`
}

function textOf(cell: SheetCell, column: SheetColumn | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return harmlessCell(cell)
  if (cell instanceof Date) return column?.as === 'moment' ? moscowTime(cell) : dayText(cell)
  return (column?.as === 'share' || column?.as === 'money' ? cell.toFixed(2) : `${cell}`).replace('.', ',')
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.')

const quoted = (text: string): string => (/[";\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
