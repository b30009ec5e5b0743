import type { SearchPolicy } from '#api/engines/contract.ts'
import type { CallLimits, Cluster } from './cluster.ts'
import type { StoredDocument } from './documents.ts'
import { AnswerTooLargeError, isFailure, isTimeout, NO_INDEX, OVERLOADED } from './failures.ts'
import { type Clause, type Narrowing, narrowed } from './queries.ts'
import { answersIn, assertOwnHits, type RawAnswer, type RawHit, recordIdIn } from './shapes.ts'

/** One search of several that go together. */
export interface IndexSearch {
  indices: readonly string[]
  clause: Clause
  /** Not these as well. */
  not?: readonly Clause[]
  /** Only records after this number. */
  after?: bigint | null
  size: number
  /** Whether only to see who is among them. */
  onlySubjects?: boolean
  /** Whether the caller asks index by index where the answer is too large; it comes in pages otherwise. */
  isDivided?: boolean
}

export interface Hit {
  index: string
  /** What is not searched of the record; undefined where only subjects were read. */
  stored: StoredDocument['d'] | undefined
  subjectKeys: string[]
}

export interface IndexAnswer {
  /** In the order of their numbers. */
  hits: Hit[]
  hasMore: boolean
  /** Indices that did not answer, or not in full. */
  failed: ReadonlySet<string>
  /** One of the indices is not there. */
  isMissing: boolean
  /** Something of one index, such as its being closed, made the whole search fail. */
  isRefused: boolean
}

/** More cannot be read of one search. */
const WINDOW = 10_000
/** A search that met suppressed people is repeated without them, of so many more records each time. */
const GROWTH = 4

/** What is said of a search whose answer by itself is larger than is taken, also in pages. */
const TOO_LARGE: RawAnswer = { error: { type: 'answer_too_large' }, status: 413 }

/** A page has so many times fewer records: a small server has no memory for two large answers at once. */
const FEWER = 8
/** What is answered in pages has to come before the time of the others is over. */
const LEFT_MS = 250

interface SearchBody {
  indices: readonly string[]
  /** In the order of the numbers, where it reads records. */
  body: { size: number }
  isDivided?: boolean | undefined
}

/**
 * Several searches as one call, or as more where that is too large, each answered by itself, in their order. One that is
 * too large alone comes last, in pages: a source may show a hundred records of nearly 1 MB each, the most that an import
 * takes of one.
 */
export async function askTogether(
  cluster: Cluster,
  bodies: readonly SearchBody[],
  ms: number,
  signal: AbortSignal
): Promise<RawAnswer[]> {
  const until = performance.now() + ms
  const answers = await askInHalves(cluster, bodies, ms, signal)
  for (const [at, search] of bodies.entries())
    if (answers[at] === TOO_LARGE && !search.isDivided)
      answers[at] = await askInPages(cluster, search, until - LEFT_MS, signal)
  return answers
}

async function askInPages(
  cluster: Cluster,
  { indices, body }: SearchBody,
  until: number,
  signal: AbortSignal
): Promise<RawAnswer> {
  const hits: RawHit[] = []
  let after = {}
  for (let most = Math.ceil(body.size / FEWER); performance.now() < until; ) {
    const size = Math.min(most, body.size - hits.length)
    const page = { indices, body: { ...body, size, ...after } }
    try {
      const [answer = TOO_LARGE] = await askAtOnce(cluster, [page], until - performance.now(), signal)
      const own = answer.hits?.hits ?? []
      hits.push(...own)
      const isLast = own.length < size || hits.length === body.size
      if (isLast || failedIndices(answer, indices).size > 0) return { ...answer, hits: { hits } }
      after = { search_after: [recordIdIn(own.at(-1))] }
    } catch (error) {
      if (isTimeout(error)) break
      if (!(error instanceof AnswerTooLargeError)) throw error
      if (most === 1) break
      most = Math.ceil(most / FEWER)
    }
  }
  return TOO_LARGE
}

