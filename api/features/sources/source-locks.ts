import type { SQL } from 'bun'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { withSoleLock } from '#api/db/shared-lock.ts'

export const lockOfUndo = (sourceId: number) => `undo:${sourceId}`

/** Shared by loads, exclusive for other changes of records. */
export const lockOfColumns = (sourceId: number) => `columns:${sourceId}`

export const whileAlone = <T>(
  sql: SQL,
  sourceId: number,
  busyError: () => Error,
  work: () => Promise<T>
): Promise<T> =>
  withExclusiveLocks(sql, [{ name: lockOfUndo(sourceId), busyError }], connection =>
    withSoleLock(connection, { name: lockOfColumns(sourceId), busyError }, work)
  )

/** Returns 0 when it is not its turn. */
export async function ifAlone(sql: SQL, sourceId: number, work: () => Promise<number>): Promise<number> {
  const busy = new Error('somebody else is at the source')
  try {
    return await whileAlone(sql, sourceId, () => busy, work)
  } catch (error) {
    if (error === busy) return 0
    throw error
  }
}
