import type { Candidate, SearchPolicy, SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { AnswerTooLargeError, isFailure, isTimeout } from '#api/engines/cluster/failures.ts'
import { failedIndices } from '#api/engines/cluster/multi-search.ts'
import { answersIn, type RawAnswer } from '#api/engines/cluster/shapes.ts'
import type { AdoptedAnswers, AdoptedPage } from '#api/engines/external-contract.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { adoptedQueryOf, type Clause } from './adopted-query.ts'
import { answersReading } from './cut-documents.ts'
import { shownFields, valuesOf } from './document-fields.ts'
import { documentSubjects } from './document-subjects.ts'
import { isLarge, noteTogether, PAGE_GROWTH, type RecordsTogether, UNPACKING_MS } from './paging.ts'
import type { FieldsOf } from './searched-fields.ts'

/** Larger answers are asked for again in parts. */
const LOOK_BYTES_MAX = 16 * 1024 * 1024
const TOO_LARGE = 'too large'
const TOO_SLOW = 'too slow'
/** Each may take `LOOK_BYTES_MAX`. */
const ALONE_AT_ONCE = 2
const NO_ANSWER: Answer = {}

const SAMPLE: Clause = { match_all: {} }

const WINDOW = 10_000

/** Share of time for the first description of an index. */
const DESCRIBING_PART = 1 / 3

export interface AdoptedCall {
  cluster: Cluster
  policy: SearchPolicy
  recordsTogether: RecordsTogether
  fieldsOf: FieldsOf
  msLeft: () => number
  signal: AbortSignal
  copies?: string
}

/** One search per external source, in one call unless too large. */
export async function lookInAdopted(
  call: AdoptedCall,
  readings: readonly Reading[],
  { from, size: perSource }: AdoptedPage
): Promise<AdoptedAnswers> {
  const queries = await Promise.all(
    [...call.policy.sources].map(async ([key, source]) => {
      const ms = call.msLeft() * DESCRIBING_PART
      return { key, own: adoptedQueryOf(readings, await call.fieldsOf(key, source, ms, call.signal)) }
    })
  )
  const searches = queries.flatMap(({ key, own }) => (own ? [{ key, query: own.query, from }] : []))
  const result: AdoptedAnswers = { answers: [], failed: new Set(), tookUs: new Map(), next: new Map() }
  // Sources that could not be asked may have matches.
  const partial = new Set(queries.flatMap(({ key, own }) => (own?.isPartial === false ? [] : [key])))
  const startedAt = performance.now()
  // The same shard copies keep the order for the next page.
  const copies = String(Bun.hash(JSON.stringify(readings)))
  // One more shows whether there is a next page.
  const answers = await search({ ...call, copies }, searches, Math.min(perSource + 1, WINDOW - from))
  const tookUs = Math.round((performance.now() - startedAt) * 1_000)
  const readingMsLeft = partOfTime(call)
  for (const [at, { key }] of searches.entries()) {
    const { answer, size } = answers[at] ?? { answer: NO_ANSWER, size: 1 }
    result.tookUs.set(key, (answer.took ?? 0) * 1_000 || tookUs)
    if (failedIndices(answer, [key]).size > 0) result.failed.add(key)
    const hits = answer.hits?.hits ?? []
    const shown = Math.min(perSource, size)
    const isCut = hits.length > shown || (size <= perSource && hits.length === size)
    if (isCut && from + shown < WINDOW) result.next.set(key, from + shown)
    const documents = await readDocuments(hits, key, call.policy, readingMsLeft)
    if (documents.some(({ isUnread }) => isUnread)) result.failed.add(key)
    const hasMore = candidatesIn(documents).length > shown || (isCut && shown < perSource)
    if (documents.some(document => isUncertain(document, readings))) partial.add(key)
    result.answers.push({
      candidates: candidatesIn(documents.slice(0, shown)),
      more: new Set(hasMore ? [key] : [])
    })
  }
  if (from === 0) result.answers.push({ candidates: [], more: partial })
  return result
}

export async function sampleOfAdopted(
  call: AdoptedCall,
  source: SourceKey,
  limit: number
): Promise<Candidate[]> {
  const [sized] = await search(call, [{ key: source, query: SAMPLE, from: 0 }], limit)
  const hits = sized?.answer.hits?.hits ?? []
  return candidatesIn(await readDocuments(hits, source, call.policy, partOfTime(call)))
}

interface IndexSearch {
  key: SourceKey
  query: Clause
  from: number
}

type Answer = Omit<RawAnswer, 'hits'> & {
  took?: number
  hits?: { hits: Document[] }
}

interface Document {
  _id: string
  _source?: unknown
}

interface SizedAnswer {
  answer: Answer
  size: number
}

/** One call, except for sources that were too large before; if too large together, one call each. */
async function search(
  call: AdoptedCall,
  searches: readonly IndexSearch[],
  size: number
): Promise<SizedAnswer[]> {
  const sized = new Map<SourceKey, SizedAnswer>()
  const alone = async (searches: readonly IndexSearch[]) => {
    const queue = searches.values()
    const work = async () => {
      for (const own of queue) sized.set(own.key, await searchAlone(call, own, size))
    }
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, work))
  }
  const large = searches.filter(({ key }) => isLarge(call.recordsTogether, key))
  const others = searches.filter(own => !large.includes(own))
  await Promise.all([
    alone(large),
    searchTogether(inHalf(call), others, size).then(async answers => {
      const [only] = others.length === 1 ? others : []
      if (answers === TOO_LARGE && only)
        noteTogether(call.recordsTogether, only.key, Math.ceil(size / PAGE_GROWTH))
      if (answers === TOO_LARGE || answers === TOO_SLOW) return await alone(others)
      for (const [at, { key }] of others.entries()) sized.set(key, { answer: answers[at] ?? NO_ANSWER, size })
    })
  ])
  return searches.map(({ key }) => sized.get(key) ?? { answer: NO_ANSWER, size })
}

