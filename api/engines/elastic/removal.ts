import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import type { BatchRemoval, BookRemoved, RemovalProgress, SourceKey } from '#api/engines/contract.ts'
import { isUncounted, type Release, releaseClaim } from './claims.ts'
import { indexOf, type StoredDocument } from './documents.ts'
import { rewriteRecords } from './rewriting.ts'
import { suppressedAmong } from './suppressed.ts'

/** What is written together: the product's database, and its indices in the cluster. */
export interface Stores {
  owner: SQL
  client: Client
  namespace: string
}

interface Batch {
  id: number
  source: SourceKey
  /** Rows of it that were counted. */
  counted: number
}

const PORTION_RECORDS = 2_000

async function findBatch({ owner }: Stores, id: number): Promise<Batch | undefined> {
  const [batch] = await owner<Batch[]>`SELECT import_batch.id, key AS source, stored::float8 AS counted
    FROM import_batch JOIN source ON source.id = source_id WHERE import_batch.id = ${id}`
  return batch
}

const NOTHING: BatchRemoval = { removed: 0, restored: 0, kept: 0 }

export async function planRemoval(stores: Stores, batchId: number): Promise<BatchRemoval> {
  const plan = { ...NOTHING }
  const batch = await findBatch(stores, batchId)
  if (!batch) return plan
  for await (const { documents } of portionsOf(stores, batch)) {
    const isSuppressed = await readSuppressed(stores, documents)
    for (const document of documents) {
      const { outcome } = releaseClaim(document, batchId, isSuppressed)
      if (outcome) plan[outcome] += 1
    }
  }
  return plan
}

/** Takes back what a batch brought, portion by portion. What is counted follows each portion. */
export async function removeBatchRecords(
  stores: Stores,
  batchId: number,
  book: BookRemoved,
  onProgress: RemovalProgress
): Promise<BatchRemoval> {
  const all = { ...NOTHING }
  const batch = await findBatch(stores, batchId)
  onProgress(0, batch ? 0 : 1)
  if (!batch) return all
  const index = indexOf(stores.namespace, batch.source)
  for await (const { documents, part } of portionsOf(stores, batch)) {
    const isSuppressed = await readSuppressed(stores, documents)
    const releases: (Release & { isCounted: boolean })[] = []
    const addresses = documents.map(({ n }) => ({ index, id: n }))
    await rewriteRecords(stores.client, addresses, (stored, at) => {
      if (!stored?.b.includes(String(batchId))) return undefined
      const release = releaseClaim(stored, batchId, isSuppressed)
      releases[at] = { ...release, isCounted: !isUncounted(stored, batch.counted) }
      return release.document
    })
    const outcomes = Object.values(releases)
    for (const { outcome } of outcomes) if (outcome) all[outcome] += 1
    const removed = outcomes.filter(({ outcome, isCounted }) => outcome === 'removed' && isCounted).length
    if (removed > 0) await stores.owner.begin(tx => book(tx, new Map([[batch.source, removed]])))
    onProgress(all.removed, part)
  }
  await stores.client.indices.refresh({ index, ignore_unavailable: true })
  return all
}

async function readSuppressed({ owner }: Stores, documents: readonly StoredDocument[]) {
  const keys = documents.flatMap(({ d }) => d.e ?? []).flatMap(({ u }) => u)
  const suppressed = await suppressedAmong(owner, keys)
  return (own: readonly string[]) => own.some(key => suppressed.has(key))
}

/** The records of a batch in the order of their numbers, as they are when each portion is read. */
async function* portionsOf({ client, namespace }: Stores, { id, source }: Batch) {
  const index = indexOf(namespace, source)
  await client.indices.refresh({ index, ignore_unavailable: true })
  const query = { term: { b: String(id) } }
  const { count } = await client.count({ index, query, ignore_unavailable: true })
  let after: string | undefined
  for (let read = 0; ; ) {
    const { hits } = await client.search<StoredDocument>({
      index,
      query,
      size: PORTION_RECORDS,
      sort: ['n'],
      ignore_unavailable: true,
      track_total_hits: false,
      ...(after !== undefined && { search_after: [after] })
    })
    const documents = hits.hits.flatMap(({ _source }) => (_source ? [_source] : []))
    after = documents.at(-1)?.n
    if (after === undefined) return
    read += documents.length
    yield { documents, part: Math.min(1, read / Math.max(1, count)) }
  }
}
