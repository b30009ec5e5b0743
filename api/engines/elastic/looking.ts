import type {
  Candidate,
  Lookup,
  LookupAnswer,
  LookupAnswers,
  SearchPolicy,
  SourceKey
} from '#api/engines/contract.ts'
import { shareAlike } from '#api/engines/findings.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import { candidateOf } from './candidates.ts'
import { sourceOf } from './index-names.ts'
import { matchesAny, surnamesClause } from './queries.ts'
import type { Reach } from './reach.ts'
import type { EngineCall } from './reading.ts'
import { type Hit, type IndexAnswer, type IndexSearch, searchVisible } from './searching.ts'

/** What most look-ups do not exceed, so that one search over all indices answers them. */
const FIRST_SIZE = 101

/**
 * Answers look-ups: each by one search over all indices, and where that was cut by one for each source, all of them in
 * one call.
 */
export async function answerLookups(
  call: EngineCall,
  lookups: readonly Lookup[]
): Promise<Pick<LookupAnswers, 'answers' | 'failed'>> {
  const { reach, answers: first } = await searchAll(call, lookups)
  const failed = new Set<SourceKey>(reach.lost)
  const open = lookups.flatMap((lookup, at) => {
    const answer = first[at]
    return answer?.hasMore || (answer?.isRefused && reach.indices.length > 1) ? [{ lookup, at }] : []
  })
  const searches = open.flatMap(({ lookup, at }) =>
    reach.indices.flatMap(index =>
      clausesOf(lookup).map(clause => ({ at, index, search: searchIn(index, clause, lookup) }))
    )
  )
  const each = await searchVisible(
    call.cluster,
    searches.map(({ search }) => search),
    call.policy,
    call.msLeft,
    call.signal
  )
  const note = ({ failed: own }: IndexAnswer) => {
    for (const index of own) failed.add(sourceOf(reach.namespace, index))
  }
  for (const [at, answer] of first.entries()) if (!open.some(other => other.at === at)) note(answer)
  for (const answer of each) note(answer)
  const answers = lookups.map((lookup, at) => {
    const own = searches.flatMap((search, place) => (search.at === at ? (each[place] ?? []) : []))
    return collect(lookup, own.length > 0 ? own : [first[at] ?? EMPTY], call.policy, reach)
  })
  return { answers, failed }
}

const EMPTY: IndexAnswer = { hits: [], hasMore: false, failed: new Set(), isMissing: false, isRefused: false }

/** One search for each look-up; once more when an index was not there. */
async function searchAll(
  { cluster, findReach, policy, msLeft, signal }: EngineCall,
  lookups: readonly Lookup[]
): Promise<{ reach: Reach; answers: IndexAnswer[] }> {
  const ask = async (reach: Reach) => {
    const { indices } = reach
    const isDivided = indices.length > 1
    const searches = lookups.map(({ steps }) => ({
      indices,
      clause: matchesAny(steps),
      size: FIRST_SIZE,
      isDivided
    }))
    const answers = indices.length === 0 ? [] : await searchVisible(cluster, searches, policy, msLeft, signal)
    return { reach, answers }
  }
  const asked = await ask(await findReach(policy, msLeft(), signal))
  return asked.answers.some(({ isMissing }) => isMissing)
    ? await ask(await findReach(policy, msLeft(), signal, true))
    : asked
}

/** Forms of a surname are looked up one after the other, so that the asked one comes first. */
const clausesOf = ({ steps }: Lookup) =>
  steps.every(({ surname }) => surname !== undefined)
    ? steps.flatMap(surnameKeysOf).map(key => surnamesClause([key]))
    : [matchesAny(steps)]

const searchIn = (index: string, clause: IndexSearch['clause'], { limits }: Lookup): IndexSearch => ({
  indices: [index],
  clause,
  size: Math.min(limits.perSource, limits.total) + 1
})

/** The hits of a look-up within its limits, each record once. */
function collect(
  { limits }: Lookup,
  found: readonly IndexAnswer[],
  policy: SearchPolicy,
  { namespace }: Reach
): LookupAnswer {
  const candidates: Candidate[] = []
  const more = new Set<SourceKey>()
  const recordIds = new Set<string>()
  for (const [index, hits] of Map.groupBy(
    found.flatMap(answer => answer.hits),
    (hit: Hit) => hit.index
  )) {
    const source = sourceOf(namespace, index)
    const own = hits
      .map(hit => candidateOf(hit, source, policy))
      .filter(({ record_id }) => !recordIds.has(record_id))
    const once = [...new Map(own.map(candidate => [candidate.record_id, candidate])).values()]
    for (const { record_id } of once) recordIds.add(record_id)
    if (once.length > limits.perSource) more.add(source)
    candidates.push(...once.slice(0, limits.perSource))
  }
  return shareAlike({ candidates, more }, limits.total)
}
