import { kindOfField } from '#shared/identity/records/fields-by-kind.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { digitHash, normalizeText } from '#shared/identity/text/normalize.ts'
import type { MatchedRecord } from './linkage-record.ts'

/** Source key → the source it counts as: itself, or the one it is a copy of. */
export type IndependentSources = ReadonlyMap<string, string>

/** A row with fewer values than this is too common to show that one source was copied from another. */
const TELLING_VALUES = 4
/** A single common row shows it only when it says this much. */
const TELLING_VALUES_OF_ONE_ROW = 7
const COPIED_SHARE = 0.9

/** Of a column whose cells a copy of the row has too. */
const isTelling = (label: string, columns: Columns): boolean => {
  const kind = kindOfField(label, columns)
  return kind !== 'record_number' && kind !== 'date'
}

/**
 * Equal for equal rows, whatever their columns are called; seldom for others. Null for a row of fewer telling cells
 * than `fewest`.
 */
const markOf = ({ fields, columns }: MatchedRecord, fewest: number): number | null => {
  let cells = 0
  let least = 0
  let most = 0
  for (const label in fields) {
    const cell = fields[label]
    if (!cell || !isTelling(label, columns)) continue
    cells += 1
    const figures = digitHash(cell)
    if (figures < least) least = figures
    if (figures > most) most = figures
  }
  return cells < fewest ? null : (Math.imul(least, 31) + most) | 0
}

type Rows = ReadonlyMap<string, readonly MatchedRecord[]>

/** The sources that may have a telling row in common with another one. */
const alikeSources = (rows: Rows): ReadonlySet<string> => {
  const alike = new Set<string>()
  if (rows.size < 2) return alike
  const firstWith = new Map<number, string>()
  for (const [source, own] of rows)
    for (const record of own) {
      const mark = markOf(record, own.length > 1 ? TELLING_VALUES : TELLING_VALUES_OF_ONE_ROW)
      if (mark === null) continue
      const first = firstWith.get(mark)
      if (first === undefined) firstWith.set(mark, source)
      else if (first !== source) alike.add(first).add(source)
    }
  return alike
}

/** Telling rows as texts to compare, with the number of different values in each. */
type Said = ReadonlyMap<string, number>

const readRows = (records: readonly MatchedRecord[]): Said => {
  const said = new Map<string, number>()
  for (const { fields, columns } of records) {
    const values = new Set<string>()
    for (const label in fields) if (isTelling(label, columns)) values.add(normalizeText(fields[label] ?? ''))
    values.delete('')
    if (values.size >= TELLING_VALUES) said.set([...values].sort().join('\n'), values.size)
  }
  return said
}

const isCopy = (a: Said, b: Said): boolean => {
  const common = [...a].filter(([row]) => b.has(row))
  if (common.length === 0 || common.length < COPIED_SHARE * Math.min(a.size, b.size)) return false
  return common.length > 1 || (common[0]?.[1] ?? 0) >= TELLING_VALUES_OF_ONE_ROW
}

/**
 * Finds sources that are near copies of each other, so that ten copies of one table are one witness: of the rows that
 * tell enough, nine in ten of the smaller source stand word for word in the other.
 */
export const findIndependentSources = (records: readonly MatchedRecord[]): IndependentSources => {
  const rows = Map.groupBy(records, record => record.source)
  const alike = alikeSources(rows)
  const originals = new Map<string, Said>()
  const witnesses = new Map<string, string>()
  for (const source of [...rows.keys()].sort()) {
    const said = alike.has(source) ? readRows(rows.get(source) ?? []) : null
    const original = said && [...originals].find(([, others]) => isCopy(said, others))?.[0]
    if (said && !original) originals.set(source, said)
    witnesses.set(source, original ?? source)
  }
  return witnesses
}
