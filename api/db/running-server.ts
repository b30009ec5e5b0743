import type { SQL } from 'bun'

/** What the pool of a running server calls itself. */
const SERVER = 'sverka'

/** True when a server of the product works on this database, so that people may be searching in it. */
export async function serverBeside(sql: SQL): Promise<boolean> {
  const [row]: { beside: boolean }[] = await sql`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SERVER}) AS beside`
  return row?.beside ?? false
}
