import type { SQL } from 'bun'

interface BatchTotals {
  count: number
  stored: number
  /** Begun and finished removals, which end replays. */
  undone: number
  /** Some record has an earlier version. */
  hasVersions: boolean
}

/** Read every second by every process. */
export async function batchTotals(sql: SQL): Promise<BatchTotals> {
  const [row] = await sql<BatchTotals[]>`SELECT count(*)::float8 AS count,
      coalesce(sum(stored), 0)::float8 AS stored, 
      (count(*) FILTER (WHERE state = 'undone') + count(finished_at) FILTER (WHERE state = 'undone'))::float8 AS undone,
      EXISTS (SELECT FROM rec_earlier) AS "hasVersions"
    FROM import_batch`
  return row ?? { count: 0, stored: 0, undone: 0, hasVersions: false }
}

/** Start of batches in Moscow. */
export async function batchDays(sql: SQL): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; day: string }[]>`SELECT id,
      (started_at AT TIME ZONE 'Europe/Moscow')::date::text AS day FROM import_batch`
  return new Map(rows.map(({ id, day }) => [id, day]))
}
