import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { ifAlone, oneByOne } from '#api/features/sources/service.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { bookDeleted, forgetSource, type SourceBeingDeleted, sourcesBeingDeleted } from './deletion-store.ts'

type DeletionContext = { sql: SQL; book: Book }

async function removeSome(
  { sql, book }: DeletionContext,
  { id, key, adopted }: SourceBeingDeleted,
  most: number
): Promise<number> {
  if (adopted) {
    // An external index stays.
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

/** @param most Limit of removed records. @returns How many were removed. */
export async function finishDeletions(context: DeletionContext, most: number): Promise<number> {
  let removed = 0
  await oneByOne(await sourcesBeingDeleted(context.sql), async source => {
    if (removed < most) removed += await removeSome(context, source, most - removed)
  })
  return removed
}

const AT_ONCE = 5_000

/** Continues for a while; a job finishes what a load still holds. */
export async function continueDeletions(context: DeletionContext, ms: number): Promise<void> {
  const until = performance.now() + ms
  try {
    while (performance.now() < until && (await finishDeletions(context, AT_ONCE)) > 0);
  } catch (error) {
    if (!isLockHeld(error)) log.warn('deletions_put_off', { error })
  }
}
