import type { Book } from '#api/book/contract.ts'
import type { PolicyNumbers } from '#api/book/source-numbers.ts'
import type { SearchConnections } from '#api/db/search-connections.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { ElasticDownError } from '#api/engines/cluster/failures.ts'
import { askTogether, failedIndices } from '#api/engines/cluster/multi-search.ts'
import { notAnswer, type RawAnswer, type RawHit } from '#api/engines/cluster/shapes.ts'
import type { Candidate, SearchPolicy } from '#api/engines/contract.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { type Clause, narrowed } from './queries.ts'

export interface EngineCall {
  cluster: Cluster
  connections: SearchConnections
  book: Pick<Book, 'read'>
  /** Name of the index and of its follower. */
  index: string
  policy: SearchPolicy
  numbers: PolicyNumbers
  msLeft(): number
  signal: AbortSignal
}

export interface IndexSearch {
  clause: Clause
  /** Source numbers; defaults to the policy's. */
  sources?: readonly string[]
  not?: readonly Clause[]
  after?: bigint | null
  size: number
  /** Numbers only, for counting. */
  isBare?: boolean
}

export interface IndexAnswer {
  /** In order of numbers. */
  hits: Candidate[]
  count: number
  hasMore: boolean
  /** No answer, or a partial one. */
  isFailed: boolean
}

const WINDOW = 10_000
/** Growth of the page when suppressed people were met. */
const FURTHER_GROWTH = 4
/** A server takes 65,536. */
const HIDDEN_MAX = 10_000
const SUBJECT_VALUES = [{ field: 'subj', format: '#' }]

interface Hit {
  number: string
  suppressed: string[]
}

interface OpenSearch {
  search: IndexSearch
  at: number
  after: string | null
  size: number
  hidden: Set<string>
}

/** The index names records, the book has their content. Suppressed hits are replaced by later ones. */
export async function searchVisible(
  call: EngineCall,
  searches: readonly IndexSearch[]
): Promise<IndexAnswer[]> {
  const { cluster, index, msLeft, signal } = call
  const answers = searches.map((): IndexAnswer => ({ hits: [], count: 0, hasMore: false, isFailed: false }))
  let open: readonly OpenSearch[] = searches.map((search, at) => ({
    search,
    at,
    after: typeof search.after === 'bigint' ? String(search.after) : null,
    size: Math.min(WINDOW, search.size),
    hidden: new Set<string>()
  }))
  while (open.length > 0) {
    const bodies = open.map(own => bodyOf(own, call))
    const raws = await askTogether(cluster, index, bodies, msLeft(), signal)
    const hitsOf = raws.map(raw => hitsIn(raw, call))
    const shown = hitsOf.filter((_hits, place) => open[place]?.search.isBare !== true)
    const visible = await readVisible(call, shown.flat())
    open = open.flatMap((own, place) => {
      const { search, at, size, hidden } = own
      const hits = hitsOf[place] ?? []
      const answer = answers[at]
      if (!answer) return []
      for (const key of hits.flatMap(({ suppressed }) => suppressed))
        if (hidden.size < HIDDEN_MAX) hidden.add(key)
      const isCut = hits.length >= size
      answer.isFailed ||= failedIndices(raws[place] ?? {}, [index]).size > 0
      if (search.isBare) answer.count += hits.filter(isVisible).length
      else {
        const candidates = answer.hits.concat(hits.flatMap(({ number }) => visible.get(number) ?? []))
        answer.hasMore = isCut || candidates.length > search.size
        answer.hits = candidates.slice(0, search.size)
        answer.count = answer.hits.length
      }
      const last = hits.at(-1)
      return last && isCut && answer.count < search.size
        ? [{ ...own, after: last.number, size: Math.min(WINDOW, size * FURTHER_GROWTH) }]
        : []
    })
  }
  return answers
}

async function readVisible(
  { book, policy, msLeft, signal }: EngineCall,
  hits: readonly Hit[]
): Promise<Map<string, Candidate>> {
  const numbers = [...new Set(hits.filter(isVisible).map(({ number }) => number))].map(BigInt)
  if (numbers.length === 0) return new Map()
  const records = await book.read(numbers, policy, msLeft(), signal)
  if (!records) throw new ElasticDownError('the book did not answer in time')
  return new Map(records.map(record => [String(recordNumber(record.record_id)), record]))
}

const isVisible = ({ suppressed }: Hit): boolean => suppressed.length === 0

/** A foreign index under this name answers nothing. */
function hitsIn({ hits }: RawAnswer, { index, policy }: EngineCall): Hit[] {
  return (hits?.hits ?? []).map(hit => {
    if (hit._index !== index) throw notAnswer()
    return hitOf(hit, policy)
  })
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** @throws ElasticDownError for an unexpected hit. */
function hitOf({ _id, fields }: RawHit, { suppressedKeys }: SearchPolicy): Hit {
  const subjectKeys = fields?.subj ?? []
  if (typeof _id !== 'string' || !isTexts(subjectKeys)) throw notAnswer()
  return { number: _id, suppressed: suppressedKeys ? subjectKeys.filter(key => suppressedKeys.has(key)) : [] }
}

function bodyOf({ search, after, size, hidden }: OpenSearch, { numbers, policy }: EngineCall): object {
  const { clause, not } = search
  const sources = search.sources ?? [...numbers.keyOf.keys()].map(String)
  return {
    query: narrowed(clause, { sources, hidden: [...hidden], not }),
    size,
    sort: ['n'],
    // Text, because numbers would lose digits.
    ...(after !== null && { search_after: [after] }),
    _source: false,
    ...(policy.suppressedKeys && { docvalue_fields: SUBJECT_VALUES })
  }
}
