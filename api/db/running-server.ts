import type { SQL } from 'bun'

/** `application_name` of servers, not of commands. */
export const SERVER_POOL = 'sverka'

/** People may be searching. */
export async function isServerRunning(sql: SQL): Promise<boolean> {
  const [row]: { running: boolean }[] = await sql`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SERVER_POOL}) AS running`
  return row?.running ?? false
}
