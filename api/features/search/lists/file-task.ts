import { basename, dirname } from 'node:path'
import { cellsReader, ImportError, openTable, SAVED_ONCE } from '#api/features/imports/service.ts'
import { endWithParent } from '#api/processes/end-with-parent.ts'
import { LINE_MAX_CHARS, LIST_ROWS_MAX } from '#shared/constants.ts'
import { lineOf, listColumns } from './columns.ts'
import type { FileOrder, FileRead } from './read-file.ts'

/** What the process of a list's file does. */
async function read({ file, sheet, columns, label }: FileOrder): Promise<FileRead> {
  process.chdir(dirname(file))
  try {
    const table = await openTable(basename(file), { ...(sheet !== undefined && { sheet }) })
    const cellsOf = cellsReader(table, table.labels)
    const rows: (string[] | string)[] = []
    for await (const some of table.rows()) {
      for (const { values, raw } of some) {
        const cells = values ? cellsOf(values) : raw.trim() === '' ? [] : null
        // What is no row by the rules of its file is kept as its text, so that none is lost.
        rows.push(Array.isArray(cells) ? cells : raw.slice(0, LINE_MAX_CHARS))
      }
      if (rows.length > LIST_ROWS_MAX) return { refused: null, code: 'LIST_TOO_LONG' }
    }
    const unknown = [...(columns ?? []), ...(label ? [label] : [])].find(name => !table.labels.includes(name))
    if (unknown !== undefined) return { refused: null, code: 'LIST_COLUMN_UNKNOWN' }
    const fileColumns = listColumns(table.labels, table.sample, { line: columns, label })
    return {
      file: {
        name: basename(file),
        format: table.format,
        encoding: table.encoding,
        sheet: table.sheet?.name ?? null,
        other_sheets: [...(table.sheet?.others ?? [])],
        columns: fileColumns
      },
      rows: rows.map(cells =>
        typeof cells === 'string'
          ? { line: cells, label: null, broken: 'ROW_BROKEN' }
          : lineOf(fileColumns, cells)
      )
    }
  } catch (error) {
    if (error instanceof ImportError)
      return { refused: error.message.replace(SAVED_ONCE, ''), code: 'LIST_FILE_REFUSED' }
    throw error
  }
}

endWithParent()
process.once('message', (order: FileOrder) => {
  read(order).then(
    result => process.send?.(result),
    () => process.exit(1)
  )
})
process.on('disconnect', () => process.exit(0))
