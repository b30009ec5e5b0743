import type { SQL } from 'bun'
import type { DocumentVersion } from '#api/db/schema/index.ts'
import type { BookRemoved, SourceKey } from '#api/engines/contract.ts'
import { indexOf } from './documents.ts'
import type { Stores } from './removal.ts'
import {
  finishSourcePortions,
  noteSourcePortion,
  REMOVAL_LIMITS,
  removeSourcePortion
} from './source-portions.ts'

const PORTION_RECORDS = 5_000

/**
 * Removes records of a source, and its index with the last of them. A portion is booked with a note of its records in one
 * transaction, and removed after it: no row is held while the cluster works, and whoever comes after a process that ended
 * between removes what is left of the portion without booking it again.
 */
export async function removeOfSource(
  stores: Stores,
  source: SourceKey,
  most: number,
  book: BookRemoved
): Promise<number> {
  const { owner, client, namespace } = stores
  const index = indexOf(namespace, source)
  const there = { index, ignore_unavailable: true }
  await finishSourcePortions(stores, [source])
  let removed = 0
  while (removed < most) {
    await client.indices.refresh(there, REMOVAL_LIMITS)
    const records = await readRecords(Math.min(PORTION_RECORDS, most - removed))
    if (records.length === 0) return removed + (await dropIndex())
    const portion = await owner.begin(async tx => {
      await book(tx, new Map([[source, await countedAmong(tx, records.length)]]))
      return await noteSourcePortion(tx, source, records)
    })
    await removeSourcePortion(stores, portion)
    removed += records.length
  }
  return removed

  async function readRecords(size: number): Promise<DocumentVersion[]> {
    const search = { ...there, size, sort: ['n'], _source: false, track_total_hits: false }
    const { hits, timed_out, _shards } = await client.search(
      { ...search, seq_no_primary_term: true, allow_partial_search_results: false },
      REMOVAL_LIMITS
    )
    if (timed_out || _shards.failed > 0) throw new Error('a part of the records did not answer')
    return hits.hits.map(({ _id = '', _seq_no = 0, _primary_term = 0 }) => [_id, _seq_no, _primary_term])
  }

  /**
   * How many of so many records the source counts: what a load wrote and never booked is removed without being booked.
   * Nobody else counts until the transaction ends.
   */
  async function countedAmong(tx: SQL, count: number): Promise<number> {
    const [row] = await tx<{ records: number }[]>`SELECT records::float8 AS records FROM source
      WHERE key = ${source} FOR UPDATE`
    return Math.max(0, Math.min(row?.records ?? 0, count))
  }

  /** What is still counted then has gone before, with nobody who booked it. */
  async function dropIndex(): Promise<number> {
    await client.indices.delete(there, REMOVAL_LIMITS)
    return await owner.begin(async tx => {
      const counted = await countedAmong(tx, most - removed)
      if (counted > 0) await book(tx, new Map([[source, counted]]))
      return counted
    })
  }
}
