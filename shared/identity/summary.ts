import { independentWitnesses, type Witnesses } from './independence.ts'
import type { Judged } from './profile.ts'
import { type Field, SUMMARY_FIELDS } from './summary-fields.ts'
import type { SummaryRow } from './types.ts'

/** Everything that one field is said to be: variants that mean the same share a value. */
interface Value<T> {
  variants: T[]
  by: Judged[]
}

/** Puts variants that mean the same together; `before` lets the fuller ones lead. */
const gather = (description: Field<unknown>, records: readonly Judged[]): Value<unknown>[] => {
  const [only] = records
  const variants = only && records.length === 1 ? description.read(only) : null
  if (only && variants && variants.length < 2) return variants.length === 0 ? [] : [{ variants, by: [only] }]
  const byKey = new Map<string, Value<unknown>>()
  for (const record of records)
    for (const variant of description.read(record)) {
      const key = description.key(variant)
      const known = byKey.get(key)
      if (!known) byKey.set(key, { variants: [variant], by: [record] })
      else {
        known.variants.push(variant)
        known.by.push(record)
      }
    }
  const { same, before } = description
  if (!same || byKey.size < 2) return [...byKey.values()]
  const found = [...byKey.values()]
  if (before) found.sort((a, b) => before(a.variants[0], b.variants[0]))
  const values: Value<unknown>[] = []
  for (const value of found) {
    const home = values.find(other => same(other.variants[0], value.variants[0]))
    if (!home) values.push(value)
    else {
      home.variants.push(...value.variants)
      home.by.push(...value.by)
    }
  }
  return values
}

const newestOf = (records: readonly Judged[]): string | null => {
  let newest: string | null = null
  for (const { asOf } of records) if (asOf !== null && (newest === null || asOf > newest)) newest = asOf
  return newest
}

const sourcesOf = (records: readonly Judged[], witnesses: Witnesses): string[] => {
  const sources = records.map(({ source }) => witnesses.get(source) ?? source)
  return sources.length > 1 ? [...new Set(sources)].sort() : sources
}

interface Ranked {
  row: SummaryRow
  valid: boolean
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byWeight = (a: Ranked, b: Ranked): number =>
  b.row.sources.length - a.row.sources.length ||
  compareText(b.row.newest ?? '', a.row.newest ?? '') ||
  Number(b.valid) - Number(a.valid) ||
  compareText(a.row.value, b.row.value)

const rowOf = (
  { label, show, valid, conflicts }: Field<unknown>,
  value: Value<unknown>,
  values: readonly Value<unknown>[],
  witnesses: Witnesses
): Ranked => {
  const [first] = value.variants
  const contradicts = (other: Value<unknown>) => other !== value && conflicts?.(first, other.variants[0])
  return {
    row: {
      field: label,
      value: show(value.variants),
      sources: sourcesOf(value.by, witnesses),
      newest: newestOf(value.by),
      conflict: values.some(contradicts)
    },
    valid: valid ? valid(first) : true
  }
}

/**
 * The consensus of the records of one person: each value with the independent sources that say it, the newest of their
 * dates and whether another value of the field contradicts it. Near copies of a source are one witness; `witnesses`
 * tells which, by default they are looked for among these records. Placeholders never appear; a phone must pass the
 * specification's phone check.
 */
export const summarise = (
  records: readonly Judged[],
  witnesses: Witnesses = independentWitnesses(records)
): SummaryRow[] => {
  const rows: SummaryRow[] = []
  for (const description of SUMMARY_FIELDS) {
    const values = gather(description, records)
    if (values.length === 0) continue
    const ranked = values.map(value => rowOf(description, value, values, witnesses))
    for (const { row } of ranked.sort(byWeight)) rows.push(row)
  }
  return rows
}
