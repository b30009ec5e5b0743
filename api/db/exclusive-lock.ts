import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'

/* Locks of one family, by name. Locks of `shared-lock.ts` are others, also of the same name. */

export interface ExclusiveLock {
  name: string
  busyError(): Error
}

const keyOf = (name: string) => String(hash64(`load:${name}`))

/**
 * Runs `work` unless another process runs work of one of these names; then it throws that `busyError()`. The locks
 * belong to the session, so they end with the process, even by kill -9.
 */
export async function withExclusiveLocks<T>(
  sql: SQL,
  locks: readonly ExclusiveLock[],
  work: (connection: SQL) => Promise<T>
): Promise<T> {
  const connection = await sql.reserve()
  const held: string[] = []
  try {
    for (const { name, busyError } of locks) {
      const key = keyOf(name)
      const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS held`
      if (row?.held !== true) throw busyError()
      held.push(key)
    }
    return await work(connection)
  } finally {
    for (const key of held) {
      // A stopped server has released the lock.
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
    connection.release()
  }
}

/** Takes the lock of `withExclusiveLocks` until the answer is called; null when somebody has it. */
export async function holdExclusiveLock(sql: SQL, name: string): Promise<(() => Promise<void>) | null> {
  const connection = await sql.reserve()
  const key = keyOf(name)
  const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS held`
  if (row?.held !== true) {
    connection.release()
    return null
  }
  let isHeld = true
  return async () => {
    if (!isHeld) return
    isHeld = false
    await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    connection.release()
  }
}
