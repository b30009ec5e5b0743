import type { MakeRecord, RemadePortion, SourceKey } from '#api/engines/contract.ts'
import { createSpellingCollector } from '#api/engines/vocabulary/spelling-collector.ts'
import { storeSpellings } from '#api/engines/vocabulary/spellings.ts'
import { type Content, type StoredDocument, withVersionsRemade } from './documents.ts'
import { contentOf } from './encoder.ts'
import { sayGone } from './index-marks.ts'
import type { Stores } from './namespace.ts'
import { rewriteRecords } from './rewriting.ts'
import { wholeHits } from './shapes.ts'
import { restoreAliases } from './source-indices.ts'

const PORTION_RECORDS = 2_000

/** One portion of `SearchEngine.remake`, present and earlier versions of a record together, in the order of numbers. */
export async function remakePortion(
  stores: Stores,
  source: SourceKey,
  from: string | null,
  make: MakeRecord
): Promise<RemadePortion> {
  const { owner, client } = stores
  const index = await restoreAliases(stores, source)
  if (index === null) return { next: null, records: 0, part: 1 }
  if (from === null) await client.indices.refresh({ index }).catch(sayGone)
  const search = {
    index,
    size: PORTION_RECORDS,
    sort: ['n'],
    _source: ['n'],
    track_total_hits: false,
    allow_partial_search_results: false,
    ...(from !== null && { search_after: [placeIn(from).after] })
  }
  const page = await client.search<StoredDocument>(search).catch(sayGone)
  const numbers = wholeHits(page).flatMap(({ _source }) => _source?.n ?? [])
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
    await client.indices.refresh({ index }).catch(sayGone)
    return { next: null, records: numbers.length, part: 1 }
  }
  const { count } = await client.count({ index }).catch(sayGone)
  return { next: `${last}:${done}`, records: numbers.length, part: Math.min(1, done / Math.max(1, count)) }
}

/** The number of the last record, and how many there were up to it. */
function placeIn(text: string): { after: string; done: number } {
  const [after = '', done = '0'] = text.split(':')
  return { after, done: Number(done) }
}
