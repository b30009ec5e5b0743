import type { SQL } from 'bun'

/** Number of the advisory lock of writes of records. */
const WRITES = 73_200_024

/** Begins a transaction that writes records: from then on it sees every entry whose erasure does not wait for it. */
export const beginWrite = async (tx: SQL): Promise<void> => {
  await tx`SELECT pg_advisory_xact_lock_shared(${WRITES})`
}

/** Waits for the writes under way, which may not have seen the newest entries. */
export const awaitWrites = (sql: SQL): Promise<void> =>
  sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${WRITES})`
  })

/** Differs when the list of suppressed people has changed. */
export async function listVersion(sql: SQL): Promise<string> {
  const [row] = await sql<{ count: string }[]>`SELECT count::text AS count FROM suppression_change`
  return row?.count ?? ''
}