async function askInHalves(
  cluster: Cluster,
  bodies: readonly SearchBody[],
  ms: number,
  signal: AbortSignal
): Promise<RawAnswer[]> {
  if (bodies.length === 0) return []
  const until = performance.now() + ms
  try {
    return await askAtOnce(cluster, bodies, ms, signal)
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error
    if (bodies.length === 1) return [TOO_LARGE]
    const half = bodies.length >> 1
    const answers: RawAnswer[] = []
    for (const part of [bodies.slice(0, half), bodies.slice(half)])
      answers.push(...(await askInHalves(cluster, part, until - performance.now(), signal)))
    return answers
  }
}

async function askAtOnce(
  cluster: Cluster,
  bodies: readonly SearchBody[],
  ms: number,
  signal: AbortSignal
): Promise<RawAnswer[]> {
  const searches = bodies.flatMap(({ indices, body }) => [
    { index: [...indices] },
    { ...body, timeout: `${Math.max(1, Math.floor(ms))}ms`, track_total_hits: false }
  ])
  const body = await cluster.ask(ms, signal, (client, limits: CallLimits) =>
    client.msearch({ searches }, limits)
  )
  const answers = answersIn(body, bodies.length)
  for (const { error, status } of answers)
    if (error && error.type !== NO_INDEX) cluster.note(`${status} ${error.type}`)
  return answers
}

export function failedIndices(
  { error, timed_out, _shards }: Omit<RawAnswer, 'hits'>,
  asked: readonly string[]
): Set<string> {
  if (error || timed_out || !_shards) return new Set(asked)
  if (_shards.failed === 0) return new Set()
  const named = (_shards.failures ?? []).flatMap(({ index }) => index ?? [])
  return new Set(named.length > 0 ? named : asked)
}

export const isMissing = ({ error }: RawAnswer): boolean => error?.type === NO_INDEX

/**
 * Answers searches as if the suppressed were not stored: whoever was read of them is dropped, and a search that reached
 * its size is asked again without them, because others have to take their places.
 */
export async function searchVisible(
  cluster: Cluster,
  searches: readonly IndexSearch[],
  { suppressedKeys }: SearchPolicy,
  msLeft: () => number,
  signal: AbortSignal
): Promise<IndexAnswer[]> {
  const answers: IndexAnswer[] = []
  let open = searches.map((search, at) => ({ search, at, size: search.size, hidden: new Set<string>() }))
  while (open.length > 0) {
    const bodies = open.map(({ search, size, hidden }) => bodyOf(search, size, { hidden: [...hidden] }))
    const asked = await askTogether(cluster, bodies, msLeft(), signal)
    open = open.filter(({ search, at, size, hidden }, place) => {
      const raw = asked[place] ?? {}
      const rawHits = raw.hits?.hits ?? []
      assertOwnHits(rawHits, search.onlySubjects ?? false)
      const hits = rawHits.map(hitOf)
      const visible = hits.filter(({ subjectKeys }) => {
        const own = suppressedKeys ? subjectKeys.filter(key => suppressedKeys.has(key)) : []
        for (const key of own) hidden.add(key)
        return own.length === 0
      })
      const isCut = hits.length >= size
      answers[at] = {
        hits: visible.slice(0, search.size),
        hasMore: isCut,
        failed: failedIndices(raw, search.indices),
        isMissing: isMissing(raw),
        isRefused: raw.error !== undefined && raw.status !== OVERLOADED
      }
      return isCut && visible.length < search.size && size < WINDOW
    })
    for (const each of open) each.size = Math.min(WINDOW, each.size * GROWTH)
  }
  return answers
}

function bodyOf(
  { indices, clause, not = [], after = null, onlySubjects, isDivided }: IndexSearch,
  size: number,
  narrowing: Narrowing
) {
  const query = narrowed(clause, { ...narrowing, not })
  return {
    indices,
    isDivided,
    body: {
      query,
      size,
      sort: ['n'],
      // As text: a number of JavaScript would lose its last digits.
      ...(after !== null && { search_after: [String(after)] }),
      ...(onlySubjects ? { _source: false, docvalue_fields: ['u'] } : { _source: ['u', 'd'] })
    }
  }
}

const hitOf = ({ _index, _source, fields }: RawHit): Hit => ({
  index: _index,
  stored: _source?.d,
  subjectKeys: _source?.u ?? fields?.u ?? []
})

/** Null when the cluster did not answer, or not in time. */
export async function orNull<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (!isFailure(error)) throw error
    return null
  }
}
