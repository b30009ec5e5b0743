import type { SQL } from 'bun'
import { type SQL as Condition, sql as text } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { orm } from './orm.ts'

/**
 * Removes at most `most` rows, each of which meets the condition, in a statement of its own. What somebody else holds is
 * left to them: who waits for one row while holding others could wait for ever.
 *
 * @returns How many were removed; fewer than `most` when no more are left.
 */
export async function removePortion(
  sql: SQL,
  table: PgTable,
  condition: Condition | undefined,
  most: number
): Promise<number> {
  const rows = await orm(sql).execute<{ removed: number }>(text`WITH removed AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${most} FOR UPDATE SKIP LOCKED)) RETURNING 1)
    SELECT count(*)::int AS removed FROM removed`)
  return rows[0]?.removed ?? 0
}
