import type { SQL } from 'bun'

/**
 * Does some work in one process at a time; the others leave it out. The lock ends with its connection, so a leader that
 * died leads nobody; work that then goes on beside a new leader's must not mind.
 *
 * @param lock Number of an advisory lock that stands for the work, which gets the connection that holds it.
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
