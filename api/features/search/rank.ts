import type { Candidate, Limits, SourceKey } from '#api/engines/contract.ts'
import { type SearchFindings, SHOWN } from '#api/engines/search.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import type { AnswerRecord, MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { shownParty } from '#shared/identity/parties/stated.ts'
import { type DuplicateGroup, mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { matchPeople } from '#shared/identity/people/match-people.ts'
import type { Rivals } from '#shared/identity/people/rivals/rivals.ts'
import { suggestLines } from '#shared/identity/people/suggestions.ts'
import { shownFields } from '#shared/rules/column-name.ts'

export type RankedAnswer = Pick<
  SearchAnswer,
  'results_by_source' | 'matches' | 'persons' | 'results_count' | 'suggestions'
>

type Sources = ReadonlyMap<SourceKey, CurrentSource>

export interface Ranked {
  answer: RankedAnswer
  /** The records of the answer, the best first. */
  records: readonly MatchedRecord[]
  /** Sources with fitting records that the caps left out. */
  cut: ReadonlySet<SourceKey>
}

export interface FoundRivals extends Rivals {
  /** Sources that did not tell: of them nobody knows. */
  failed: ReadonlySet<SourceKey>
}

/** Looks for records that some of these fit as well: see `rivalSteps`. */
export type FindRivals = (records: readonly MatchedRecord[]) => Promise<FoundRivals>

/** Matches and sorts what passed the gate, applies the caps, merges duplicates and groups people. */
export async function rank(
  plan: SearchPlan,
  passed: readonly Candidate[],
  sources: Sources,
  findings: Pick<SearchFindings, 'failed' | 'more' | 'magnitudes'>,
  findRivals: FindRivals,
  caps: Limits = SHOWN
): Promise<Ranked> {
  const { records, cut } = withinCaps(sortedByRank(fittingOf(plan, passed, sources)), caps)
  const rivals = await findRivals(records)
  const rows = mergeDuplicates(records)
  const suggestions = suggestLines(
    plan,
    records.map(record => record.attributes),
    findings.magnitudes
  )
  const failed = new Set([...findings.failed, ...rivals.failed])
  const answering = answeredSources(sources, { ...findings, failed }, records)
  const answer = {
    ...recordsOf(records, rows),
    persons: groupPersons(records, plan, rows, answering, rivals),
    ...(suggestions.length > 0 && { suggestions })
  }
  return { answer, records, cut }
}

/** Ranks further records of a search, and puts the people together that they and the records shown before belong to. */
export async function rankMore(
  plan: SearchPlan,
  further: readonly MatchedRecord[],
  shownBefore: readonly Candidate[],
  sources: Sources,
  findRivals: FindRivals
): Promise<Pick<MoreAnswer, keyof RankedAnswer & keyof MoreAnswer>> {
  const shown = sortedByRank([...further])
  const ids = new Set(shown.map(({ record_id }) => record_id))
  const records = [...fittingOf(plan, shownBefore, sources), ...shown]
  const rivals = await findRivals(records)
  const people = groupPersons(records, plan, mergeDuplicates(records), [...sources.keys()], rivals)
  return {
    ...recordsOf(shown, mergeDuplicates(shown)),
    persons: people.filter(person => recordIdsOf(person).some(id => ids.has(id)))
  }
}

/** The people to whom these records belong, with all that was shown of them. */
export async function rankPeople(
  plan: SearchPlan,
  shown: readonly Candidate[],
  named: ReadonlySet<Candidate>,
  sources: Sources,
  findRivals: FindRivals
): Promise<Pick<MoreAnswer, keyof RankedAnswer & keyof MoreAnswer>> {
  const records = sortedByRank(fittingOf(plan, shown, sources))
  const ids = new Set([...named].map(({ record_id }) => record_id))
  const rivals = await findRivals(records)
  const people = groupPersons(records, plan, mergeDuplicates(records), [...sources.keys()], rivals)
  const persons = people.filter(person => recordIdsOf(person).some(id => ids.has(id)))
  const theirs = new Set(persons.flatMap(recordIdsOf))
  const own = records.filter(({ record_id }) => theirs.has(record_id))
  return { ...recordsOf(own, mergeDuplicates(own)), persons }
}

/** Those of which the answer tells what they have; not those with records of which it shows none. */
export function answeredSources(
  sources: Sources,
  { failed, more }: Pick<SearchFindings, 'failed' | 'more'>,
  shown: readonly MatchedRecord[]
): SourceKey[] {
  const seen = new Set(shown.map(({ source }) => source))
  return [...sources.keys()].filter(key => !failed.has(key) && (seen.has(key) || !more.has(key)))
}

/** Those that fit the line, whatever keys found them. */
export const fittingOf = (
  plan: SearchPlan,
  candidates: readonly Candidate[],
  sources: Sources
): MatchedRecord[] =>
  candidates.map(candidate => matchCandidate(candidate, plan, sources)).filter(({ match }) => match.score > 0)

export function recordsOf(
  shown: readonly MatchedRecord[],
  rows: readonly DuplicateGroup<MatchedRecord>[]
): Pick<RankedAnswer, 'results_by_source' | 'matches' | 'results_count'> {
  const results: Record<string, AnswerRecord[]> = {}
  const matches: SearchAnswer['matches'] = {}
  for (const [key, sourceRows] of Map.groupBy(rows, ([record]) => record.source))
    results[key] = sourceRows.map(toAnswerRecord)
  for (const { record_id, match, party } of shown)
    matches[record_id] = {
      score: match.score,
      why: match.why,
      reasons: match.reasons.map(reason => ({ ...reason, record_ids: [record_id] })),
      band: match.band,
      reading: match.reading,
      ...(match.person !== undefined && { person: match.person }),
      ...(party && { party: shownParty(party) }),
      ...(match.identifiers && { identifiers: match.identifiers })
    }
  return { results_by_source: results, matches, results_count: shown.length }
}

export function matchCandidate(
  { record_id, source, fields }: Candidate,
  plan: SearchPlan,
  sources: Sources
): MatchedRecord {
  const { fieldKinds: columns = {}, fieldParties, asOf = null, kind } = sources.get(source) ?? {}
  const isLossEntry = kind === 'casualty_list'
  return matchPeople({ record_id, source, asOf, columns, fields, isLossEntry }, plan, fieldParties)
}

/** By score, completeness of the name, precision of the date, source, record id: the same order on every engine. */
function sortedByRank(records: MatchedRecord[]): MatchedRecord[] {
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

/**
 * The best records within the caps, and the sources that lost some. Each source has a place for its best record where that
 * leaves at least half of the places to the best of all.
 */
function withinCaps(
  ranked: MatchedRecord[],
  { perSource, total }: Limits
): { records: MatchedRecord[]; cut: Set<string> } {
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

function toAnswerRecord([{ record_id, fields }, ...others]: DuplicateGroup<MatchedRecord>): AnswerRecord {
  const shown = shownFields(fields)
  if (others.length === 0) return { ...shown, record_id }
  const ids = others.map(other => other.record_id)
  return { ...shown, record_id, duplicates: ids.length + 1, duplicate_ids: ids }
}
