import type { SourceKey } from '#api/engines/contract.ts'
import type { StoredPage, StoredRecord, StoredSnapshot } from '#api/engines/stored-record.ts'
import type { Claim, StoredDocument } from './documents.ts'
import { ElasticDownError } from './failures.ts'
import { sourceOf } from './index-names.ts'
import type { Stores } from './namespace.ts'
import { createPaging, type Paging } from './pages/paging.ts'
import { wholeHits } from './shapes.ts'
import { presentIndices } from './source-indices.ts'

const PAGE_RECORDS = 5_000

/** For `readStoredRecords`, page after page. */
export const createStoredPaging = (): Paging => createPaging(PAGE_RECORDS)

/** How all records of some indices are read in the order of their numbers. */
const IN_ORDER = {
  _source: ['n', 'd'],
  track_total_hits: false,
  allow_partial_search_results: false
}

/** In the order of their numbers, over all indices of the sources. */
export async function readStoredRecords(
  stores: Stores,
  from: string | null,
  paging: Paging
): Promise<StoredPage> {
  const { client, namespace } = stores
  const index = `${namespace}-*`
  // Anew for each page, which costs little beside its records: the pattern leaves out in silence what is closed meanwhile.
  const present = await presentIndices(stores)
  // Of the first page it also makes what was written last findable.
  if (from === null) await client.indices.refresh({ index })
  const search = { ...IN_ORDER, index, sort: ['n'], ...(from !== null && { search_after: [from] }) }
  const { page, size } = await paging((size, limits) =>
    client.search<Pick<StoredDocument, 'n' | 'd'>>({ ...search, size }, limits)
  )
  const hits = wholeHits(page)
  const next = hits.length < size ? null : (hits.at(-1)?._source?.n ?? null)
  return { records: recordsOf(namespace, hits, present), next }
}

/** How long the cluster keeps a snapshot that nobody asks. */
const SNAPSHOT_KEPT = '10m'

/**
 * What was written last is in it too.
 *
 * @param interrupted Sources whose records were booked as removed, and are left out.
 */
export async function openStoredSnapshot(
  stores: Stores,
  interrupted: ReadonlySet<SourceKey>
): Promise<StoredSnapshot> {
  const { client, namespace } = stores
  const index = `${namespace}-*`
  const present = await presentIndices(stores)
  const paging = createStoredPaging()
  await client.indices.refresh({ index })
  let { id } = await client.openPointInTime({ index, keep_alive: SNAPSHOT_KEPT })
  return {
    async read(from) {
      const search = {
        ...IN_ORDER,
        sort: ['n', '_shard_doc'],
        ...(from !== null && { search_after: placeIn(from) })
      }
      const { page, size } = await paging((size, limits) =>
        client.search<Pick<StoredDocument, 'n' | 'd'>>(
          { ...search, size, pit: { id, keep_alive: SNAPSHOT_KEPT } },
          limits
        )
      )
      id = page.pit_id ?? id
      const hits = wholeHits(page)
      const last = hits.length < size ? undefined : hits.at(-1)
      const next = last ? `${last._source?.n} ${last.sort?.[1]}` : null
      const records = recordsOf(namespace, hits, present).filter(({ source }) => !interrupted.has(source))
      return { records, next }
    },
    async close() {
      await client.closePointInTime({ id })
    }
  }
}

/** The number as text, since it has more digits than one of JavaScript, and the place in its shard. */
function placeIn(text: string): [string, number] {
  const [n = '', place = ''] = text.split(' ')
  return [n, Number(place)]
}

/** What lies in other indices of the namespace was left by a process that ended. */
const recordsOf = (
  namespace: string,
  hits: readonly { _index: string; _source?: Pick<StoredDocument, 'd'> }[],
  present: ReadonlySet<string>
): StoredRecord[] =>
  hits.flatMap(({ _index, _source }) =>
    _source && present.has(_index)
      ? [{ source: sourceOf(namespace, _index), rid: _source.d.r, versions: versionsOf(_source) }]
      : []
  )

function versionsOf({ d: { v, c, e = [] } }: Pick<StoredDocument, 'd'>): StoredRecord['versions'] {
  const claimed = (values: readonly string[], claims: readonly Claim[]) =>
    claims.map(([batchId]) => ({ batchId, values: [...values] }))
  return [...e.flatMap(version => claimed(version.v, version.c)), ...claimed(v, c)]
}

export async function countStoredRecords(stores: Stores): Promise<ReadonlyMap<SourceKey, number>> {
  const { client, namespace } = stores
  const counts = new Map<SourceKey, number>()
  for (const index of await presentIndices(stores)) {
    await client.indices.refresh({ index })
    const { count, _shards } = await client.count({ index })
    if (_shards.failed > 0) throw new ElasticDownError(`a part of ${index} did not answer`)
    if (count > 0) counts.set(sourceOf(namespace, index), count)
  }
  return counts
}
