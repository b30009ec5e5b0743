import type { Evidence, SummaryRow } from '#shared/contracts/summary.ts'
import type { Spelling } from './canonical-values.ts'
import { collectEvidence, confirmingSources, evidenceOf, newestOf, summaryState } from './evidence.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { findIndependentSources, type IndependentSources } from './source-independence.ts'
import { type FormerStems, formerStemsOf, SUMMARY_FIELDS, type SummaryField } from './summary-fields.ts'

export interface SummaryContext {
  independentSources: IndependentSources
  /** Sources that were asked and answered, in order. */
  answering: readonly string[]
}

/** All pairs are compared; longer lists belong to other people. */
const VALUES_OF_RECORD_MAX = 64

const valuesOf = (
  field: SummaryField<unknown>,
  { attributes }: MatchedRecord,
  former: FormerStems
): readonly unknown[] => {
  const values = field.read(attributes, former)
  return values.length > VALUES_OF_RECORD_MAX ? values.slice(0, VALUES_OF_RECORD_MAX) : values
}

const countSources = (records: readonly MatchedRecord[], independentSources: IndependentSources): number => {
  if (records.length === 1) return 1
  const sources = new Set<string>()
  for (const { source } of records) sources.add(independentSources.get(source) ?? source)
  return sources.size
}

const spellingsOf = (
  field: SummaryField<unknown>,
  records: readonly MatchedRecord[],
  independentSources: IndependentSources,
  former: FormerStems
): Spelling<unknown>[] => {
  const byKey = new Map<string, { variants: unknown[]; records: MatchedRecord[] }>()
  for (const record of records)
    for (const variant of valuesOf(field, record, former)) {
      const spelling = byKey.getOrInsertComputed(field.key(variant), () => ({ variants: [], records: [] }))
      spelling.variants.push(variant)
      spelling.records.push(record)
    }
  const spellings: Spelling<unknown>[] = []
  for (const { variants, records } of byKey.values()) {
    const sources = byKey.size > 1 ? countSources(records, independentSources) : 1
    spellings.push({ variant: variants[0], variants, records, sources })
  }
  return spellings
}

type Value = [Spelling<unknown>, ...Spelling<unknown>[]]

/** Groups equal meanings; `before` puts fuller ones first. */
const groupSpellings = (
  { same, before }: SummaryField<unknown>,
  spellings: readonly Spelling<unknown>[]
): Value[] => {
  if (!same || spellings.length < 2) return spellings.map(spelling => [spelling])
  const values: Value[] = []
  const ordered = before ? spellings.toSorted((a, b) => before(a.variant, b.variant)) : spellings
  for (const spelling of ordered) {
    const value = values.find(([lead]) => same(lead.variant, spelling.variant))
    if (value) value.push(spelling)
    else values.push([spelling])
  }
  return values
}

interface RankedRow {
  row: SummaryRow
  /** Stated by the card. */
  isAttested: boolean
  valid: boolean
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byWeight = (a: RankedRow, b: RankedRow): number =>
  Number(b.isAttested) - Number(a.isAttested) ||
  b.row.sources.length - a.row.sources.length ||
  compareText(b.row.newest?.date ?? '', a.row.newest?.date ?? '') ||
  Number(b.valid) - Number(a.valid) ||
  compareText(a.row.value, b.row.value)

interface Presence {
  present: ReadonlySet<string>
  absent: string[]
}

const presenceOf = (records: readonly MatchedRecord[], answering: readonly string[]): Presence => {
  const present = new Set<string>()
  for (const { source } of records) present.add(source)
  return { present, absent: answering.filter(source => !present.has(source)) }
}

const silentOf = (
  spellings: readonly Spelling<unknown>[],
  { present, absent }: Presence
): SummaryRow['silent'] => {
  const silent = new Set(present)
  for (const { records } of spellings) for (const { source } of records) silent.delete(source)
  return { no_field: [...silent], no_person: absent }
}

const attestedKey = (field: SummaryField<unknown>, records: readonly MatchedRecord[]): string | null => {
  const attested = field.attested?.(records) ?? null
  return attested === null ? null : field.key(attested)
}

/** The card's value first, then the weightiest. */
const rowsOf = (
  field: SummaryField<unknown>,
  records: readonly MatchedRecord[],
  independentSources: IndependentSources,
  presence: Presence,
  former: FormerStems
): SummaryRow[] => {
  const spellings = spellingsOf(field, records, independentSources, former)
  if (spellings.length === 0) return []
  const silent = silentOf(spellings, presence)
  const attested = spellings.length > 1 ? attestedKey(field, records) : null
  return groupSpellings(field, spellings)
    .flatMap((value): RankedRow[] => {
      const summaryValue = field.pick(value)
      const evidence = collectEvidence(field, summaryValue, spellings)
      const sources = confirmingSources(evidence, independentSources)
      if (sources.length === 0) return []
      const state = summaryState(evidence, sources)
      const row: SummaryRow = {
        field: field.label,
        value: field.show(summaryValue),
        sources,
        state,
        conflict: state === 'conflict',
        newest: newestOf(evidence),
        evidence,
        silent
      }
      const isAttested = attested !== null && field.key(summaryValue) === attested
      return [{ row, isAttested, valid: field.valid?.(summaryValue) ?? true }]
    })
    .sort(byWeight)
    .map(({ row }) => row)
}

const NO_SOURCES: readonly string[] = []

const rowOfOne = (
  field: SummaryField<unknown>,
  value: unknown,
  evidence: Evidence,
  absent: string[]
): SummaryRow => ({
  field: field.label,
  value: field.show(value),
  sources: [evidence.source],
  state: 'single',
  conflict: false,
  newest: newestOf([evidence]),
  evidence: [evidence],
  silent: { no_field: [], no_person: absent }
})

/** Fast path for one record without repeated fields; otherwise summaries take six times as long, a third of ranking. */
const summarizeRecord = (
  record: MatchedRecord,
  independentSources: IndependentSources,
  presence: Presence
): SummaryRow[] => {
  const rows: SummaryRow[] = []
  const former = formerStemsOf([record])
  for (const field of SUMMARY_FIELDS) {
    const values = field.read(record.attributes, former)
    if (values.length > 1) rows.push(...rowsOf(field, [record], independentSources, presence, former))
    if (values.length !== 1) continue
    const evidence = evidenceOf(field, record, values[0], 'confirms')
    if (evidence) rows.push(rowOfOne(field, values[0], evidence, presence.absent))
  }
  return rows
}

/**
 * The consensus of one person's records: each value with what every record says of it, in its own words. A source
 * confirms only what it states in full; near copies count once. Placeholders never appear.
 */
export const summarize = (
  records: readonly MatchedRecord[],
  {
    independentSources = findIndependentSources(records),
    answering = NO_SOURCES
  }: Partial<SummaryContext> = {}
): SummaryRow[] => {
  const [only, ...others] = records
  const presence = presenceOf(records, answering)
  const former = formerStemsOf(records)
  return only && others.length === 0
    ? summarizeRecord(only, independentSources, presence)
    : SUMMARY_FIELDS.flatMap(field => rowsOf(field, records, independentSources, presence, former))
}
