import type { SQL } from 'bun'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { withSoleLock } from '#api/db/shared-lock.ts'

/** Held by whoever takes a batch back, remakes records or removes them: one at a time in a source. */
export const lockOfUndo = (sourceId: number) => `undo:${sourceId}`

/** Shared by loads of a source; whoever changes what is stored of it otherwise than by a batch is alone. */
export const lockOfColumns = (sourceId: number) => `columns:${sourceId}`

/** Runs work on a source while nobody loads it, takes a batch of it back or does such work; else throws `busyError()`. */
export const whileAlone = <T>(
  sql: SQL,
  sourceId: number,
  busyError: () => Error,
  work: () => Promise<T>
): Promise<T> =>
  withExclusiveLocks(sql, [{ name: lockOfUndo(sourceId), busyError }], connection =>
    withSoleLock(connection, { name: lockOfColumns(sourceId), busyError }, work)
  )

/** The same for work that is tried again anyway, and counts what it has done: 0 while it is not its turn. */
export async function ifAlone(sql: SQL, sourceId: number, work: () => Promise<number>): Promise<number> {
  const busy = new Error('somebody else is at the source')
  try {
    return await whileAlone(sql, sourceId, () => busy, work)
  } catch (error) {
    if (error === busy) return 0
    throw error
  }
}
