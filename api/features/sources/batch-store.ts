import type { SQL } from 'bun'

export interface BatchTotals {
  count: number
  /** Rows stored by all batches, repeated ones included. */
  stored: number
  /** Removals of batches that began, and those that ended: their records must not be shown again. */
  undone: number
}

/** Read every second by every process, like `declaredSources`. */
export async function batchTotals(sql: SQL): Promise<BatchTotals> {
  const [row] = await sql<BatchTotals[]>`SELECT count(*)::float8 AS count,
      coalesce(sum(stored), 0)::float8 AS stored, 
      (count(*) FILTER (WHERE state = 'undone') + count(finished_at) FILTER (WHERE state = 'undone'))::float8 AS undone
    FROM import_batch`
  return row ?? { count: 0, stored: 0, undone: 0 }
}
