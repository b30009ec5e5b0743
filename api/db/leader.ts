import type { SQL } from 'bun'

/**
 * Runs work in one process at a time; others skip it. The lock ends with its connection, so a lost leader's work may
 * overlap a new leader's and must tolerate that.
 * @param lock Advisory lock; the work gets its connection.
 */
export async function asLeader(
  sql: SQL,
  lock: number,
  work: (connection: SQL) => Promise<void>
): Promise<void> {
  const connection = await sql.reserve()
  try {
    const [row] = await connection<{ leads: boolean }[]>`SELECT pg_try_advisory_lock(${lock}) AS leads`
    if (!row?.leads) return
    try {
      await work(connection)
    } finally {
      await connection`SELECT pg_advisory_unlock(${lock})`
    }
  } finally {
    connection.release()
  }
}
