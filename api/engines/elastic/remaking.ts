import type { MakeRecord, RemadePortion, SourceKey } from '#api/engines/contract.ts'
import { createSpellingCollector } from '#api/engines/vocabulary/spelling-collector.ts'
import { storeSpellings } from '#api/engines/vocabulary/spellings.ts'
import { type Content, type StoredDocument, withVersionsRemade } from './documents.ts'
import { contentOf } from './encoder.ts'
import { readMarks } from './index-marks.ts'
import { writeAlias } from './index-names.ts'
import type { Stores } from './removal.ts'
import { rewriteRecords } from './rewriting.ts'

const PORTION_RECORDS = 2_000

/** One portion of `SearchEngine.remake`, present and earlier versions of a record together, in the order of numbers. */
export async function remakePortion(
  { owner, client, namespace }: Stores,
  source: SourceKey,
  from: string | null,
  make: MakeRecord
): Promise<RemadePortion> {
  const mark = (await readMarks(owner, [source])).get(source) ?? ''
  const index = writeAlias(namespace, source, mark)
  const there = { index, ignore_unavailable: true }
  if (from === null) await client.indices.refresh(there)
  const { hits } = await client.search<StoredDocument>({
    ...there,
    size: PORTION_RECORDS,
    sort: ['n'],
    _source: ['n'],
    track_total_hits: false,
    ...(from !== null && { search_after: [placeIn(from).after] })
  })
  const numbers = hits.hits.flatMap(({ _source }) => _source?.n ?? [])
  const spellings = createSpellingCollector()
  const remade = (rid: string, version: Content): Content => {
    const record = make(rid, version.v)
    spellings.collect(record)
    return contentOf(record)
  }
  await rewriteRecords(
    client,
    numbers.map(n => ({ index, id: n })),
    stored => {
      if (!stored) return undefined
      const document = withVersionsRemade(stored, version => remade(stored.d.r, version))
      return Bun.deepEquals(document, stored) ? undefined : document
    }
  )
  await owner.begin(tx => storeSpellings(tx, spellings.take()))
  const done = (from === null ? 0 : placeIn(from).done) + numbers.length
  const last = numbers.at(-1)
  if (last === undefined || numbers.length < PORTION_RECORDS) {
    await client.indices.refresh(there)
    return { next: null, records: numbers.length, part: 1 }
  }
  const { count } = await client.count(there)
  return { next: `${last}:${done}`, records: numbers.length, part: Math.min(1, done / Math.max(1, count)) }
}

/** The number of the last record, and how many there were up to it. */
function placeIn(text: string): { after: string; done: number } {
  const [after = '', done = '0'] = text.split(':')
  return { after, done: Number(done) }
}
