import type { SQL } from 'bun'
import type { SearchEngine } from '#api/engines/contract.ts'
import { bookLeaving, forgetSource, type LeavingSource, leavingSources } from './deletion-store.ts'

type DeletionContext = { sql: SQL; engine: SearchEngine }

/** Removes at most so many records of a source that is being deleted, and at last the source itself. */
async function removeSome(
  { sql, engine }: DeletionContext,
  { id, key, records, adopted }: LeavingSource,
  most: number
): Promise<number> {
  if (adopted) {
    // Its index is somebody else's.
    await forgetSource(sql, id)
    return 0
  }
  const removed =
    records === 0
      ? 0
      : await engine.removeOfSource(key, most, (tx, counts) => bookLeaving(tx, id, counts.get(key) ?? 0))
  if (removed === records) await forgetSource(sql, id)
  return removed
}

/** Goes on with deletions, at most so many records; says how many. */
export async function finishDeletions(context: DeletionContext, most: number): Promise<number> {
  let removed = 0
  for (const source of await leavingSources(context.sql)) {
    if (removed >= most) break
    removed += await removeSome(context, source, most - removed)
  }
  return removed
}
