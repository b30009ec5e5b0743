import type { SearchPolicy } from '#api/engines/contract.ts'
import { type StoredDocument, SUBJECTS } from './documents.ts'
import { AnswerTooLargeError, isFailure, isTimeout, OVERLOADED } from './failures.ts'
import { aliasOf } from './index-names.ts'
import { askAtOnce, askTogether, failedIndices, isMissing, type SearchContext } from './multi-search.ts'
import { isLarge } from './pages/records-together.ts'
import { type Clause, type Narrowing, narrowed, RECORD_PARTS } from './queries.ts'
import { assertOwnHits, type RawAnswer, type RawHit, recordIdIn } from './shapes.ts'

/** One search of several that go together. */
export interface IndexSearch {
  /** As they are searched, by their aliases. */
  indices: readonly string[]
  clause: Clause
  /** Not these as well. */
  not?: readonly Clause[]
  /** Only records after this number. */
  after?: bigint | null
  size: number
  /** Whether to find numbers and subjects alone, without the records. */
  isBare?: boolean
}

export interface Hit {
  index: string
  number: string
  /** What is not searched of the record; undefined where it was found without. */
  stored: StoredDocument['d'] | undefined
  subjectKeys: string[]
}

export interface IndexAnswer {
  search: IndexSearch
  /** In the order of their numbers. */
  hits: Hit[]
  /** Whether there may be others after them. */
  hasMore: boolean
  /** Indices that did not answer, or not in full. */
  failed: ReadonlySet<string>
  /** One of the indices is not there. */
  isMissing: boolean
  /** Something of one index, such as its being closed, made the whole search fail. */
  isRefused: boolean
}

/** More cannot be read of one search. */
export const WINDOW = 10_000
/** A search that met suppressed people goes on after them, with so many more records each time. */
const FURTHER_GROWTH = 4
/** Subject keys that a search leaves out: a server takes 65,536. */
const HIDDEN_MAX = 10_000
/** Of the time that is left, for searches with their records. To read these in pages needs as much: the numbers take a few ms. */
const WITH_RECORDS_PART = 0.5
/** As text of either form of an index: a form of numbers is refused by one that has text. */
const SUBJECT_VALUES = ['u', { field: SUBJECTS, format: '#' }]

interface OpenSearch {
  search: IndexSearch
  at: number
  /** Only records after this number. */
  after: string | null
  size: number
  hidden: Set<string>
  /** Without the records, which are read in pages. */
  isBare: boolean
}

/**
 * Answers searches as if the suppressed were not stored: whoever was read of them is dropped, and a search that reached
 * its size goes on after its last record, because others have to take their places. Where records are too large to come
 * together, or in time, the searches find their numbers alone: `addRecords` reads them.
 */
export async function searchVisible(
  context: SearchContext,
  searches: readonly IndexSearch[]
): Promise<IndexAnswer[]> {
  const { policy, recordsTogether } = context
  const answers = searches.map(noAnswer)
  let open: readonly OpenSearch[] = searches.map((search, at) => ({
    search,
    at,
    after: typeof search.after === 'bigint' ? String(search.after) : null,
    size: Math.min(WINDOW, search.size),
    hidden: new Set<string>(),
    isBare: search.isBare === true || search.indices.some(index => isLarge(recordsTogether, index))
  }))
  while (open.length > 0) {
    const { searches, raws } = await askOpen(context, open)
    open = searches.flatMap((own, place) => {
      const { search, at, size, hidden, isBare } = own
      const raw = ownAnswer(raws[place] ?? {}, search.indices)
      const rawHits = raw.hits?.hits ?? []
      assertOwnHits(rawHits, isBare)
      const hits = rawHits.map(hitOf)
      const before = answers[at] ?? noAnswer(search)
      const visible = before.hits.concat(hits.filter(hit => !isSuppressed(hit, policy)))
      for (const key of hits.flatMap(hit => suppressedOf(hit, policy)))
        if (hidden.size < HIDDEN_MAX) hidden.add(key)
      const isCut = hits.length >= size
      answers[at] = {
        search,
        hits: visible.slice(0, search.size),
        hasMore: isCut || visible.length > search.size,
        failed: before.failed.union(failedIndices(raw, search.indices)),
        isMissing: before.isMissing || isMissing(raw),
        isRefused: before.isRefused || (raw.error !== undefined && raw.status !== OVERLOADED)
      }
      const last = hits.at(-1)
      return last && isCut && visible.length < search.size
        ? [{ ...own, after: last.number, size: Math.min(WINDOW, size * FURTHER_GROWTH) }]
        : []
    })
  }
  return answers
}

const noAnswer = (search: IndexSearch): IndexAnswer => ({
  search,
  hits: [],
  hasMore: false,
  failed: new Set(),
  isMissing: false,
  isRefused: false
})

const suppressedOf = ({ subjectKeys }: Hit, { suppressedKeys }: SearchPolicy): string[] =>
  suppressedKeys ? subjectKeys.filter(key => suppressedKeys.has(key)) : []

export const isSuppressed = (hit: Hit, policy: SearchPolicy): boolean => suppressedOf(hit, policy).length > 0

/** Those with their records have a part of the time: when that is not enough, all of them come without. */
async function askOpen(
  { cluster, msLeft, signal }: SearchContext,
  open: readonly OpenSearch[]
): Promise<{ searches: readonly OpenSearch[]; raws: RawAnswer[] }> {
  if (!open.every(({ isBare }) => isBare))
    try {
      const ms = msLeft() * WITH_RECORDS_PART
      return { searches: open, raws: await askAtOnce(cluster, open.map(bodyOf), ms, signal) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AnswerTooLargeError || isTimeout(error))) throw error
    }
  const searches = open.map(search => ({ ...search, isBare: true }))
  return { searches, raws: await askTogether(cluster, searches.map(bodyOf), msLeft(), signal) }
}

/** What came of an index that somebody else put behind an alias of ours is nobody's answer. */
function ownAnswer(raw: RawAnswer, aliases: readonly string[]): RawAnswer {
  const isIntruder = (index: string | undefined) => index !== undefined && !aliases.includes(aliasOf(index))
  return raw.hits?.hits.some(({ _index }) => isIntruder(_index)) ||
    raw._shards?.failures?.some(({ index }) => isIntruder(index))
    ? INTRUDER
    : raw
}

const INTRUDER: RawAnswer = { error: { type: 'intruder_index' }, status: 409 }

function bodyOf({ search, after, size, hidden, isBare }: OpenSearch) {
  const { indices, clause, not = [] } = search
  const narrowing: Narrowing = { hidden: [...hidden], not }
  return {
    indices,
    body: {
      query: narrowed(clause, narrowing),
      size,
      sort: ['n'],
      // As text: a number of JavaScript would lose its last digits.
      ...(after !== null && { search_after: [after] }),
      ...(isBare ? { _source: false, docvalue_fields: SUBJECT_VALUES } : { _source: RECORD_PARTS })
    }
  }
}

export const hitOf = (hit: RawHit): Hit => ({
  index: hit._index,
  number: recordIdIn(hit),
  stored: hit._source?.d,
  subjectKeys: hit._source?.u ?? hit.fields?.[SUBJECTS] ?? hit.fields?.u ?? []
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
