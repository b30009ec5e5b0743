import { type ColumnNames, checkLabels, NO_NAMES } from '#api/features/imports/files/column-names.ts'
import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { checkMappedLabels, type MappingRules } from './mapping.ts'

/** Refuses labels that the file lacks, usually typing errors. NDJSON may bring them on any line. */
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

/** @throws ImportError for a broken header. */
export async function labelsOf(table: Table): Promise<string[]> {
  const read = await table.again()
  for await (const _ of read.rows()) if (read.labels.length > 0) break
  return read.labels
}

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
