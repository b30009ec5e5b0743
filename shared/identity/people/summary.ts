import type { SummaryRow } from '#shared/contracts/person.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { findIndependentSources, type IndependentSources } from './source-independence.ts'
import { SUMMARY_FIELDS, type SummaryField } from './summary-fields.ts'

/** One value of a field: the variants that mean the same, and the records that state them. */
interface FieldValue {
  variants: unknown[]
  records: MatchedRecord[]
}

/** Values of a field are compared each with each; a record of more lists other people's. */
const VALUES_OF_RECORD_MAX = 64

const groupByKey = (field: SummaryField<unknown>, records: readonly MatchedRecord[]): FieldValue[] => {
  const byKey = new Map<string, FieldValue>()
  for (const record of records)
    for (const variant of field.read(record.attributes).slice(0, VALUES_OF_RECORD_MAX)) {
      const value = byKey.getOrInsertComputed(field.key(variant), () => ({ variants: [], records: [] }))
      value.variants.push(variant)
      value.records.push(record)
    }
  return [...byKey.values()]
}

/** Puts variants that mean the same together; `before` lets the fuller ones lead. */
const groupVariants = (field: SummaryField<unknown>, records: readonly MatchedRecord[]): FieldValue[] => {
  const byKey = groupByKey(field, records)
  const { same, before } = field
  if (!same) return byKey
  if (before) byKey.sort((a, b) => before(a.variants[0], b.variants[0]))
  const values: FieldValue[] = []
  for (const value of byKey) {
    const equal = values.find(other => same(other.variants[0], value.variants[0]))
    equal?.variants.push(...value.variants)
    equal?.records.push(...value.records)
    if (!equal) values.push(value)
  }
  return values
}

const newestOf = (records: readonly MatchedRecord[]): string | null => {
  let newest: string | null = null
  for (const { asOf } of records) if (asOf !== null && (newest === null || asOf > newest)) newest = asOf
  return newest
}

const sourcesOf = (records: readonly MatchedRecord[], independentSources: IndependentSources): string[] =>
  [...new Set(records.map(({ source }) => independentSources.get(source) ?? source))].sort()

interface RankedRow {
  row: SummaryRow
  valid: boolean
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byWeight = (a: RankedRow, b: RankedRow): number =>
  b.row.sources.length - a.row.sources.length ||
  compareText(b.row.newest ?? '', a.row.newest ?? '') ||
  Number(b.valid) - Number(a.valid) ||
  compareText(a.row.value, b.row.value)

const isContradicted = (
  value: FieldValue,
  values: readonly FieldValue[],
  { conflicts }: SummaryField<unknown>
): boolean =>
  conflicts !== undefined &&
  values.some(other => other !== value && conflicts(value.variants[0], other.variants[0]))

/** The rows of a field, the weightiest first. */
const rowsOf = (
  field: SummaryField<unknown>,
  records: readonly MatchedRecord[],
  independentSources: IndependentSources
): SummaryRow[] =>
  groupVariants(field, records)
    .map((value, _, values) => ({
      row: {
        field: field.label,
        value: field.show(value.variants),
        sources: sourcesOf(value.records, independentSources),
        newest: newestOf(value.records),
        conflict: isContradicted(value, values, field)
      },
      valid: field.valid?.(value.variants[0]) ?? true
    }))
    .sort(byWeight)
    .map(({ row }) => row)

/**
 * The consensus of the records of one person: each value with the independent sources that state it, the newest of their
 * dates and whether another value of the field contradicts it. Near copies of a source count once; by default they are
 * looked for among these records. Placeholders never appear; a phone must pass `isPhoneForSummary`.
 */
export const summarize = (
  records: readonly MatchedRecord[],
  independentSources: IndependentSources = findIndependentSources(records)
): SummaryRow[] => SUMMARY_FIELDS.flatMap(field => rowsOf(field, records, independentSources))
