import type { SQL } from 'bun'

/** A batch as a person sees it in a list. */
export interface ListedBatch {
  id: number
  sourceId: number
  sourceKey: string
  fileName: string
  /** Hex; '' for a batch without a file. */
  sha256: string
  state: 'running' | 'done' | 'undone'
  stored: number
  rejected: number
  suppressed: number
  startedAt: Date
  finishedAt: Date | null
}

/** Blocks of the table that one transaction looks through: about 20,000 rows. */
const STEP_BLOCKS = 1_024

/** Batches of a source, or of all with `null`, the newest first; with `id` only that one. */
export async function listBatches(
  sql: SQL,
  { sourceKey, id }: { sourceKey?: string | undefined; id?: number }
): Promise<ListedBatch[]> {
  return await sql`SELECT b.id, b.source_id AS "sourceId", s.key AS "sourceKey", b.file_name AS "fileName",
      coalesce(encode(b.file_sha256, 'hex'), '') AS sha256, b.state, b.stored::float8 AS stored,
      b.rejected::float8 AS rejected, b.suppressed::float8 AS suppressed, b.started_at AS "startedAt",
      b.finished_at AS "finishedAt"
    FROM import_batch b JOIN source s ON s.id = b.source_id
    WHERE (${sourceKey ?? null}::text IS NULL OR s.key = ${sourceKey ?? null})
      AND (${id ?? null}::int4 IS NULL OR b.id = ${id ?? null}::int4)
    ORDER BY b.id DESC`
}

/**
 * Removes the rows that a batch brought and that no later one rewrote, in short transactions which also book them. From
 * its first moment on the batch takes no more rows; killed and called again it goes on. Answers how many rows are gone.
 */
export async function removeBatch(
  sql: SQL,
  batch: { id: number; sourceId: number },
  onProgress: (blocks: number, ofBlocks: number, removed: number) => void,
  step = STEP_BLOCKS
): Promise<number> {
  await sql`UPDATE import_batch SET state = 'undone', finished_at = NULL WHERE id = ${batch.id}`
  const [table]: { blocks: number }[] = await sql`SELECT
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  const blocks = table?.blocks ?? 0
  let removed = 0
  onProgress(0, blocks, 0)
  for (let from = 0; from < blocks; from += step) {
    removed += await sql.begin(async tx => {
      const [gone]: { count: number }[] = await tx`WITH gone AS (
          DELETE FROM rec WHERE ctid >= ${`(${from},0)`}::tid AND ctid < ${`(${from + step},0)`}::tid
            AND batch = ${batch.id} RETURNING 1)
        SELECT count(*)::int AS count FROM gone`
      const count = gone?.count ?? 0
      if (count > 0) await tx`UPDATE source SET records = records - ${count} WHERE id = ${batch.sourceId}`
      return count
    })
    onProgress(Math.min(blocks, from + step), blocks, removed)
  }
  await sql`UPDATE import_batch SET finished_at = now() WHERE id = ${batch.id}`
  return removed
}
