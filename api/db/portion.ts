import type { SQL } from 'bun'
import { type SQL as Condition, sql as text } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { orm } from './orm.ts'

/**
 * Removes up to `most` matching rows in one statement and skips locked ones, so that it cannot deadlock.
 * @returns How many; fewer than `most` at the end.
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
