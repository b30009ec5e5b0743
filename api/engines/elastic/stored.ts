import type { SourceKey } from '#api/engines/contract.ts'
import type { StoredPage, StoredRecord, StoredSnapshot } from '#api/engines/stored-record.ts'
import type { Claim, StoredDocument } from './documents.ts'
import { sourceOf } from './index-names.ts'
import type { Stores } from './namespace.ts'

type Indices = Pick<Stores, 'client' | 'namespace'>

const PAGE_RECORDS = 5_000

/** In the order of their numbers, over all indices of the namespace. */
export async function readStoredRecords(
  { client, namespace }: Indices,
  from: string | null
): Promise<StoredPage> {
  const index = `${namespace}-*`
  // Of the first page it also makes what was written last findable.
  if (from === null) await client.indices.refresh({ index })
  const { hits, _shards, timed_out } = await client.search<Pick<StoredDocument, 'n' | 'd'>>({
    index,
    size: PAGE_RECORDS,
    sort: ['n'],
    _source: ['n', 'd'],
    track_total_hits: false,
    allow_partial_search_results: false,
    ...(from !== null && { search_after: [from] })
  })
  if (timed_out || _shards.failed > 0) throw new Error('a part of the records did not answer')
  const next = hits.hits.length < PAGE_RECORDS ? null : (hits.hits.at(-1)?._source?.n ?? null)
  return { records: recordsOf(namespace, hits.hits), next }
}

/** How long the cluster keeps a snapshot that nobody asks. */
const SNAPSHOT_KEPT = '10m'

/**
 * What was written last is in it too.
 *
 * @param interrupted Sources whose records were booked as removed, and are left out.
 */
export async function openStoredSnapshot(
  { client, namespace }: Indices,
  interrupted: ReadonlySet<SourceKey>
): Promise<StoredSnapshot> {
  const index = `${namespace}-*`
  await client.indices.refresh({ index })
  let { id } = await client.openPointInTime({ index, keep_alive: SNAPSHOT_KEPT })
  return {
    async read(from) {
      const { hits, _shards, timed_out, pit_id } = await client.search<Pick<StoredDocument, 'n' | 'd'>>({
        pit: { id, keep_alive: SNAPSHOT_KEPT },
        size: PAGE_RECORDS,
        sort: ['n', '_shard_doc'],
        _source: ['n', 'd'],
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(from !== null && { search_after: placeIn(from) })
      })
      if (timed_out || _shards.failed > 0) throw new Error('a part of the records did not answer')
      id = pit_id ?? id
      const last = hits.hits.length < PAGE_RECORDS ? undefined : hits.hits.at(-1)
      const next = last ? `${last._source?.n} ${last.sort?.[1]}` : null
      const records = recordsOf(namespace, hits.hits).filter(({ source }) => !interrupted.has(source))
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

const recordsOf = (
  namespace: string,
  hits: readonly { _index: string; _source?: Pick<StoredDocument, 'd'> }[]
): StoredRecord[] =>
  hits.flatMap(({ _index, _source }) =>
    _source ? [{ source: sourceOf(namespace, _index), rid: _source.d.r, versions: versionsOf(_source) }] : []
  )

function versionsOf({ d: { v, c, e = [] } }: Pick<StoredDocument, 'd'>): StoredRecord['versions'] {
  const claimed = (values: readonly string[], claims: readonly Claim[]) =>
    claims.map(([batchId]) => ({ batchId, values: [...values] }))
  return [...e.flatMap(version => claimed(version.v, version.c)), ...claimed(v, c)]
}

export async function countStoredRecords({
  client,
  namespace
}: Indices): Promise<ReadonlyMap<SourceKey, number>> {
  const counts = new Map<SourceKey, number>()
  await client.indices.refresh({ index: `${namespace}-*` })
  for (const index of await ownIndices({ client, namespace })) {
    const { count, _shards } = await client.count({ index })
    if (_shards.failed > 0) throw new Error(`a part of ${index} did not answer`)
    if (count > 0) counts.set(sourceOf(namespace, index), count)
  }
  return counts
}

const ownIndices = async ({ client, namespace }: Indices): Promise<string[]> =>
  Object.keys(await client.indices.get({ index: `${namespace}-*`, filter_path: '*.settings.index.uuid' }))
