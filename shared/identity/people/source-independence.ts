import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { digitHash, normalizeText } from '#shared/identity/text/normalize.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** Source key → the source it counts as: itself or its original. */
export type IndependentSources = ReadonlyMap<string, string>

/** Shorter records are too common to show a copy. */
const TELLING_VALUES = 4
/** A single common record needs so many values. */
const TELLING_VALUES_OF_ONE_ROW = 7
const COPIED_SHARE = 0.9

const isDistinctive = (label: string, columns: Columns): boolean => {
  const kind = kindOfField(label, columns)
  return kind !== 'record_number' && kind !== 'date' && kind !== 'record_date'
}

/** Equal for equal records, whatever their columns are called. Null below `fewest` distinctive values. */
const fingerprintOf = ({ fields, columns }: MatchedRecord, fewest: number): number | null => {
  let cells = 0
  let least = 0
  let most = 0
  for (const label in fields) {
    const cell = fields[label]
    if (!cell || !isDistinctive(label, columns)) continue
    cells += 1
    const hash = digitHash(cell)
    if (hash < least) least = hash
    if (hash > most) most = hash
  }
  return cells < fewest ? null : (Math.imul(least, 31) + most) | 0
}

type Rows = ReadonlyMap<string, readonly MatchedRecord[]>

const sourcesAlike = (rows: Rows): ReadonlySet<string> => {
  const alike = new Set<string>()
  if (rows.size < 2) return alike
  const firstWith = new Map<number, string>()
  for (const [source, own] of rows)
    for (const record of own) {
      const fingerprint = fingerprintOf(record, own.length > 1 ? TELLING_VALUES : TELLING_VALUES_OF_ONE_ROW)
      if (fingerprint === null) continue
      const first = firstWith.get(fingerprint)
      if (first === undefined) firstWith.set(fingerprint, source)
      else if (first !== source) alike.add(first).add(source)
    }
  return alike
}

/** Distinctive records as texts, with their number of distinct values. */
type TellingRows = ReadonlyMap<string, number>

const readRows = (records: readonly MatchedRecord[]): TellingRows => {
  const rows = new Map<string, number>()
  for (const { fields, columns } of records) {
    const values = new Set<string>()
    for (const label in fields)
      if (isDistinctive(label, columns)) values.add(normalizeText(fields[label] ?? ''))
    values.delete('')
    if (values.size >= TELLING_VALUES) rows.set([...values].sort().join('\n'), values.size)
  }
  return rows
}

const isCopy = (a: TellingRows, b: TellingRows): boolean => {
  const common = [...a].filter(([row]) => b.has(row))
  if (common.length === 0 || common.length < COPIED_SHARE * Math.min(a.size, b.size)) return false
  return common.length > 1 || (common[0]?.[1] ?? 0) >= TELLING_VALUES_OF_ONE_ROW
}

/**
 * Finds near copies among sources, which count once: nine in ten telling records of the smaller one are in the other.
 */
export const findIndependentSources = (records: readonly MatchedRecord[]): IndependentSources => {
  const rows = Map.groupBy(records, record => record.source)
  const alike = sourcesAlike(rows)
  const originals = new Map<string, TellingRows>()
  const independent = new Map<string, string>()
  for (const source of [...rows.keys()].sort()) {
    const ownRows = alike.has(source) ? readRows(rows.get(source) ?? []) : null
    const original = ownRows && [...originals].find(([, others]) => isCopy(ownRows, others))?.[0]
    if (ownRows && !original) originals.set(source, ownRows)
    independent.set(source, original ?? source)
  }
  return independent
}
