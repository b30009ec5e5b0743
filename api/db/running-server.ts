import type { SQL } from 'bun'

/** `application_name` of a server's pool, and of no command's. */
export const SERVER_POOL = 'sverka'

/** Whether a server of the product uses this database, so that people may be searching. */
export async function isServerRunning(sql: SQL): Promise<boolean> {
  const [row]: { running: boolean }[] = await sql`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SERVER_POOL}) AS running`
  return row?.running ?? false
}
