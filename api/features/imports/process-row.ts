import { createIndexRecords, type IndexRecord, type RecordSource } from '#api/book/index-record.ts'
import type { SuppressedKeys } from '#api/book/suppressed-keys.ts'
import { createRowCheck } from './check-row.ts'
import { createDoubtfulCells, type DoubtfulCell } from './columns/doubtful-values.ts'
import type { MappedColumn } from './columns/mapping.ts'
import { REPAIRED_KINDS, repairCell } from './columns/repair-cell.ts'
import type { FileRow } from './files/csv.ts'
import { cellsReader, type Table } from './files/reader.ts'

export type RowOutcome =
  | { outcome: 'stored'; record: IndexRecord; doubtful: DoubtfulCell[] }
  | { outcome: 'suppressed' }
  | { outcome: 'rejected'; reason: string }

export interface RowRules {
  source: RecordSource
  batchId: number
  columns: readonly MappedColumn[]
  format: Table['format']
  names: Table['names']
  id: string | undefined
  suppressKey: string
  suppressed: SuppressedKeys | null
}

const SUPPRESSED: RowOutcome = { outcome: 'suppressed' }
const TOO_MANY_PEOPLE: RowOutcome = {
  outcome: 'rejected',
  reason: 'в одной записи слишком много имён и дат рождения: разделите её по людям'
}
const NONE: DoubtfulCell[] = []

function hashOrder(places: readonly number[]): number[] {
  const stored = places.flatMap((place, at) => (place === -1 ? [] : [at]))
  const inOrder = stored.toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  return places.map((place, at) => (place === -1 ? at : (inOrder.shift() ?? at)))
}

function hashOfRow(
  columns: readonly MappedColumn[],
  values: readonly string[],
  order: readonly number[]
): string {
  let text = ''
  for (const at of order) {
    if ((values[at] ?? '') !== '') text += `${columns[at]?.label}\u001f${values[at]}\u001e`
  }
  return Bun.SHA256.hash(text, 'hex').slice(0, 32)
}

/** The only decision about a row, also when resuming. */
export function createRowProcessor(rules: RowRules) {
  const { source, columns, id, suppressKey, suppressed } = rules
  const labels = columns.map(column => column.label)
  const read = cellsReader(rules, labels)
  const makeRecord = createIndexRecords(source, suppressKey)
  const { places, trimAndCheck } = createRowCheck(rules)
  const idAt = id === undefined ? -1 : columns.findIndex(column => column.label === id)
  const width = source.columns.length
  const doubtfulIn = createDoubtfulCells(columns)
  const hashed = hashOrder(places)

  const repairable = columns.flatMap(({ kind, dropped }, at) =>
    !dropped && REPAIRED_KINDS.has(kind) ? [{ at, kind }] : []
  )

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

  return {
    unknown: () => labels.slice(columns.length),

    rejectionOf({ values, reason }: FileRow): string | null {
      if (!values) return reason
      const cells = read(values)
      return Array.isArray(cells) ? trimAndCheck(cells) : cells.reason
    },

    doubtfulOf({ values }: FileRow): DoubtfulCell[] {
      const cells = values && read(values)
      return Array.isArray(cells) && trimAndCheck(cells) === null ? doubtfulIn(repaired(cells), true) : NONE
    },

    process(values: string[]): RowOutcome {
      const cells = read(values)
      if (!Array.isArray(cells)) return { outcome: 'rejected', reason: cells.reason }
      const reason = trimAndCheck(cells)
      if (reason !== null) return { outcome: 'rejected', reason }
      const rid = idAt === -1 ? hashOfRow(columns, cells, hashed) : (cells[idAt] ?? '')
      const meant = repaired(cells)
      const stored: string[] = new Array(width).fill('')
      for (let at = 0; at < meant.length; at += 1) {
        const place = places[at] ?? -1
        if (place !== -1) stored[place] = meant[at] ?? ''
      }
      const record = makeRecord(rid, stored)
      if (suppressed && record.subjectKeys.some(key => suppressed.has(key))) return SUPPRESSED
      if (record.hasTooManyPeople) return TOO_MANY_PEOPLE
      return { outcome: 'stored', record, doubtful: doubtfulIn(meant, record.isDoubtful) }
    }
  }
}
