import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { BatchRemoval, BookRemoved, InTurn, RemovalProgress, SourceKey } from '#api/engines/contract.ts'
import { isUncounted, type Release, releaseClaim } from './claims.ts'
import type { StoredDocument } from './documents.ts'
import { isRefused } from './failures.ts'
import { sayGone } from './index-marks.ts'
import type { Stores } from './namespace.ts'
import { createPaging } from './pages/paging.ts'
import { rewriteRecords } from './rewriting.ts'
import { wholeHits } from './shapes.ts'
import { amongOurs, restoreAliases } from './source-indices.ts'
import { suppressedAmong } from './suppressed.ts'

interface Batch {
  id: number
  source: SourceKey
  /** Rows of it that were counted. */
  counted: number
}

interface BatchPortion {
  index: string
  documents: StoredDocument[]
  /** How far it is with it, 0–1. */
  part: number
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
  for await (const { documents } of batchPortions(
    stores.client,
    await restoreAliases(stores, batch.source),
    batchId
  )) {
    const isSuppressed = await readSuppressed(stores, documents)
    for (const document of documents) {
      const { outcome } = releaseClaim(document, batchId, isSuppressed)
      if (outcome) plan[outcome] += 1
    }
  }
  return plan
}

/**
 * Takes back what a batch brought, portion by portion. Each is booked before it is removed, with a note of its records: when
 * the process ends between, whoever goes on removes what is left of them without booking it again.
 */
export async function removeBatchRecords(
  stores: Stores,
  batchId: number,
  book: BookRemoved,
  onProgress: RemovalProgress,
  inTurn: InTurn = portion => portion()
): Promise<BatchRemoval> {
  const all = { ...NOTHING }
  const batch = await findBatch(stores, batchId)
  onProgress(0, batch ? 0 : 1)
  if (!batch) return all
  const { source, counted } = batch
  const index = await restoreAliases(stores, source)
  const booked = new Set(await readBooked(stores.owner, batchId))
  const bookMore = (removed: number) =>
    stores.owner.begin(async tx => {
      if (removed !== 0) await book(tx, new Map([[source, removed]]))
      await noteBooked(tx, batchId, [...booked])
    })
  const ofSource = new Set([source])
  const portions = batchPortions(stores.client, index, batchId)
  while (await inTurn(removeNext));
  if (index !== null) await stores.client.indices.refresh({ index }).catch(sayGone)
  return all

  /** @returns Whether there may be another portion. */
  async function removeNext(): Promise<boolean> {
    const { done, value } = await amongOurs(stores, ofSource, portions.next())
    if (!done) {
      await removeBatchPortion(value)
    } else if (booked.size > 0) {
      // What a process that ended has booked and removed.
      booked.clear()
      await bookMore(0)
    }
    return done !== true
  }

  async function removeBatchPortion({ index: place, documents, part }: BatchPortion): Promise<void> {
    const isSuppressed = await readSuppressed(stores, documents)
    const isCounted = (document: StoredDocument) => !isUncounted(document, counted)
    const leaving = documents.filter(
      document =>
        !booked.has(document.n) &&
        isCounted(document) &&
        releaseClaim(document, batchId, isSuppressed).outcome === 'removed'
    )
    for (const { n } of leaving) booked.add(n)
    if (leaving.length > 0) await bookMore(leaving.length)
    const releases: ((Release & { isCounted: boolean }) | undefined)[] = []
    const addresses = documents.map(({ n }) => ({ index: place, id: n }))
    const rewriting = rewriteRecords(stores.client, addresses, (stored, at) => {
      releases[at] = undefined
      if (!stored?.b.includes(String(batchId))) return undefined
      const release = releaseClaim(stored, batchId, isSuppressed)
      releases[at] = { ...release, isCounted: isCounted(stored) }
      return release.document
    })
    await amongOurs(stores, ofSource, rewriting).catch(async error => {
      if (isRefused(error)) await bookStored(place, documents).catch(() => {})
      throw error
    })
    // Others may have changed a record since it was read.
    let correction = 0
    for (const [at, { n }] of documents.entries()) {
      const release = releases[at]
      if (release?.outcome) all[release.outcome] += 1
      const isGone = release === undefined || (release.outcome === 'removed' && release.isCounted)
      if (isGone && release && !booked.has(n)) correction += 1
      if (!isGone && booked.has(n)) correction -= 1
      booked.delete(n)
    }
    if (leaving.length > 0 || correction !== 0) await bookMore(correction)
    onProgress(all.removed, part)
  }

  /** Gives back what was booked of records that the cluster refused to remove, and which are found still. */
  async function bookStored(place: string, documents: readonly StoredDocument[]): Promise<void> {
    const addresses = documents.map(({ n }) => ({ index: place, id: n }))
    let stored = 0
    await rewriteRecords(stores.client, addresses, (document, at) => {
      const n = documents[at]?.n
      if (n !== undefined && document?.b.includes(String(batchId)) && booked.delete(n)) stored += 1
      return undefined
    })
    if (stored > 0) await bookMore(-stored)
  }
}

/** Numbers of records that were booked as removed, and may not be removed yet. */
async function readBooked(sql: SQL, batchId: number): Promise<string[]> {
  const [row] = await sql<{ numbers: string }[]>`SELECT numbers::text AS numbers FROM removal_portion
    WHERE batch_id = ${batchId}`
  return row?.numbers.match(/-?\d+/g) ?? []
}

async function noteBooked(tx: SQL, batchId: number, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) await tx`DELETE FROM removal_portion WHERE batch_id = ${batchId}`
  else
    await tx`INSERT INTO removal_portion (batch_id, numbers) VALUES (${batchId}, ${bigintArray(numbers)}::int8[])
      ON CONFLICT (batch_id) DO UPDATE SET numbers = excluded.numbers`
}

async function readSuppressed({ owner }: Stores, documents: readonly StoredDocument[]) {
  const keys = documents.flatMap(({ d }) => d.e ?? []).flatMap(({ u }) => u)
  const suppressed = await suppressedAmong(owner, keys)
  return (own: readonly string[]) => own.some(key => suppressed.has(key))
}

/** The records of a batch in the order of their numbers, as they are when each portion is read. */
async function* batchPortions(
  client: Client,
  index: string | null,
  id: number
): AsyncGenerator<BatchPortion, undefined, undefined> {
  if (index === null) return
  await client.indices.refresh({ index }).catch(sayGone)
  const query = { term: { b: String(id) } }
  const { count } = await client.count({ index, query }).catch(sayGone)
  const paging = createPaging(PORTION_RECORDS)
  let after: string | undefined
  for (let read = 0; ; ) {
    const search = {
      index,
      query,
      sort: ['n'],
      track_total_hits: false,
      allow_partial_search_results: false,
      ...(after !== undefined && { search_after: [after] })
    }
    const { page } = await paging((size, limits) =>
      client.search<StoredDocument>({ ...search, size }, limits)
    ).catch(sayGone)
    const documents = wholeHits(page).flatMap(({ _source }) => (_source ? [_source] : []))
    after = documents.at(-1)?.n
    if (after === undefined) return undefined
    read += documents.length
    yield { index, documents, part: Math.min(1, read / Math.max(1, count)) }
  }
}
