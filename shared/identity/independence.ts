import { kindOfField } from './cells.ts'
import { evenCells } from './even.ts'
import type { Judged } from './profile.ts'

/** Source key → the source it counts as: itself, or the one it is a copy of. */
export type Witnesses = ReadonlyMap<string, string>

/** A row with fewer values than this is too common to show that one source was copied from another. */
const TELLING_VALUES = 4
/** A single common row shows it only when it says this much. */
const TELLING_VALUES_OF_ONE_ROW = 7
const COPIED_SHARE = 0.9

const valuesOf = (record: Judged): string[] => {
  const values = new Set<string>()
  for (const [label, value] of evenCells(record.fields)) {
    const kind = kindOfField(label, record.columns)
    if (kind !== 'record_number' && kind !== 'date') values.add(value)
  }
  return [...values].sort()
}

/**
 * Finds sources that are near copies of each other, so that ten copies of one table are one witness: of the rows that
 * tell enough, nine in ten of the smaller source stand word for word in the other.
 */
export const independentWitnesses = (records: readonly Judged[]): Witnesses => {
  const rows = new Map<string, Map<string, number>>()
  for (const record of records) {
    const own = rows.get(record.source) ?? new Map<string, number>()
    rows.set(record.source, own)
    const values = valuesOf(record)
    if (values.length >= TELLING_VALUES) own.set(values.join('\n'), values.length)
  }
  const witnesses = new Map<string, string>()
  for (const [source, own] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const original = [...new Set(witnesses.values())].find(other => isCopy(own, rows.get(other) ?? new Map()))
    witnesses.set(source, original ?? source)
  }
  return witnesses
}

const isCopy = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean => {
  const common = [...a].filter(([row]) => b.has(row))
  if (common.length === 0 || common.length < COPIED_SHARE * Math.min(a.size, b.size)) return false
  return common.length > 1 || (common[0]?.[1] ?? 0) >= TELLING_VALUES_OF_ONE_ROW
}
