import { sourcesBehind } from '#api/book/changes.ts'
import { runInTime } from '#api/db/search-connections.ts'
import { askTogether, failedIndices } from '#api/engines/cluster/multi-search.ts'
import { partialAnswer } from '#api/engines/cluster/shapes.ts'
import type {
  Candidate,
  Listing,
  Lookup,
  LookupAnswer,
  LookupAnswers,
  SourceKey
} from '#api/engines/contract.ts'
import { shareAlike } from '#api/engines/findings.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { type EngineCall, type IndexAnswer, type IndexSearch, searchVisible } from './filtered-search.ts'
import { idsClause, matchesAny, narrowed, surnamesClause } from './queries.ts'

/** Enough for most look-ups in one search over all sources. */
const FIRST_SIZE = 101

/** One search over all sources per look-up; cut ones are repeated source by source in one call. */
export async function answerLookups(
  call: EngineCall,
  lookups: readonly Lookup[]
): Promise<Pick<LookupAnswers, 'answers' | 'failed'>> {
  const first = await searchVisible(
    call,
    lookups.map(({ steps }) => ({ clause: matchesAny(steps), size: FIRST_SIZE }))
  )
  const sources = [...call.numbers.keyOf.keys()].map(String)
  const searches = lookups.flatMap((lookup, at) =>
    first[at]?.hasMore
      ? sources.flatMap(source => searchesIn(source, lookup).map(search => ({ at, search })))
      : []
  )
  const each = await searchVisible(
    call,
    searches.map(({ search }) => search)
  )
  const answersOf = (at: number): IndexAnswer[] => [
    ...first.slice(at, at + 1).filter(({ hasMore }) => !hasMore),
    ...each.filter((_answer, place) => searches[place]?.at === at)
  ]
  const isFailed = [...first, ...each].some(answer => answer.isFailed)
  return {
    answers: lookups.map((lookup, at) => collect(lookup, answersOf(at))),
    failed: new Set(isFailed ? call.policy.sources.keys() : [])
  }
}

/** The asked form of a surname comes first. */
function searchesIn(source: string, { steps, limits }: Lookup): IndexSearch[] {
  const clauses = steps.every(({ surname }) => surname !== undefined)
    ? steps.flatMap(surnameKeysOf).map(key => surnamesClause([key]))
    : [matchesAny(steps)]
  const size = Math.min(limits.perSource, limits.total) + 1
  return clauses.map(clause => ({ clause, sources: [source], size }))
}

function collect({ limits }: Lookup, answers: readonly IndexAnswer[]): LookupAnswer {
  const once = new Map(
    answers.flatMap(({ hits }) => hits).map(candidate => [candidate.record_id, candidate] as const)
  )
  const candidates: Candidate[] = []
  const more = new Set<SourceKey>()
  for (const [source, own] of Map.groupBy(once.values(), candidate => candidate.source)) {
    if (own.length > limits.perSource) more.add(source)
    candidates.push(...own.slice(0, limits.perSource))
  }
  return shareAlike({ candidates, more }, limits.total)
}

export async function listRecords(call: EngineCall, listing: Listing): Promise<Candidate[]> {
  const { steps, earlier, skipped, after, limit } = listing
  if (limit === 0) return []
  const not = [
    ...(earlier.length > 0 ? [matchesAny(earlier)] : []),
    ...(skipped.length > 0 ? [idsClause(skipped.map(String))] : [])
  ]
  const answers = await searchVisible(call, [{ clause: matchesAny(steps), not, after, size: limit }])
  assertWhole(answers)
  return answers.flatMap(({ hits }) => hits)
}

/**
 * Counts matching records per source up to `cap`, without suppressed ones. Unknown for sources with pending changes.
 */
export async function countMatching(
  call: EngineCall,
  steps: readonly PlanStep[],
  cap: number
): Promise<Map<SourceKey, number>> {
  const { cluster, connections, index, policy, numbers, msLeft, signal } = call
  // Read first, so that later changes are not missed.
  const behind = await runInTime(connections, msLeft(), signal, sql => sourcesBehind(sql, index))
  if (!behind) throw partialAnswer()
  const clause = matchesAny(steps)
  const sources = [...numbers.keyOf.keys()].map(String)
  const body = {
    query: narrowed(clause, { sources }),
    size: 0,
    aggs: { sources: { terms: { field: 'src', size: Math.max(1, sources.length) } } }
  }
  const [raw] = await askTogether(cluster, index, [body], msLeft(), signal)
  if (!raw || failedIndices(raw, [index]).size > 0) throw partialAnswer()
  const counts = new Map(sources.map(source => [source, 0]))
  for (const { key, doc_count } of raw.aggregations?.sources?.buckets ?? [])
    counts.set(key, Math.min(cap, doc_count))
  if (policy.suppressedKeys) {
    const counted = sources.filter(source => counts.get(source) !== 0)
    const answers = await searchVisible(
      call,
      counted.map(source => ({ clause, sources: [source], size: cap, isBare: true }))
    )
    assertWhole(answers)
    for (const [at, source] of counted.entries()) counts.set(source, Math.min(cap, answers[at]?.count ?? 0))
  }
  return new Map(
    [...numbers.keyOf].flatMap(([number, key]) =>
      behind.has(number) ? [] : [[key, counts.get(String(number)) ?? 0] as const]
    )
  )
}

function assertWhole(answers: readonly IndexAnswer[]): void {
  if (answers.some(({ isFailed }) => isFailed)) throw partialAnswer()
}
