import { createIndexRecords, type IndexRecord, type RecordSource } from '#api/engines/index-record.ts'
import type { Row } from './csv.ts'
import type { MappedColumn } from './mapping.ts'
import { cellsReader, type Table } from './reader.ts'

/** What becomes of a row. */
export type RowOutcome =
  | { outcome: 'stored'; record: IndexRecord }
  | { outcome: 'suppressed' }
  | { outcome: 'rejected'; reason: string }

export interface RowRules {
  source: RecordSource
  batchId: number
  /** The file's columns, in the order of the values of its rows. */
  columns: readonly MappedColumn[]
  format: Table['format']
  /** Column that holds the number of a record. */
  id: string | undefined
  suppressKey: string
  /** Subject keys of everybody who must not be stored. */
  suppressed: ReadonlySet<bigint>
}

const VALUE_MAX_CHARS = 10_000
const ID_MAX_CHARS = 200

const SUPPRESSED: RowOutcome = { outcome: 'suppressed' }
const EMPTY = 'пустая запись: нет ни одного значения'

/** Hash of a row without a number of its own: of every filled cell with its label, as the file has them. */
function hashOfRow(columns: readonly MappedColumn[], values: readonly string[]): string {
  let text = ''
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== '') text += `${columns[at]?.label}\u001f${values[at]}\u001e`
  }
  return Bun.SHA256.hash(text, 'hex').slice(0, 32)
}

/** The one place that decides about a row, the same when a file is read again behind an interruption. */
export function createRowProcessor(rules: RowRules) {
  const { source, columns, format, id, suppressKey, suppressed } = rules
  const labels = columns.map(column => column.label)
  const read = cellsReader(format, labels)
  const make = createIndexRecords(source, suppressKey)
  const places = new Map(source.columns.map((column, at) => [column.label, at]))
  const target = columns.map(column => (column.dropped ? -1 : (places.get(column.label) ?? -1)))
  const idAt = id === undefined ? -1 : columns.findIndex(column => column.label === id)
  const width = source.columns.length

  /** Trimmed values of a row that can be stored, or why it cannot. Changes the row's own list. */
  function refuse(values: string[]): string | null {
    let filled = false
    for (let at = 0; at < values.length; at += 1) {
      const value = (values[at] ?? '').trim()
      values[at] = value
      if (value === '') continue
      filled ||= (target[at] ?? -1) !== -1
      if (value.length > VALUE_MAX_CHARS) {
        return `значение длиннее ${VALUE_MAX_CHARS} символов в колонке «${columns[at]?.label}»`
      }
    }
    if (!filled) return EMPTY
    if (id === undefined) return null
    const number = values[idAt] ?? ''
    if (number === '') return `нет номера записи в колонке «${id}»`
    return number.length > ID_MAX_CHARS ? `номер записи длиннее ${ID_MAX_CHARS} символов` : null
  }

  return {
    /** Names of columns that were met in the rows and that the rules do not know. */
    unknown: () => labels.slice(columns.length),

    /** Says only whether a row is rejected, without the work of storing it. */
    rejects({ values, reason }: Row): string | null {
      if (!values) return reason
      const cells = read(values)
      return Array.isArray(cells) ? refuse(cells) : cells.reason
    },

    /** Decides about the values of a row. */
    process(values: string[]): RowOutcome {
      const cells = read(values)
      if (!Array.isArray(cells)) return { outcome: 'rejected', reason: cells.reason }
      const reason = refuse(cells)
      if (reason !== null) return { outcome: 'rejected', reason }
      const rid = idAt === -1 ? hashOfRow(columns, cells) : (cells[idAt] ?? '')
      const stored: string[] = new Array(width).fill('')
      for (let at = 0; at < cells.length; at += 1) {
        const place = target[at] ?? -1
        if (place !== -1) stored[place] = cells[at] ?? ''
      }
      const record = make(rid, stored)
      if (suppressed.size > 0 && record.subjectKeys.some(key => suppressed.has(key))) return SUPPRESSED
      return { outcome: 'stored', record }
    }
  }
}
