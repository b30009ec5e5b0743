import { type ColumnNames, checkLabels, NO_NAMES } from '#api/features/imports/files/column-names.ts'
import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { checkMappedLabels, type MappingRules } from './mapping.ts'

/**
 * Refuses a map, names or an id column with labels that the file lacks: usually a typing error. Records that name their own columns
 * may bring new ones until the last, so one that the first lines lack is looked for in all of them.
 */
export async function checkAskedLabels(
  table: Table,
  { map, id }: Pick<MappingRules, 'map' | 'id'>
): Promise<void> {
  if (!namesOwnColumns(table.format)) return checkMappedLabels(await labelsOf(table), { map, id })
  const renamed = Object.keys(table.names)
  checkLabels(await labelsUntil(table, NO_NAMES, renamed), renamed)
  const requested = [
    ...Object.keys(map.columns),
    ...Object.keys(map.parties ?? {}),
    ...map.drop,
    ...(id === undefined ? [] : [id])
  ]
  if (requested.every(label => table.labels.includes(label))) return
  checkMappedLabels(await labelsUntil(table, table.names, requested), { map, id })
}

/** The labels of a table with a header, or those of the first lines. Throws an `ImportError` for a broken header. */
export async function labelsOf(table: Table): Promise<string[]> {
  const read = await table.again()
  for await (const _ of read.rows()) if (read.labels.length > 0) break
  return read.labels
}

/** The labels of such records under such names, as far as all that are asked for have come, else of all lines. */
async function labelsUntil(
  table: Table,
  names: ColumnNames,
  requested: readonly string[]
): Promise<string[]> {
  const labels: string[] = []
  if (requested.length === 0) return labels
  const read = await table.again()
  const cellsOf = cellsReader({ format: read.format, names }, labels)
  for await (const rows of read.rows()) {
    for (const { values } of rows) if (values) cellsOf(values)
    if (requested.every(label => labels.includes(label))) break
  }
  return labels
}
