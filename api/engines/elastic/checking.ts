import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import {
  BOOK_COLUMNS,
  changesBehind,
  sourcesBehind,
  type Unversioned,
  unindexedAmong
} from '#api/book/changes.ts'
import { readBlocks, tablePlace } from '#api/book/table-blocks.ts'
import { bigintArray } from '#api/db/array-literal.ts'
import { partialAnswer } from '#api/engines/cluster/shapes.ts'
import type { IndexCheck } from '#api/engines/contract.ts'
import { countsOf } from './comparing.ts'
import { documentOf, type StoredDocument } from './documents.ts'
import { refresh } from './following.ts'

interface CheckParts {
  owner: SQL
  client: Client
  index: string
}

type Difference = 'lacking' | 'other' | 'surplus'

const SAMPLE_PARTS = 20n
const PAGE_RECORDS = 2_000
const LOOKS = 4
const PAUSE_MS = 250
const LOWEST = -(2n ** 63n)
const HIGHEST = 2n ** 63n - 1n
const PART = 2n ** 64n / SAMPLE_PARTS

export async function checkIndex(
  parts: CheckParts,
  { all }: { all: boolean },
  onProgress: (compared: number) => void = () => {}
): Promise<IndexCheck> {
  const { owner, client, index } = parts
  const counts = { compared: 0, lacking: 0, other: 0, surplus: 0 }
  const count = async (numbers: readonly string[], counted: readonly Difference[]) => {
    for (let at = 0; at < numbers.length; at += PAGE_RECORDS)
      for (const difference of await differencesOf(parts, numbers.slice(at, at + PAGE_RECORDS)))
        if (counted.includes(difference)) counts[difference] += 1
  }
  await refresh(client, index)
  for await (const numbers of pagesOfBook(owner, all)) {
    await count(numbers, ['lacking', 'other'])
    counts.compared += numbers.length
    onProgress(counts.compared)
  }
  for await (const numbers of pagesOfIndex(parts, all)) await count(numbers, ['surplus'])
  const behind = (await changesBehind(owner, index)) ?? 0
  return { ...counts, sources: await differingCounts(parts), behind }
}

async function* pagesOfBook(owner: SQL, all: boolean): AsyncGenerator<string[]> {
  let place = await tablePlace(owner, null)
  const part = Math.ceil(place.to / Number(SAMPLE_PARTS))
  for (let step = await readBlocks(owner, place); step; step = await readBlocks(owner, place)) {
    const { next, records } = step
    place = all ? next : { ...next, from: Math.max(next.from, place.from + part) }
    yield records.map(({ number }) => number)
  }
}

async function* pagesOfIndex({ client, index }: CheckParts, all: boolean): AsyncGenerator<string[]> {
  const search = { index, size: PAGE_RECORDS, sort: ['n'], _source: false, track_total_hits: false }
  for (let from = LOWEST, part = 1n; part <= SAMPLE_PARTS; part += 1n) {
    const end = part === SAMPLE_PARTS ? HIGHEST : LOWEST + part * PART
    const range = { gte: String(from), lte: String(end) }
    const { hits, _shards, timed_out } = await client.search({
      ...search,
      query: { constant_score: { filter: { range: { n: range } } } }
    })
    if (timed_out || _shards.failed > 0) throw partialAnswer()
    const numbers = hits.hits.flatMap(({ _id }) => _id ?? [])
    yield numbers
    const last = BigInt(numbers.at(-1) ?? 0)
    // A misplaced document says nothing.
    if (all && numbers.length === PAGE_RECORDS && last >= from) [from, part] = [last + 1n, part - 1n]
    else from = end + 1n
  }
}

/** Records that still differ a moment later. */
async function differencesOf(parts: CheckParts, numbers: readonly string[]): Promise<Difference[]> {
  let open = await compare(parts, numbers)
  for (let look = 1; open.size > 0 && look < LOOKS; look += 1) {
    await Bun.sleep(PAUSE_MS)
    open = await compare(parts, [...open.keys()])
  }
  return [...open.values()]
}

async function compare(
  { owner, client, index }: CheckParts,
  numbers: readonly string[]
): Promise<Map<string, Difference>> {
  const differing = new Map<string, Difference>()
  if (numbers.length === 0) return differing
  const rows = await owner.unsafe<Unversioned[]>(
    `SELECT ${BOOK_COLUMNS} FROM rec WHERE id = ANY ($1::int8[])`,
    [bigintArray(numbers)]
  )
  const inBook = new Map(rows.map(row => [row.number, documentOf(row)]))
  const { docs } = await client.mget<StoredDocument>({ index, ids: [...numbers] })
  for (const [at, number] of numbers.entries()) {
    const doc = docs[at]
    if (!doc || 'error' in doc) throw partialAnswer()
    const stored = doc._source?.src === undefined ? undefined : doc._source
    const document = inBook.get(number)
    if (document === undefined && stored) differing.set(number, 'surplus')
    else if (document !== undefined && !stored) differing.set(number, 'lacking')
    else if (document !== undefined && !Bun.deepEquals(stored, JSON.parse(document)))
      differing.set(number, 'other')
  }
  const lacking = await unindexedAmong(owner, index, [...differing.keys()])
  if (!lacking) throw partialAnswer()
  for (const number of lacking) differing.delete(number)
  return differing
}

async function differingCounts({ owner, client, index }: CheckParts): Promise<IndexCheck['sources']> {
  for (let look = 1; ; look += 1) {
    const counts = await countsOf(owner, client, index)
    const behind = await sourcesBehind(owner, index)
    if (!behind) throw partialAnswer()
    const rows = await owner<{ id: number; key: string }[]>`SELECT id, key FROM source`
    const open = new Set(rows.flatMap(({ id, key }) => (behind.has(id) ? [key] : [])))
    const differing = counts.filter(count => count.book !== count.index && !open.has(count.key))
    if (differing.length === 0 || look === LOOKS) return differing
    await Bun.sleep(PAUSE_MS)
  }
}
