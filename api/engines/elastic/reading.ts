import type { Candidate, Listing, SourceKey } from '#api/engines/contract.ts'
import type { SubjectsOfRecords } from '#api/engines/subject-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { candidateOf } from './candidates.ts'
import { ElasticDownError } from './failures.ts'
import { searchAlias, sourceOf } from './index-names.ts'
import { askTogether, failedIndices, isMissing, type SearchContext } from './multi-search.ts'
import { addRecords } from './pages/add-records.ts'
import { type Clause, matchesAny, narrowed, numbersClause } from './queries.ts'
import type { FindReach, Reach } from './reach.ts'
import { type IndexAnswer, type IndexSearch, searchVisible, WINDOW } from './searching.ts'

/** What one call of the engine reads with. */
export interface EngineCall extends SearchContext {
  findReach: FindReach
}

const ALL: Clause = { match_all: {} }

export const listRecords = (call: EngineCall, listing: Listing): Promise<Candidate[]> => {
  const { steps, earlier, skipped, after, limit } = listing
  const not = [
    ...(earlier.length > 0 ? [matchesAny(earlier)] : []),
    ...(skipped.length > 0 ? [numbersClause(skipped)] : [])
  ]
  return readAll(call, { clause: matchesAny(steps), not, after, size: limit })
}

export const readNumbers = (call: EngineCall, numbers: readonly bigint[]): Promise<Candidate[]> =>
  readAll(call, { clause: numbersClause(numbers), size: numbers.length })

/** Without the records, which may be large. What was told of some sources is kept when others did not answer. */
export async function readSubjects(call: EngineCall, numbers: readonly bigint[]): Promise<SubjectsOfRecords> {
  const { findReach, policy, msLeft, signal } = call
  const parts = Array.from({ length: Math.ceil(numbers.length / WINDOW) }, (_, at) =>
    numbers.slice(at * WINDOW, (at + 1) * WINDOW)
  )
  const ask = async (reach: Reach) => {
    const searches = parts.map(part => ({
      indices: reach.indices,
      clause: numbersClause(part),
      size: part.length,
      isBare: true
    }))
    return { reach, answers: reach.indices.length === 0 ? [] : await searchVisible(call, searches) }
  }
  const first = await ask(await findReach(policy, msLeft(), signal))
  const { reach, answers } = first.answers.some(({ isMissing }) => isMissing)
    ? await ask(await findReach(policy, msLeft(), signal, true))
    : first
  const hits = answers.flatMap(answer => answer.hits)
  return {
    records: hits.map(({ number, index, subjectKeys }) => ({
      number,
      source: sourceOf(reach.namespace, index),
      subjectKeys: policy.suppressedKeys ? subjectKeys : null
    })),
    isWhole: reach.lost.size === 0 && answers.every(({ failed }) => failed.size === 0)
  }
}

/** @param call Its policy has one source. */
export const readSample = (call: EngineCall, size: number, batch: number | undefined): Promise<Candidate[]> =>
  readAll(call, { clause: batch === undefined ? ALL : { term: { b: String(batch) } }, size })

/** What one search over all indices finds. All of them have to answer. */
async function readAll(call: EngineCall, search: Omit<IndexSearch, 'indices'>): Promise<Candidate[]> {
  if (search.size === 0) return []
  const ask = async ({ namespace, indices }: Reach) => {
    const answers = indices.length === 0 ? [] : await searchVisible(call, [{ ...search, indices }])
    const [answer] = await addRecords(call, answers)
    return { namespace, answer }
  }
  const { namespace, answer } = await inReach(call, ask, ({ answer: own }) => own?.isMissing ?? false)
  assertWhole(answer?.failed)
  return (answer?.hits ?? []).map(hit => candidateOf(hit, sourceOf(namespace, hit.index), call.policy))
}

/** Counts the records of each source that match any of the steps, those of a suppressed person not, up to `cap`. */
export async function countRecords(
  call: EngineCall,
  steps: readonly PlanStep[],
  cap: number
): Promise<Map<SourceKey, number>> {
  const { cluster, policy, msLeft, signal } = call
  const clause = matchesAny(steps)
  const ask = async ({ namespace, indices }: Reach) => {
    const body = {
      query: narrowed(clause, {}),
      size: 0,
      aggs: { indices: { terms: { field: '_index', size: Math.max(1, indices.length) } } }
    }
    const [answer] =
      indices.length === 0 ? [] : await askTogether(cluster, [{ indices, body }], msLeft(), signal)
    return { namespace, indices, answer }
  }
  const { namespace, indices, answer } = await inReach(
    call,
    ask,
    ({ answer: own }) => own !== undefined && isMissing(own)
  )
  if (answer) assertWhole(failedIndices(answer, indices))
  const counts = new Map([...policy.sources.keys()].map(key => [key, 0]))
  for (const { key, doc_count } of answer?.aggregations?.indices.buckets ?? [])
    counts.set(sourceOf(namespace, key), Math.min(cap, doc_count))
  if (policy.suppressedKeys) {
    const counted = [...counts].filter(([, count]) => count > 0).map(([source]) => source)
    const searches = counted.map(source => ({
      indices: [searchAlias(namespace, source)],
      clause,
      size: cap,
      isBare: true
    }))
    const answers = await searchVisible(call, searches)
    for (const [at, source] of counted.entries()) {
      assertWhole(answers[at]?.failed)
      counts.set(source, answers[at]?.hits.length ?? 0)
    }
  }
  return counts
}

/** Once more when an index was not there. */
async function inReach<T>(
  { findReach, policy, msLeft, signal }: EngineCall,
  ask: (reach: Reach) => Promise<T>,
  hasMissing: (answer: T) => boolean
): Promise<T> {
  const askWhole = async (isRepeated: boolean) => {
    const reach = await findReach(policy, msLeft(), signal, isRepeated)
    if (reach.lost.size > 0) throw new ElasticDownError('an index has gone')
    return await ask(reach)
  }
  const answer = await askWhole(false)
  return hasMissing(answer) ? await askWhole(true) : answer
}

function assertWhole(failed: IndexAnswer['failed'] | undefined): void {
  if (failed && failed.size > 0) throw new ElasticDownError('an index did not answer')
}
