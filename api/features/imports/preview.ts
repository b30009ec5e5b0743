import type { ImportPreview } from '#shared/contracts/imports.ts'
import { checkAskedLabels } from './columns/asked-labels.ts'
import { chooseIdColumn, describeIdColumn, type KnownIdColumn } from './columns/id-column.ts'
import { type MappingRules, mapColumn } from './columns/mapping.ts'
import { cellsReader, type Table } from './files/reader.ts'
import { warningsOf } from './preview-warnings.ts'
import { createColumnQuality } from './quality.ts'

const SAMPLE_ROWS = 3
const REJECTS_SHOWN = 5
/** Enough for figures to be trusted, few enough to be read in a second. */
const ROWS_READ = 20_000

/** What an import would do: format, meaning and quality of every column, first rows, warnings. Stores nothing. */
export async function previewOf(
  table: Table,
  { known, ...given }: Omit<MappingRules, 'id'> & { known: KnownIdColumn }
): Promise<ImportPreview> {
  await checkAskedLabels(table, { map: given.map, id: known.asked })
  const idColumn = await chooseIdColumn(table, known)
  const rules = { ...given, id: idColumn.id }
  const { read, ...rows } = await readFirstRows(table)
  const columns = table.labels.map((label, at) => {
    const { kind, evidence, confidence, dropped = null } = mapColumn(label, rules, table.sample)
    const quality = createColumnQuality(kind)
    for (const values of read) quality.add(values[at] ?? '')
    return { label, kind, evidence, confidence, is_id: label === rules.id, dropped, ...quality.end() }
  })
  return {
    format: table.format,
    packed: table.packed,
    encoding: table.encoding,
    delimiter: table.delimiter,
    sheet: table.sheet?.name ?? null,
    other_sheets: [...(table.sheet?.others ?? [])],
    header_line: table.heading.line,
    header_reason: table.heading.reason,
    columns: columns.map(({ lostDigits, serialDates, ...column }) => column),
    record_number: describeIdColumn(idColumn),
    ...rows,
    warnings: warningsOf(table, columns)
  }
}

type FirstRows = Pick<ImportPreview, 'rows' | 'rejected' | 'is_whole' | 'rejects' | 'samples'> & {
  read: string[][]
}

async function readFirstRows(table: Table): Promise<FirstRows> {
  const cellsOf = cellsReader(table.format, table.labels)
  const first: FirstRows = { rows: 0, rejected: 0, is_whole: true, rejects: [], samples: [], read: [] }
  for await (const rows of table.rows()) {
    for (const { line, values, reason } of rows) {
      first.rows += 1
      const cells = values ? cellsOf(values) : { reason }
      if (Array.isArray(cells)) {
        first.read.push(cells)
        if (first.samples.length < SAMPLE_ROWS) first.samples.push({ line, values: cells })
        continue
      }
      first.rejected += 1
      if (first.rejects.length < REJECTS_SHOWN) first.rejects.push({ line, reason: cells.reason ?? '' })
    }
    if (first.rows < ROWS_READ) continue
    first.is_whole = false
    break
  }
  return first
}
