import { NO_KEY_COLUMN } from '#shared/admin-constants.ts'
import type { ColumnEvidence, ImportPreview, PreviewWarning } from '#shared/contracts/imports.ts'
import { createRowCheck } from './check-row.ts'
import { checkAskedLabels } from './columns/asked-labels.ts'
import { columnNameWarning } from './columns/column-name-warnings.ts'
import { columnParties } from './columns/column-parties.ts'
import { chooseIdColumn, describeIdColumn, type IdColumn, type IdColumnOptions } from './columns/id-column.ts'
import { type MappedColumn, type MappingRules, mapColumn } from './columns/mapping.ts'
import { cellsReader, isHeaderless, type Table } from './files/reader.ts'
import { MissingKeyError } from './import-error.ts'
import { warningsOf } from './preview-warnings.ts'
import { createColumnQuality } from './quality.ts'

const NO_ID_COLUMN: IdColumn = { id: undefined, chosen: 'none' }
const SAMPLE_ROWS = 3
const REJECTS_SHOWN = 5
const ROWS_READ = 20_000

/** Describes an import without storing anything. */
export async function previewOf(
  table: Table,
  { idOptions, ...mapping }: Omit<MappingRules, 'id'> & { idOptions: IdColumnOptions }
): Promise<ImportPreview> {
  await checkAskedLabels(table, { map: mapping.map, id: idOptions.requested })
  const { idColumn, missingKeyWarning } = await idColumnFor(table, { ...idOptions, map: mapping.map })
  const rules = { ...mapping, id: idColumn.id }
  const read = await readFirstRows(table)
  const mapped = table.labels.map(label => mapColumn(label, rules, table.sample))
  const rows = judgeRows(read.rows, mapped, rules)
  const parties = columnParties(columnsAfter(rules, mapped))
  const columns = mapped.map(({ label, kind, evidence, confidence, dropped = null }, at) => {
    const quality = createColumnQuality(kind)
    for (const { line, cells } of rows.stored) quality.add(cells[at] ?? '', line)
    const shown = { kind, evidence: evidenceIn(table, label, evidence), confidence }
    return {
      label,
      found: foundAs(table, label),
      ...shown,
      party: dropped ? null : (parties.get(label) ?? null),
      is_id: label === rules.id,
      dropped,
      ...quality.end()
    }
  })
  const namesWarning =
    missingKeyWarning ??
    columnNameWarning(table, table.labels, { ...rules, hasRecords: idOptions.hasRecords })
  return {
    format: table.format,
    packed: table.packed,
    encoding: table.encoding,
    delimiter: table.delimiter,
    sheet: table.sheet?.name ?? null,
    other_sheets: [...(table.sheet?.others ?? [])],
    header_line: table.heading.line,
    header_reason: table.heading.reason,
    columns: columns.map(({ lostDigits, lostZeros, serialDates, empty, ...column }) => column),
    source_columns: mapping.existing.map(({ label }) => label),
    id_column: missingKeyWarning ? 'Колонки с ключом записи в файле нет.' : describeIdColumn(idColumn),
    rows: read.rows.length,
    is_whole: read.isWhole,
    rejected: rows.rejected,
    rejects: rows.rejects,
    samples: rows.stored.slice(0, SAMPLE_ROWS).map(({ line, cells }) => ({ line, values: cells })),
    warnings: [
      ...nothingToStore(read, rows),
      ...(namesWarning ? [namesWarning] : []),
      ...warningsOf(table, columns)
    ]
  }
}

/** Reported before a passport is asked for. */
function nothingToStore(
  { rows, isWhole }: { rows: readonly ReadRow[]; isWhole: boolean },
  { rejected }: { rejected: number }
): PreviewWarning[] {
  if (!isWhole || rejected < rows.length) return []
  const what =
    rows.length === 0 ? 'в файле нет ни одной строки с данными' : 'все строки файла будут отклонены'
  return [{ code: 'nothing_to_store', text: `Загружать нечего: ${what}. Проверьте файл и строку заголовка.` }]
}

/** The id column, or what keeps the file out. */
async function idColumnFor(
  table: Table,
  idOptions: IdColumnOptions
): Promise<{ idColumn: IdColumn; missingKeyWarning: PreviewWarning | null }> {
  try {
    return { idColumn: await chooseIdColumn(table, idOptions), missingKeyWarning: null }
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error
    const missingKeyWarning = { code: NO_KEY_COLUMN, text: error.message }
    return { idColumn: NO_ID_COLUMN, missingKeyWarning }
  }
}

const foundAs = ({ names }: Table, label: string): string =>
  Object.entries(names).find(([, name]) => name === label)?.[0] ?? label

/** Detected names add nothing to the values. */
const evidenceIn = (table: Table, label: string, evidence: ColumnEvidence): ColumnEvidence => {
  if (!isHeaderless(table) || foundAs(table, label) !== label) return evidence
  return ['both', 'header', 'values_against_header'].includes(evidence) ? 'values' : evidence
}

type ReadRow = { line: number; cells: string[] } | { line: number; reason: string }

async function readFirstRows(table: Table): Promise<{ rows: ReadRow[]; isWhole: boolean }> {
  const cellsOf = cellsReader(table, table.labels)
  const read: ReadRow[] = []
  for await (const rows of table.rows()) {
    for (const { line, values, reason } of rows) {
      const cells = values ? cellsOf(values) : { reason: reason ?? '' }
      read.push(Array.isArray(cells) ? { line, cells } : { line, ...cells })
    }
    if (read.length >= ROWS_READ) return { rows: read, isWhole: false }
  }
  return { rows: read, isWhole: true }
}

/** Reasons as in the list of rejects. */
function judgeRows(rows: readonly ReadRow[], mapped: readonly MappedColumn[], rules: MappingRules) {
  const { trimAndCheck } = createRowCheck({
    source: { columns: columnsAfter(rules, mapped) },
    columns: mapped,
    id: rules.id
  })
  const stored: { line: number; cells: string[] }[] = []
  const rejects: ImportPreview['rejects'] = []
  let rejected = 0
  for (const row of rows) {
    const reason = 'cells' in row ? trimAndCheck(row.cells) : row.reason
    if (reason === null && 'cells' in row) stored.push(row)
    else {
      rejected += 1
      if (rejects.length < REJECTS_SHOWN) rejects.push({ line: row.line, reason: reason ?? '' })
    }
  }
  return { stored, rejects, rejected }
}

function columnsAfter({ existing }: MappingRules, mapped: readonly MappedColumn[]) {
  const added = mapped.filter(
    ({ label, dropped }) => !dropped && !existing.some(column => column.label === label)
  )
  return [...existing, ...added.map(({ label, kind, party }) => ({ label, kind, ...(party && { party }) }))]
}
