import type { Evidence, EvidenceState, Newest, SummaryState } from '#shared/contracts/summary.ts'
import type { Spelling } from './canonical-values.ts'
import type { MatchedRecord } from './linkage-record.ts'
import type { IndependentSources } from './source-independence.ts'
import type { SummaryField } from './summary-fields.ts'

const ORDER: Record<EvidenceState, number> = { confirms: 0, compatible: 1, conflicts: 2 }

const stanceOf = (
  field: SummaryField<unknown>,
  summaryValue: unknown,
  stated: unknown
): EvidenceState | null => {
  if (field.key(summaryValue) === field.key(stated)) return 'confirms'
  const stance = field.stance?.(summaryValue, stated) ?? null
  if (stance) return stance
  return field.conflicts?.(summaryValue, stated) ? 'conflicts' : null
}

/** Null when the own words of the record are unknown. */
export const evidenceOf = (
  field: SummaryField<unknown>,
  record: MatchedRecord,
  stated: unknown,
  state: EvidenceState
): Evidence | null => {
  const text = field.written(record, stated)
  if (text === null || text === '') return null
  const { source, record_id, attributes, asOf } = record
  return { source, record_id, text, state, record_date: attributes.recordDate, source_date: asOf }
}

const byStateAndSource = (a: Evidence, b: Evidence): number =>
  ORDER[a.state] - ORDER[b.state] ||
  (a.source < b.source ? -1 : a.source > b.source ? 1 : a.record_id < b.record_id ? -1 : 1)

const evidenceOfOne = (
  field: SummaryField<unknown>,
  { variants, records }: Spelling<unknown>
): Evidence[] => {
  const evidence: Evidence[] = []
  records.forEach((record, at) => {
    const piece =
      at === 0 || records[at - 1] !== record ? evidenceOf(field, record, variants[at], 'confirms') : null
    if (piece) evidence.push(piece)
  })
  return evidence
}

/** Each record speaks by its value closest to the summary's, and by what contradicts that. */
export const collectEvidence = (
  field: SummaryField<unknown>,
  summaryValue: unknown,
  spellings: readonly Spelling<unknown>[]
): Evidence[] => {
  const [only, ...others] = spellings
  if (only && others.length === 0) return evidenceOfOne(field, only).sort(byStateAndSource)
  const closest = new Map<MatchedRecord, { stated: unknown; state: EvidenceState }>()
  const conflicting: [MatchedRecord, unknown][] = []
  for (const { variant, variants, records } of spellings) {
    const state = stanceOf(field, summaryValue, variant)
    if (!state) continue
    records.forEach((record, at) => {
      if (field.isSingle && state === 'conflicts') conflicting.push([record, variants[at]])
      const closestSoFar = closest.get(record)
      if (!closestSoFar || ORDER[state] < ORDER[closestSoFar.state])
        closest.set(record, { stated: variants[at], state })
    })
  }
  const evidence: Evidence[] = []
  for (const [record, { stated, state }] of closest) {
    const piece = evidenceOf(field, record, stated, state)
    if (piece) evidence.push(piece)
  }
  for (const [record, stated] of conflicting) {
    const own =
      closest.get(record)?.state === 'conflicts' ? null : evidenceOf(field, record, stated, 'conflicts')
    if (own) evidence.push(own)
  }
  return evidence.sort(byStateAndSource)
}

export const confirmingSources = (
  evidence: readonly Evidence[],
  independentSources: IndependentSources
): string[] => {
  const sources = new Map<string, string>()
  for (const { source, state } of evidence) {
    const independent = independentSources.get(source) ?? source
    const confirming = sources.get(independent)
    if (state === 'confirms' && (confirming === undefined || source < confirming))
      sources.set(independent, source)
  }
  return [...sources.values()].sort()
}

export const summaryState = (evidence: readonly Evidence[], sources: readonly string[]): SummaryState => {
  if (evidence.some(({ state }) => state === 'conflicts')) return 'conflict'
  return sources.length > 1 ? 'confirmed' : 'single'
}

/** Newest record that confirms or is compatible; without dates, the newest source. */
export const newestOf = (evidence: readonly Evidence[]): Newest | null => {
  let ofRecord: string | null = null
  let ofSource: string | null = null
  for (const { state, record_date, source_date } of evidence) {
    if (state === 'conflicts') continue
    if (record_date !== null && (ofRecord === null || record_date > ofRecord)) ofRecord = record_date
    if (source_date !== null && (ofSource === null || source_date > ofSource)) ofSource = source_date
  }
  if (ofRecord !== null) return { date: ofRecord, of: 'record' }
  return ofSource === null ? null : { date: ofSource, of: 'source' }
}
