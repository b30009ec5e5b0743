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
import { addRecords } from './pages/add-records.ts'
import { isLarge } from './pages/records-together.ts'
import { matchesAny, surnamesClause } from './queries.ts'
import type { Reach } from './reach.ts'
import type { EngineCall } from './reading.ts'
import { type Hit, type IndexAnswer, type IndexSearch, searchVisible } from './searching.ts'

/** What most look-ups do not exceed, so that one search over all indices answers them. */
const FIRST_SIZE = 101

/** Answers look-ups: what is found of each record, each look-up within its limits. */
export async function answerLookups(
  call: EngineCall,
  lookups: readonly Lookup[]
): Promise<Pick<LookupAnswers, 'answers' | 'failed'>> {
  const { reach, answered } = await searchAll(call, lookups)
  const failed = new Set<SourceKey>(reach.lost)
  const whole = await addRecords(
    call,
    answered.map(({ answer }) => answer)
  )
  for (const { failed: own } of whole) for (const index of own) failed.add(sourceOf(reach.namespace, index))
  const answers = lookups.map((lookup, at) =>
    collect(
      lookup,
      whole.filter((_answer, place) => answered[place]?.at === at),
      call.policy,
      reach
    )
  )
  return { answers, failed }
}

interface FoundRecords {
  reach: Reach
  /** Several of a look-up, which is told by its place. */
  answered: { at: number; answer: IndexAnswer }[]
}

/**
 * Each look-up by one search over all indices but the large ones, and where that was cut by one for each source, as of a
 * large one anyhow, all of them in one call; once more when an index was not there.
 */
async function searchAll(
  call: EngineCall,
  lookups: readonly Lookup[],
  isRepeated = false
): Promise<FoundRecords> {
  const { findReach, policy, recordsTogether, msLeft, signal } = call
  const hasGone = (answers: readonly IndexAnswer[]) =>
    !isRepeated && answers.some(({ isMissing }) => isMissing)
  const reach = await findReach(policy, msLeft(), signal, isRepeated)
  const large = reach.indices.filter(index => isLarge(recordsTogether, index))
  const together = reach.indices.filter(index => !large.includes(index))
  const joint = lookups.map(({ steps }) => ({
    indices: together,
    clause: matchesAny(steps),
    size: FIRST_SIZE
  }))
  const first = together.length === 0 ? [] : await searchVisible(call, joint)
  if (hasGone(first)) return await searchAll(call, lookups, true)
  const open = new Set(
    first.flatMap((answer, at) => (answer.hasMore || (answer.isRefused && together.length > 1) ? [at] : []))
  )
  // Records that did not come together once would not come the next time.
  const isBare = first.some(({ hits }) => hits.some(({ stored }) => stored === undefined))
  const searches = lookups.flatMap((lookup, at) =>
    (open.has(at) ? reach.indices : large).flatMap(index =>
      clausesOf(lookup).map(clause => ({ at, search: { ...searchIn(index, clause, lookup), isBare } }))
    )
  )
  const each = await searchVisible(
    call,
    searches.map(({ search }) => search)
  )
  if (hasGone(each)) return await searchAll(call, lookups, true)
  const answered = [
    ...first.flatMap((answer, at) => (open.has(at) ? [] : [{ at, answer }])),
    ...searches.flatMap(({ at }, place) => {
      const answer = each[place]
      return answer ? [{ at, answer }] : []
    })
  ]
  return { reach, answered }
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
  answered: readonly IndexAnswer[],
  policy: SearchPolicy,
  { namespace }: Reach
): LookupAnswer {
  const candidates: Candidate[] = []
  const more = new Set<SourceKey>()
  const recordIds = new Set<string>()
  for (const [index, hits] of Map.groupBy(
    answered.flatMap(answer => answer.hits),
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
