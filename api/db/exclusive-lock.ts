import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'

/**
 * Does the work while no other process does work of this name; throws what `busy` makes when one does. The lock is the
 * session's: it ends with the process, also by kill -9.
 */
export async function withExclusiveLock<T>(
  sql: SQL,
  name: string,
  busy: () => Error,
  work: () => Promise<T>
): Promise<T> {
  const key = String(hash64(`load:${name}`))
  const connection = await sql.reserve()
  try {
    const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS held`
    if (row?.held !== true) throw busy()
    try {
      return await work()
    } finally {
      // A server that is gone has let go of it.
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
  } finally {
    connection.release()
  }
}
