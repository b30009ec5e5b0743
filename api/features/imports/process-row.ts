import { createIndexRecords, type IndexRecord, type RecordSource } from '#api/engines/index-record.ts'
import type { SuppressedKeys } from '#api/engines/suppressed-keys.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { doubtfulKinds } from './columns/doubtful-values.ts'
import type { MappedColumn } from './columns/mapping.ts'
import { REPAIRED_KINDS, repairCell } from './columns/repair-cell.ts'
import type { FileRow } from './files/csv.ts'
import { cellsReader, type Table } from './files/reader.ts'

export type RowOutcome =
  | { outcome: 'stored'; record: IndexRecord; doubtful: FieldKind[] }
  | { outcome: 'suppressed' }
  | { outcome: 'rejected'; reason: string }

export interface RowRules {
  source: RecordSource
  batchId: number
  columns: readonly MappedColumn[]
  format: Table['format']
  id: string | undefined
  suppressKey: string
  suppressed: SuppressedKeys | null
}

const VALUE_MAX_CHARS = 10_000
const ID_MAX_CHARS = 200

const SUPPRESSED: RowOutcome = { outcome: 'suppressed' }
const NONE: FieldKind[] = []
const TOTAL = 'строка итога, а не запись'
const TOTAL_BEGINS = /^(?:итого|всего|итог)(?!\p{L})/iu
const EMPTY = 'пустая запись: нет ни одного значения'

/** Identifies a row without a number: a hash of every filled cell with its label, as in the file. */
function hashOfRow(columns: readonly MappedColumn[], values: readonly string[]): string {
  let text = ''
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== '') text += `${columns[at]?.label}\u001f${values[at]}\u001e`
  }
  return Bun.SHA256.hash(text, 'hex').slice(0, 32)
}

/** The one place that decides about a row, also when an interrupted import reads it again. */
export function createRowProcessor(rules: RowRules) {
  const { source, columns, format, id, suppressKey, suppressed } = rules
  const labels = columns.map(column => column.label)
  const read = cellsReader(format, labels)
  const makeRecord = createIndexRecords(source, suppressKey)
  const places = new Map(source.columns.map((column, at) => [column.label, at]))
  const storedPlaces = columns.map(column => (column.dropped ? -1 : (places.get(column.label) ?? -1)))
  const idAt = id === undefined ? -1 : columns.findIndex(column => column.label === id)
  const width = source.columns.length

  const repairable = columns.flatMap(({ kind, dropped }, at) =>
    !dropped && REPAIRED_KINDS.has(kind) ? [{ at, kind }] : []
  )

  /** What the values of the kept columns mean, where a program has spoilt how they are written. */
  function repaired(values: readonly string[]): readonly string[] {
    let changed: string[] | undefined
    for (const { at, kind } of repairable) {
      const value = values[at] ?? ''
      const meant = value === '' ? value : repairCell(kind, value)
      if (meant === value) continue
      changed ??= [...values]
      changed[at] = meant
    }
    return changed ?? values
  }

  /** Trims the values in place. Returns why the row cannot be stored, or null. */
  function trimAndCheck(values: string[]): string | null {
    let filled = 0
    for (let at = 0; at < values.length; at += 1) {
      const value = (values[at] ?? '').trim()
      values[at] = value
      if (value === '') continue
      if ((storedPlaces[at] ?? -1) !== -1) filled += 1
      if (value.length > VALUE_MAX_CHARS) {
        return `значение длиннее ${VALUE_MAX_CHARS} символов в колонке «${columns[at]?.label}»`
      }
    }
    if (filled === 0) return EMPTY
    if (filled * 2 <= width && TOTAL_BEGINS.test(values.find(value => value !== '') ?? '')) return TOTAL
    if (id === undefined) return null
    const number = values[idAt] ?? ''
    if (number === '') return `нет номера записи в колонке «${id}»`
    return number.length > ID_MAX_CHARS ? `номер записи длиннее ${ID_MAX_CHARS} символов` : null
  }

  return {
    unknown: () => labels.slice(columns.length),

    /** Only checks, without computing the record. */
    rejectionOf({ values, reason }: FileRow): string | null {
      if (!values) return reason
      const cells = read(values)
      return Array.isArray(cells) ? trimAndCheck(cells) : cells.reason
    },

    /** The same of values: kinds of columns of which a row that is stored has a value that is not of it. */
    doubtfulOf({ values }: FileRow): FieldKind[] {
      const cells = values && read(values)
      return Array.isArray(cells) && trimAndCheck(cells) === null
        ? doubtfulKinds(columns, repaired(cells))
        : NONE
    },

    process(values: string[]): RowOutcome {
      const cells = read(values)
      if (!Array.isArray(cells)) return { outcome: 'rejected', reason: cells.reason }
      const reason = trimAndCheck(cells)
      if (reason !== null) return { outcome: 'rejected', reason }
      const rid = idAt === -1 ? hashOfRow(columns, cells) : (cells[idAt] ?? '')
      const meant = repaired(cells)
      const stored: string[] = new Array(width).fill('')
      for (let at = 0; at < meant.length; at += 1) {
        const place = storedPlaces[at] ?? -1
        if (place !== -1) stored[place] = meant[at] ?? ''
      }
      const record = makeRecord(rid, stored)
      if (suppressed && record.subjectKeys.some(key => suppressed.has(key))) return SUPPRESSED
      return { outcome: 'stored', record, doubtful: record.isDoubtful ? doubtfulKinds(columns, meant) : NONE }
    }
  }
}
