import type { SQL } from 'bun'
import type { BookChanges, RemovalProgress } from '#api/engines/contract.ts'

/** Table blocks per transaction: about 20,000 rows. */
const STEP_BLOCKS = 1_024

/**
 * Removes the rows that a batch brought and no later one rewrote, in short transactions that also book them. Returns
 * the number of rows removed.
 */
export async function removeBatchRows(
  owner: SQL,
  batchId: number,
  book: BookChanges,
  onProgress: RemovalProgress,
  step = STEP_BLOCKS
): Promise<number> {
  const [table]: { blocks: number }[] = await owner`SELECT
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  const blocks = table?.blocks ?? 0
  let removed = 0
  onProgress(0, blocks === 0 ? 1 : 0)
  for (let from = 0; from < blocks; from += step) {
    removed += await owner.begin(async tx => {
      const rows: { key: string; count: number }[] = await tx`WITH gone AS (
          DELETE FROM rec WHERE ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${from + step},0)`}::tid
            AND batch = ${batchId} RETURNING src)
        SELECT source.key, count(*)::int AS count FROM gone JOIN source ON source.id = gone.src GROUP BY 1`
      if (rows.length > 0) await book(tx, new Map(rows.map(({ key, count }) => [key, count])))
      return rows.reduce((sum, { count }) => sum + count, 0)
    })
    onProgress(removed, Math.min(1, (from + step) / blocks))
  }
  return removed
}
