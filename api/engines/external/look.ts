import type { Candidate, SearchPolicy, SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { AnswerTooLargeError, isFailure, isTimeout } from '#api/engines/cluster/failures.ts'
import { failedIndices } from '#api/engines/cluster/multi-search.ts'
import { answersIn, type RawAnswer } from '#api/engines/cluster/shapes.ts'
import type { AdoptedAnswers, AdoptedPage } from '#api/engines/external-contract.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { type Clause, mayFit } from './adopted-query.ts'
import { hasAsked } from './cut-documents.ts'
import { shownFields, valuesOf } from './document-fields.ts'
import { documentSubjects } from './document-subjects.ts'
import { isLarge, noteTogether, PAGE_GROWTH, type RecordsTogether, UNPACKING_MS } from './paging.ts'
import type { FieldsOf } from './searched-fields.ts'

/** Documents of others may be of any size: what is larger is asked for again in smaller parts. */
const LOOK_BYTES_MAX = 16 * 1024 * 1024
const TOO_LARGE = 'too large'
const TOO_SLOW = 'too slow'
/** Indices asked alone at one time; the answer of each may have `LOOK_BYTES_MAX`. */
const ALONE_AT_ONCE = 2
/** What says that an index did not answer. */
const NO_ANSWER: Answer = {}

const SAMPLE: Clause = { match_all: {} }

/** More cannot be read of one search. */
const WINDOW = 10_000

/** Of the time, for what is asked of an index for the first time: how its fields are searched. */
const DESCRIBING_PART = 1 / 3

/** What one question is asked with. */
export interface AdoptedCall {
  cluster: Cluster
  policy: SearchPolicy
  recordsTogether: RecordsTogether
  fieldsOf: FieldsOf
  msLeft: () => number
  signal: AbortSignal
  /** Which copies of the shards to ask: the same for the same text. */
  copies?: string
}

/** One search for each adopted source, all in one call where their answers are not too large. */
export async function lookInAdopted(
  call: AdoptedCall,
  readings: readonly Reading[],
  { from, size: perSource }: AdoptedPage
): Promise<AdoptedAnswers> {
  const queries = await Promise.all(
    [...call.policy.sources].map(async ([key, source]) => {
      const ms = call.msLeft() * DESCRIBING_PART
      return { key, own: mayFit(readings, await call.fieldsOf(key, source, ms, call.signal)) }
    })
  )
  const searches = queries.flatMap(({ key, own }) => (own ? [{ key, query: own.query, from }] : []))
  const result: AdoptedAnswers = { answers: [], failed: new Set(), tookUs: new Map(), next: new Map() }
  // What nobody could ask may be there.
  const partial = new Set(queries.flatMap(({ key, own }) => (own?.isPartial === false ? [] : [key])))
  const startedAt = performance.now()
  // The same copies of a shard have the same order, in which the next page goes on.
  const copies = String(Bun.hash(JSON.stringify(readings)))
  // One more says whether these are the last.
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
    // Whoever is suppressed adds no more.
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

/** Some documents of an adopted index. */
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

/** An answer, and how many documents were asked for. */
interface SizedAnswer {
  answer: Answer
  size: number
}

/** All in one call but those that were too large before; where they are too large together, each by itself. */
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

/** Fewer and fewer documents, until they are not too large, and there in half of the time that is left. */
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
    // One that is only slow may be quicker the next time.
    if (answers === TOO_LARGE) noteTogether(recordsTogether, own.key, Math.ceil(size / PAGE_GROWTH))
  }
}

/** What is slow is to leave time to ask for less. */
const inHalf = (call: AdoptedCall): AdoptedCall => ({ ...call, msLeft: () => call.msLeft() / 2 })

/** No answers where the server does not answer at all. */
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

/** What is read of documents has to be ranked and sent. */
const READING_PART = 0.75

function partOfTime({ msLeft }: AdoptedCall): () => number {
  const until = performance.now() + READING_PART * msLeft()
  return () => until - performance.now()
}

interface ReadDocument {
  /** Missing of somebody who is suppressed. */
  candidate?: Candidate
  /** Something of it is neither shown nor matched. */
  isCut?: boolean
  /** Nobody knows whose it is: it is not shown, and its source has not answered in full. */
  isUnread?: true
}

/** Whether it may fit by what was cut of it. */
const isUncertain = ({ candidate, isCut }: ReadDocument, readings: readonly Reading[]): boolean =>
  candidate !== undefined && isCut === true && !hasAsked(readings, candidate.fields)

const candidatesIn = (documents: readonly ReadDocument[]): Candidate[] =>
  documents.flatMap(({ candidate }) => candidate ?? [])

/** Nobody suppressed: what a document says of a person is read as it is of a record that is stored, to its end. */
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
