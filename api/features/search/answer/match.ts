import type { Candidate, Limits, SourceKey } from '#api/engines/contract.ts'
import { SHOWN } from '#api/engines/search.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { matchPeople } from '#shared/identity/people/match-people.ts'

type Sources = ReadonlyMap<SourceKey, CurrentSource>

export interface Matched {
  records: readonly MatchedRecord[]
  cut: ReadonlySet<SourceKey>
}

export const match = (
  plan: SearchPlan,
  passed: readonly Candidate[],
  sources: Sources,
  caps: Limits = SHOWN
): Matched => withinCaps(sortedByRank(fittingRecords(plan, passed, sources)), caps)

export const countBySource = (records: readonly MatchedRecord[]): Map<SourceKey, number> =>
  new Map(
    Map.groupBy(records, ({ source }) => source)
      .entries()
      .map(([key, { length }]) => [key, length])
  )

/** Records that fit the line, whatever keys found them. */
export const fittingRecords = (
  plan: SearchPlan,
  candidates: readonly Candidate[],
  sources: Sources
): MatchedRecord[] =>
  candidates.map(candidate => matchCandidate(candidate, plan, sources)).filter(({ match }) => match.score > 0)

export function matchCandidate(
  { record_id, source, fields, firstSeen }: Candidate,
  plan: SearchPlan,
  sources: Sources
): MatchedRecord {
  const { fieldKinds: columns = {}, fieldParties, asOf = null, kind } = sources.get(source) ?? {}
  const isLossEntry = kind === 'casualty_list'
  return matchPeople(
    { record_id, source, asOf, columns, fields, isLossEntry, ...(firstSeen && { firstSeen }) },
    plan,
    fieldParties
  )
}

/** Score, completeness of name, precision of date, source, id: the same on every engine. */
export function sortedByRank(records: MatchedRecord[]): MatchedRecord[] {
  if (records.length < 2) return records
  const ranks = ranksOf(records)
  const places = records.map(record => ({
    record,
    score: record.match.score,
    parts: nameParts(record),
    precision: datePrecision(record),
    source: ranks.get(record.source) ?? 0
  }))
  places.sort(
    (a, b) =>
      b.score - a.score ||
      b.parts - a.parts ||
      b.precision - a.precision ||
      a.source - b.source ||
      compareText(a.record.record_id, b.record.record_id)
  )
  return places.map(({ record }) => record)
}

function ranksOf(records: MatchedRecord[]): ReadonlyMap<string, number> {
  const sources = new Set<string>()
  for (const { source } of records) sources.add(source)
  return new Map([...sources].sort().map((source, rank) => [source, rank]))
}

const compareText = (a: string, b: string) => (a < b ? -1 : a === b ? 0 : 1)

function nameParts({ attributes }: MatchedRecord): number {
  const name = attributes.names[0]
  return name ? wholePart(name.surname) + wholePart(name.given) + wholePart(name.patronymic) : 0
}

const wholePart = (part = '') => Number(part.length > 1)

function datePrecision({ attributes }: MatchedRecord): number {
  const date = attributes.birthDates[0]
  return date ? 1 + Number(date.month !== undefined) + Number(date.day !== undefined) : 0
}

/** Applies the caps. Each source keeps a place if that leaves half of the places to the best. */
function withinCaps(ranked: MatchedRecord[], { perSource, total }: Limits): Matched {
  const bestOfSources = new Map<string, MatchedRecord>()
  for (const record of ranked) bestOfSources.getOrInsert(record.source, record)
  if (bestOfSources.size > total / 2) bestOfSources.clear()
  let room = total - bestOfSources.size
  const counts = new Map<string, number>()
  const cut = new Set<string>()
  const records = ranked.filter(record => {
    const { source } = record
    const count = counts.get(source) ?? 0
    const isKept = bestOfSources.get(source) === record
    if (!isKept && (count >= perSource || room <= 0)) {
      cut.add(source)
      return false
    }
    counts.set(source, count + 1)
    if (!isKept) room -= 1
    return true
  })
  return { records, cut }
}
