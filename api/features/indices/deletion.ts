import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { ifAlone, oneByOne } from '#api/features/sources/service.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { bookDeleted, forgetSource, type SourceBeingDeleted, sourcesBeingDeleted } from './deletion-store.ts'

type DeletionContext = { sql: SQL; book: Book }

/** Removes records of a source that is being deleted, and at last the source itself; says how many. */
async function removeSome(
  { sql, book }: DeletionContext,
  { id, key, adopted }: SourceBeingDeleted,
  most: number
): Promise<number> {
  if (adopted) {
    // Its index is somebody else's.
    await forgetSource(sql, id)
    return 0
  }
  return await ifAlone(sql, id, async () => {
    const removed = await book.removeOfSource(key, most, (tx, counts) =>
      bookDeleted(tx, id, counts.get(key) ?? 0)
    )
    if (removed < most) await forgetSource(sql, id)
    return removed
  })
}

/**
 * Goes on with deletions; says how many records it removed.
 *
 * @param most At most so many.
 */
export async function finishDeletions(context: DeletionContext, most: number): Promise<number> {
  let removed = 0
  await oneByOne(await sourcesBeingDeleted(context.sql), async source => {
    if (removed < most) removed += await removeSome(context, source, most - removed)
  })
  return removed
}

const AT_ONCE = 5_000

/** Goes on with deletions for so long, and leaves to a job what a load still holds. */
export async function continueDeletions(context: DeletionContext, ms: number): Promise<void> {
  const until = performance.now() + ms
  try {
    while (performance.now() < until && (await finishDeletions(context, AT_ONCE)) > 0);
  } catch (error) {
    if (!isLockHeld(error)) log.warn('deletions_put_off', { error })
  }
}
