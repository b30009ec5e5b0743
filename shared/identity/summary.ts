import { independentWitnesses, type Witnesses } from './independence.ts'
import type { Judged, Member } from './profile.ts'
import { type Field, SUMMARY_FIELDS } from './summary-fields.ts'
import type { SummaryRow } from './types.ts'

/** Everything that one field is said to be: variants that mean the same share a value. */
interface Value {
  variants: unknown[]
  by: Judged[]
  /** Worked out when there is another to compare with. */
  key?: string
}

const keyOf = (value: Value, { key }: Field<unknown>): string => {
  value.key ??= key(value.variants[0])
  return value.key
}

const sameValue = (variant: unknown, values: readonly Value[], field: Field<unknown>): Value | undefined => {
  if (values.length === 0) return undefined
  const key = field.key(variant)
  return values.find(value => keyOf(value, field) === key)
}

/** Puts variants that mean the same together; `before` lets the fuller ones lead. */
const gather = (field: Field<unknown>, members: readonly Member[]): Value[] => {
  const found: Value[] = []
  for (const member of members)
    for (const variant of field.read(member)) {
      const known = sameValue(variant, found, field)
      if (!known) found.push({ variants: [variant], by: [member.record] })
      else {
        known.variants.push(variant)
        known.by.push(member.record)
      }
    }
  const { same, before } = field
  if (!same || found.length < 2) return found
  if (before) found.sort((a, b) => before(a.variants[0], b.variants[0]))
  const values: Value[] = []
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
  const sources: string[] = []
  for (const { source } of records) {
    const witness = witnesses.get(source) ?? source
    if (!sources.includes(witness)) sources.push(witness)
  }
  return sources.length > 1 ? sources.sort() : sources
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

const isContradicted = (value: Value, values: readonly Value[], { conflicts }: Field<unknown>): boolean =>
  conflicts !== undefined &&
  values.some(other => other !== value && conflicts(value.variants[0], other.variants[0]))

const rowOf = (
  value: Value,
  conflict: boolean,
  { label, show }: Field<unknown>,
  witnesses: Witnesses
): SummaryRow => ({
  field: label,
  value: show(value.variants),
  sources: sourcesOf(value.by, witnesses),
  newest: newestOf(value.by),
  conflict
})

/** The rows of a field with several values, the weightiest first. */
const ranked = (values: readonly Value[], field: Field<unknown>, witnesses: Witnesses): SummaryRow[] =>
  values
    .map(value => ({
      row: rowOf(value, isContradicted(value, values, field), field, witnesses),
      valid: field.valid?.(value.variants[0]) ?? true
    }))
    .sort(byWeight)
    .map(({ row }) => row)

/**
 * The consensus of the records of one person: each value with the independent sources that say it, the newest of their
 * dates and whether another value of the field contradicts it. Near copies of a source are one witness; `witnesses`
 * tells which, by default they are looked for among these records. Placeholders never appear; a phone must pass the
 * specification's phone check.
 */
export const summarise = (
  members: readonly Member[],
  witnesses: Witnesses = independentWitnesses(members.map(({ record }) => record))
): SummaryRow[] => {
  const rows: SummaryRow[] = []
  for (const field of SUMMARY_FIELDS) {
    const values = gather(field, members)
    const [first] = values
    if (first && values.length === 1) rows.push(rowOf(first, false, field, witnesses))
    else if (first) rows.push(...ranked(values, field, witnesses))
  }
  return rows
}
