import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import type { Load, RecordWriter, Report, SourceKey, WrittenRecords } from '#api/engines/contract.ts'
import { storeSpellings } from '#api/engines/vocabulary/spellings.ts'
import { shortenLog } from '#api/engines/vocabulary/vocabulary-log.ts'
import { CONFLICT, sendBulk } from './bulk.ts'
import { addVersion, type Change } from './claims.ts'
import type { Cluster } from './cluster.ts'
import type { StoredDocument } from './documents.ts'
import { encodingOf, headerOf, NEWLINE, readChunk } from './encoder.ts'
import { assertMarks } from './index-marks.ts'
import { indexOf, sourceOf } from './index-names.ts'
import { createPaging } from './pages/paging.ts'
import { assertNoneLost } from './reach.ts'
import { deferRefresh } from './refresh.ts'
import { type RecordAddress, rewriteRecords } from './rewriting.ts'
import { amongOurs, ensureIndices } from './source-indices.ts'
import { finishSourceRemovals } from './source-removal.ts'

/** Slices of a chunk under way at once. */
const AT_ONCE = 3
/** Known records that are read together. */
const READ_MAX = 4_000
/** After so many slices with known records a load no longer counts as one of new ones. */
const CONFLICTS_MAX = 2

type Written = Map<SourceKey, WrittenRecords>

/**
 * Stores each chunk in the cluster, then its spellings and counts in one transaction of the product's database. A chunk
 * that was stored and not counted, because the process ended between, is written again by whoever resumes the load, and
 * counts then.
 */
export async function openElasticWriter(
  { owner, cluster, namespace }: { owner: SQL; cluster: Cluster; namespace: string },
  load: Load,
  report: Report
): Promise<RecordWriter> {
  await cluster.assertUsable()
  const client = await cluster.client()
  const stores = { owner, client, namespace }
  await finishSourceRemovals(stores, load.sources)
  if (!load.isMove) await assertNoneLost(stores, load.sources)
  const expectedEach = load.expectedRecords / Math.max(1, load.sources.length)
  const marks = await ensureIndices(stores, load.sources, expectedEach)
  // By their own names: behind an alias somebody else's index may come to stand.
  const indices = [...marks].map(([source, mark]) => indexOf(namespace, source, mark))
  const finish = await deferRefresh(client, indices, load, report)
  const store = createSliceStore(client, namespace, load.isProbablyNew)

  async function storeAll(slices: Uint8Array[], written: Written): Promise<void> {
    const storing = Array.from({ length: AT_ONCE }, async () => {
      for (let slice = slices.shift(); slice; slice = slices.shift()) await store(slice, written)
    })
    const outcomes = await Promise.allSettled(storing)
    const [failure] = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    if (failure) throw failure
  }

  return {
    encoding: encodingOf(namespace, marks),

    async write({ bytes, spellings, counts }, book) {
      // New ones need no look at each: whoever meets a record that was stored already takes it off.
      const written: Written = new Map([...counts].map(([source, added]) => [source, { added, changed: 0 }]))
      if (counts.size > 0) {
        const header = headerOf(bytes)
        // A record that was counted before has come before any row that will be.
        const chunks = await chunksOf(owner, load.isMove ? [] : header.batches)
        const slices = readChunk(bytes, batch => chunks.get(batch) ?? 0, header)
        await cluster.explained(amongOurs(stores, written, storeAll(slices, written)))
      }
      await owner.begin(async tx => {
        await storeSpellings(tx, spellings)
        await book(tx, written)
        await assertMarks(tx, marks, written.keys())
      })
    },

    async commit() {
      await cluster.explained(finish())
      await shortenLog(owner)
    }
  }
}

/** How many rows of each batch were counted: the number of the chunk that follows. */
async function chunksOf(sql: SQL, batches: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<
    { id: number; stored: number }[]
  >`SELECT id, stored::float8 AS stored FROM import_batch
    WHERE id = ANY (${`{${batches.join(',')}}`}::int4[])`
  return new Map(rows.map(({ id, stored }) => [id, stored]))
}

function createSliceStore(client: Client, namespace: string, isProbablyNew: boolean) {
  let conflicts = isProbablyNew ? 0 : CONFLICTS_MAX
  const paging = createPaging(READ_MAX)

  const correct = (written: Written, index: string, change: Change) => {
    const count = written.get(sourceOf(namespace, index))
    if (!count || change === 'added') return
    count.added -= 1
    if (change) count[change] += 1
  }

  /** New records are written as they are, which costs half; of existing ones what is stored is read first. */
  return async (slice: Uint8Array, written: Written): Promise<void> => {
    const lines = recordsOf(slice)
    let existing = lines
    if (conflicts < CONFLICTS_MAX) {
      const items = await sendBulk(client, lines)
      existing = lines.filter((_line, at) => items[at]?.status === CONFLICT)
      if (existing.length > 0) conflicts += 1
    }
    const brought = existing.map(documentIn)
    const addresses = existing.map(addressOf)
    const changes: Change[] = []
    const add = (stored: StoredDocument | undefined, at: number) => {
      const { document, change } = addVersion(stored, brought[at] as StoredDocument)
      changes[at] = change
      return document ?? undefined
    }
    await rewriteRecords(client, addresses, add, paging)
    for (const [at, { index }] of addresses.entries()) correct(written, index, changes[at] ?? null)
  }
}

/** The two lines of each record. */
function recordsOf(slice: Uint8Array): Uint8Array[] {
  const records: Uint8Array[] = []
  for (let at = 0; at < slice.length; ) {
    const end = slice.indexOf(NEWLINE, slice.indexOf(NEWLINE, at) + 1) + 1
    records.push(slice.subarray(at, end))
    at = end
  }
  return records
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function addressOf(record: Uint8Array): RecordAddress {
  const { create } = JSON.parse(textOf(record.subarray(0, record.indexOf(NEWLINE))))
  return { index: create._index, id: create._id }
}

const documentIn = (record: Uint8Array): StoredDocument =>
  JSON.parse(textOf(record.subarray(record.indexOf(NEWLINE) + 1)))
