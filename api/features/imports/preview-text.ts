import type { ImportPreview, PreviewColumn } from '#shared/contracts/imports.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import {
  DELIMITER_LABELS,
  ENCODING_LABELS,
  FORMAT_LABELS,
  PACKED_LABELS
} from '#shared/labels/file-formats.ts'
import { EVIDENCE_LABELS } from '#shared/labels/imports.ts'
import { COLUMN_PARTY_LABELS } from '#shared/labels/parties.ts'
import { quoted } from '#shared/texts/quoted.ts'

const CELL_CHARS = 60

const DROPPED = {
  map: 'отброшена по файлу соответствий',
  passport: 'отброшена: её нет в паспорте (fields)'
} as const

const number = new Intl.NumberFormat('ru-RU')
const percent = new Intl.NumberFormat('ru-RU', { style: 'percent' })
const short = (text: string) => (text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS)}…` : text)

function formatLine(preview: ImportPreview): string {
  const { format, packed, encoding, delimiter, sheet, header_line } = preview
  const parts = [
    FORMAT_LABELS[format],
    packed && PACKED_LABELS[packed],
    encoding && `кодировка ${ENCODING_LABELS[encoding]}`,
    delimiter && `разделитель ${DELIMITER_LABELS[delimiter] ?? `«${delimiter}»`}`,
    sheet && `лист ${quoted(sheet)}`,
    header_line && header_line > 1 && `заголовок в строке ${header_line}`
  ]
  return `Формат: ${parts.filter(Boolean).join(', ')}`
}

function describeColumn({
  kind,
  party,
  evidence,
  confidence,
  is_id,
  dropped,
  filled,
  valid,
  doubtful,
  distinct,
  doubtful_examples
}: PreviewColumn): string {
  if (dropped) return DROPPED[dropped]
  const evidenceText = `${EVIDENCE_LABELS[evidence]}${confidence < 1 ? `, уверенность ${percent.format(confidence)}` : ''}`
  const isUnknown = evidence === 'none' && !is_id
  const meaning = isUnknown
    ? 'не распознана, хранится как текст'
    : `${FIELD_LABELS[kind]} (${kind}), ${evidenceText}${party && party !== 'self' ? `, чья: ${COLUMN_PARTY_LABELS[party]} (${party})` : ''}`
  const counts = `заполнено ${number.format(filled)}, верных ${number.format(valid)}, проверьте ${number.format(doubtful)}, разных ${number.format(distinct)}`
  const examples = doubtful_examples.map(({ line, value, reason }) => `${value} (строка ${line}, ${reason})`)
  return `${meaning}${is_id ? ', ключ записи' : ''}; ${counts}${examples.length > 0 ? `; проверьте: ${examples.join('; ')}` : ''}`
}

export function describePreview(preview: ImportPreview): string {
  const { columns, samples, rows, rejected, rejects, is_whole, warnings } = preview
  const heading = preview.header_reason === null ? [] : [preview.header_reason]
  const lines = [formatLine(preview), ...heading, '', 'Колонки:']
  for (const column of columns) lines.push(`  ${column.label} → ${describeColumn(column)}`)
  const extent = is_whole ? 'Строк в файле' : 'Прочитано первых строк'
  lines.push(
    '',
    preview.id_column,
    `${extent}: ${number.format(rows)}, будут отклонены ${number.format(rejected)}`
  )
  for (const { line, reason } of rejects) lines.push(`  строка ${line}: ${reason}`)
  for (const { line, values } of samples) {
    lines.push('', `Строка ${line}:`)
    for (const [at, { label, dropped }] of columns.entries()) {
      const value = values[at]?.trim()
      if (value && !dropped) lines.push(`  ${label}: ${short(value)}`)
    }
  }
  if (warnings.length > 0) lines.push('', ...warnings.map(({ text }) => `Внимание: ${text}`))
  lines.push('', 'Проверка без сохранения: ничего не записано.')
  return lines.join('\n')
}
