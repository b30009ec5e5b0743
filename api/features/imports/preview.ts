import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { chooseIdColumn, describeIdColumn, type KnownIdColumn } from './columns/id-column.ts'
import { checkMappedLabels, type MappedColumn, type MappingRules, mapColumn } from './columns/mapping.ts'
import { cellsReader, type Table } from './files/reader.ts'

const SAMPLE_ROWS = 3
const CELL_CHARS = 60

const DROPPED = {
  map: 'отброшена по файлу соответствий',
  passport: 'отброшена: её нет в паспорте (fields)'
} as const
const DELIMITER_NAMES: Record<string, string> = { '\t': 'табуляция' }

function describeColumn({ label, kind, unknown, dropped }: MappedColumn, id: string | undefined): string {
  if (dropped) return DROPPED[dropped]
  const meaning = unknown ? 'не распознана, хранится как текст' : `${FIELD_LABELS[kind]} (${kind})`
  return label === id ? `${meaning}, номер записи` : meaning
}

const short = (text: string) => (text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text)

/** What an import would do: format, mapping of every column, three rows. Stores nothing. */
export async function previewOf(
  table: Table,
  { known, ...given }: Omit<MappingRules, 'id'> & { known: KnownIdColumn }
): Promise<string> {
  const read = cellsReader(table.format, table.labels)
  const samples: { line: number; values: string[] }[] = []
  for await (const rows of table.rows()) {
    for (const { line, values } of rows) {
      const cells = values && read(values)
      if (Array.isArray(cells) && samples.length < SAMPLE_ROWS) samples.push({ line, values: cells })
    }
    if (samples.length >= SAMPLE_ROWS) break
  }
  const asked = { ...given, id: known.asked }
  if (table.format !== 'ndjson') checkMappedLabels(table.labels, asked)
  const idColumn = await chooseIdColumn(table, known)
  const rules = { ...given, id: idColumn.id }
  const columns = table.labels.map(label => mapColumn(label, rules, table.sample))
  const delimiter =
    table.delimiter && `, разделитель ${DELIMITER_NAMES[table.delimiter] ?? `«${table.delimiter}»`}`
  const lines = [`Формат: ${table.format}, кодировка ${table.encoding}${delimiter ?? ''}`, '', 'Колонки:']
  for (const column of columns) lines.push(`  ${column.label} → ${describeColumn(column, rules.id)}`)
  lines.push('', describeIdColumn(idColumn))
  for (const { line, values } of samples) {
    lines.push('', `Строка ${line}:`)
    for (const [at, { label, dropped }] of columns.entries()) {
      const value = values[at]?.trim()
      if (value && !dropped) lines.push(`  ${label}: ${short(value)}`)
    }
  }
  lines.push('', 'Проверка без сохранения: ничего не записано.')
  return lines.join('\n')
}
