import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'

/**
 * Runs `work` unless another process runs work of this name; then it throws `busyError()`. The lock belongs to the
 * session, so it ends with the process, even by kill -9.
 */
export async function withExclusiveLock<T>(
  sql: SQL,
  name: string,
  busyError: () => Error,
  work: () => Promise<T>
): Promise<T> {
  const key = String(hash64(`load:${name}`))
  const connection = await sql.reserve()
  try {
    const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS held`
    if (row?.held !== true) throw busyError()
    try {
      return await work()
    } finally {
      // A stopped server has released the lock.
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
  } finally {
    connection.release()
  }
}
