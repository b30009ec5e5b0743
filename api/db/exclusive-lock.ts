import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'

/* Separate from locks of `shared-lock.ts`. */

export interface ExclusiveLock {
  name: string
  busyError(): Error
}

const keyOf = (name: string) => String(hash64(`load:${name}`))

/** @throws `busyError()` of the name that is taken. Session locks end with the process, even by kill -9. */
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
      // A stopped server has released it.
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
    connection.release()
  }
}

/** Holds the lock until the result is called; null when taken. */
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
