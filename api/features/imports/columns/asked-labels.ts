import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { checkMappedLabels, type MappingRules } from './mapping.ts'

/**
 * Refuses a map or an id column with labels that the file lacks: usually a typing error. Lines of NDJSON may bring new
 * columns until the last, so one that the first lines lack is looked for in all of them.
 */
export async function checkAskedLabels(
  table: Table,
  { map, id }: Pick<MappingRules, 'map' | 'id'>
): Promise<void> {
  const rules = { map, id }
  if (table.format !== 'ndjson') {
    const read = await labelsOf(table)
    return checkMappedLabels(read, rules)
  }
  const asked = [...Object.keys(map.columns), ...map.drop, ...(id === undefined ? [] : [id])]
  if (asked.every(label => table.labels.includes(label))) return
  checkMappedLabels(await allLabels(table), rules)
}

/** The labels of a table with a header, or those of the first lines. Throws an `ImportError` for a broken header. */
export async function labelsOf(table: Table): Promise<string[]> {
  const read = await table.again()
  for await (const _ of read.rows()) if (read.labels.length > 0) break
  return read.labels
}

async function allLabels(table: Table): Promise<string[]> {
  const read = await table.again()
  const cellsOf = cellsReader(read.format, read.labels)
  for await (const rows of read.rows()) for (const { values } of rows) if (values) cellsOf(values)
  return read.labels
}