/** Halves the page until it fits, using half of the remaining time each. */
async function searchAlone(call: AdoptedCall, own: IndexSearch, most: number): Promise<SizedAnswer> {
  const { recordsTogether } = call
  for (
    let size = Math.min(most, recordsTogether.get(own.key)?.records ?? most);
    ;
    size = Math.ceil(size / PAGE_GROWTH)
  ) {
    const answers = await searchTogether(size > 1 ? inHalf(call) : call, [own], size)
    if (answers !== TOO_LARGE && answers !== TOO_SLOW) return { answer: answers[0] ?? NO_ANSWER, size }
    if (size === 1) return { answer: NO_ANSWER, size }
    // A slow one may be faster next time.
    if (answers === TOO_LARGE) noteTogether(recordsTogether, own.key, Math.ceil(size / PAGE_GROWTH))
  }
}

/** Leaves time to ask for less. */
const inHalf = (call: AdoptedCall): AdoptedCall => ({ ...call, msLeft: () => call.msLeft() / 2 })

/** Empty when the server does not answer. */
async function searchTogether(
  { cluster, msLeft, signal, copies }: AdoptedCall,
  searches: readonly IndexSearch[],
  size: number
): Promise<Answer[] | typeof TOO_LARGE | typeof TOO_SLOW> {
  if (searches.length === 0) return []
  const ms = Math.max(1, msLeft() - UNPACKING_MS)
  const timeout = `${Math.floor(ms)}ms`
  const lines = searches.flatMap(({ key, query, from }) => [
    { index: key, ...(copies !== undefined && { preference: copies }) },
    { query, from, size, timeout, track_total_hits: false }
  ])
  try {
    return await cluster.ask(ms, signal, (client, limits) =>
      client
        .msearch({ searches: lines }, { ...limits, maxResponseSize: LOOK_BYTES_MAX })
        .then(body => answersIn(body, searches.length) as Answer[])
    )
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AnswerTooLargeError) return TOO_LARGE
    if (isTimeout(error)) return TOO_SLOW
    if (!isFailure(error)) throw error
    return []
  }
}

/** The rest is for ranking and sending. */
const READING_PART = 0.75

function partOfTime({ msLeft }: AdoptedCall): () => number {
  const until = performance.now() + READING_PART * msLeft()
  return () => until - performance.now()
}

interface ReadDocument {
  /** Absent for a suppressed person. */
  candidate?: Candidate
  /** Not shown in full. */
  isCut?: boolean
  /** Its people are unknown: hidden, and its source counts as failed. */
  isUnread?: true
}

const isUncertain = ({ candidate, isCut }: ReadDocument, readings: readonly Reading[]): boolean =>
  candidate !== undefined && isCut === true && !answersReading(readings, candidate.fields)

const candidatesIn = (documents: readonly ReadDocument[]): Candidate[] =>
  documents.flatMap(({ candidate }) => candidate ?? [])

/** Reads each document to its end and drops suppressed people, as for stored records. */
async function readDocuments(
  documents: readonly Document[],
  source: SourceKey,
  policy: SearchPolicy,
  msLeft: () => number
): Promise<ReadDocument[]> {
  const columns = policy.sources.get(source)?.columns ?? {}
  const { suppressedKeys } = policy
  const read: ReadDocument[] = []
  for (const { _id, _source } of documents) {
    const values = valuesOf(_source)
    const hasValues = _source !== undefined
    const subjectKeys =
      suppressedKeys && hasValues ? await documentSubjects(_source, columns, policy, msLeft) : null
    if (suppressedKeys && subjectKeys === null) read.push({ isUnread: true })
    else if (subjectKeys?.some(key => suppressedKeys?.has(key))) read.push({})
    else {
      const { fields, isCut } = shownFields(values, columns)
      read.push({ candidate: { record_id: `${source}:${_id}`, source, fields, subjectKeys }, isCut })
    }
  }
  return read
}
