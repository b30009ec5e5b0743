import type { SummaryRow } from '#shared/contracts/person.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { findIndependentSources, type IndependentSources } from './source-independence.ts'
import { SUMMARY_FIELDS, type SummaryField } from './summary-fields.ts'

/** Everything that one field is said to be: variants that mean the same share a value. */
interface Value {
  variants: unknown[]
  by: MatchedRecord[]
  /** Worked out when there is another to compare with. */
  key?: string
}

const keyOf = (value: Value, { key }: SummaryField<unknown>): string => {
  value.key ??= key(value.variants[0])
  return value.key
}

const sameValue = (
  variant: unknown,
  values: readonly Value[],
  field: SummaryField<unknown>
): Value | undefined => {
  if (values.length === 0) return undefined
  const key = field.key(variant)
  return values.find(value => keyOf(value, field) === key)
}

/** Puts variants that mean the same together; `before` lets the fuller ones lead. */
const gather = (field: SummaryField<unknown>, records: readonly MatchedRecord[]): Value[] => {
  const found: Value[] = []
  for (const record of records)
    for (const variant of field.read(record.attributes)) {
      const known = sameValue(variant, found, field)
      if (!known) found.push({ variants: [variant], by: [record] })
      else {
        known.variants.push(variant)
        known.by.push(record)
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

const newestOf = (records: readonly MatchedRecord[]): string | null => {
  let newest: string | null = null
  for (const { asOf } of records) if (asOf !== null && (newest === null || asOf > newest)) newest = asOf
  return newest
}

const sourcesOf = (records: readonly MatchedRecord[], witnesses: IndependentSources): string[] => {
  const sources: string[] = []
  for (const { source } of records) {
    const witness = witnesses.get(source) ?? source
    if (!sources.includes(witness)) sources.push(witness)
  }
  return sources.length > 1 ? sources.sort() : sources
}

/** Who says a value, as far as it weighs. */
type Standing = Pick<SummaryRow, 'sources' | 'newest'>

const standingOf = (records: readonly MatchedRecord[], witnesses: IndependentSources): Standing => ({
  sources: sourcesOf(records, witnesses),
  newest: newestOf(records)
})

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

const isContradicted = (
  value: Value,
  values: readonly Value[],
  { conflicts }: SummaryField<unknown>
): boolean =>
  conflicts !== undefined &&
  values.some(other => other !== value && conflicts(value.variants[0], other.variants[0]))

const rowOf = (
  { label, show }: SummaryField<unknown>,
  variants: readonly unknown[],
  { sources, newest }: Standing,
  conflict: boolean
): SummaryRow => ({ field: label, value: show(variants), sources, newest, conflict })

/** The rows of a field with several values, the weightiest first. */
const ranked = (
  values: readonly Value[],
  field: SummaryField<unknown>,
  witnesses: IndependentSources
): SummaryRow[] =>
  values
    .map(value => ({
      row: rowOf(
        field,
        value.variants,
        standingOf(value.by, witnesses),
        isContradicted(value, values, field)
      ),
      valid: field.valid?.(value.variants[0]) ?? true
    }))
    .sort(byWeight)
    .map(({ row }) => row)

const addRows = (
  rows: SummaryRow[],
  field: SummaryField<unknown>,
  records: readonly MatchedRecord[],
  witnesses: IndependentSources
): void => {
  const values = gather(field, records)
  const [first] = values
  if (first && values.length === 1)
    rows.push(rowOf(field, first.variants, standingOf(first.by, witnesses), false))
  else if (first) rows.push(...ranked(values, field, witnesses))
}

/** What one record says stands alike, and mostly it says one thing of a field. */
const summarizeOne = (record: MatchedRecord, witnesses: IndependentSources): SummaryRow[] => {
  const rows: SummaryRow[] = []
  const standing = standingOf([record], witnesses)
  for (const field of SUMMARY_FIELDS) {
    const said = field.read(record.attributes)
    if (said.length === 1) rows.push(rowOf(field, said, standing, false))
    else if (said.length > 1) addRows(rows, field, [record], witnesses)
  }
  return rows
}

/**
 * The consensus of the records of one person: each value with the independent sources that say it, the newest of their
 * dates and whether another value of the field contradicts it. Near copies of a source are one witness; `witnesses`
 * tells which, by default they are looked for among these records. Placeholders never appear; a phone must pass
 * `isPhoneForSummary`.
 */
export const summarize = (
  records: readonly MatchedRecord[],
  witnesses: IndependentSources = findIndependentSources(records)
): SummaryRow[] => {
  const [first] = records
  if (first && records.length === 1) return summarizeOne(first, witnesses)
  const rows: SummaryRow[] = []
  for (const field of SUMMARY_FIELDS) addRows(rows, field, records, witnesses)
  return rows
}
