import { DELIMITER_NAMES, DELIMITER_SIGNS } from '#shared/labels/file-formats.ts'
import { openContent } from './content.ts'
import type { Delimiter } from './csv.ts'
import { namedTable } from './named-table.ts'
import type { ReadOptions, Table } from './table.ts'
import { openTextTable } from './text-table.ts'
import { openWorkbookTable } from './workbook-table.ts'

export type { ColumnNames } from './column-names.ts'
export { namesByPlace } from './named-table.ts'
export { cellsReader, isHeaderless, type ReadOptions, type Sample, type Table } from './table.ts'

/** Detects packing, format, encoding, delimiter and header. @throws ImportError */
export async function openTable(file: string, options: ReadOptions): Promise<Table> {
  const content = await openContent(file)
  const again = () => openTable(file, options)
  const table =
    content.is === 'workbook'
      ? await openWorkbookTable(file, content, options, again)
      : await openTextTable(file, content, options, again)
  return options.names ? namedTable(table, options.names) : table
}

export function readDelimiter(text: string): Delimiter | null {
  const name = text.replace(/^\\(?=x01$)/, '').toLowerCase()
  if (name === '\\t') return '\t'
  return DELIMITER_SIGNS.find((sign, at) => sign === text || DELIMITER_NAMES[at] === name) ?? null
}
