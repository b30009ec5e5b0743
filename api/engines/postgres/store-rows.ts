import type { SQL } from 'bun'
import { COPY_END, COPY_HEADER } from './copy-encoder.ts'

const WRITE_BYTES = 512 * 1024

/** Chunks of rows from `createCopyEncoder`; no row is split between chunks. */
export type CopyChunks = Iterable<Uint8Array>

/** Streams rows into a table over COPY. An error aborts the COPY and is thrown, so that the transaction rolls back. */
async function copyInto(tx: SQL, table: 'rec' | 'rec_staging', rows: CopyChunks): Promise<void> {
  const query =
    table === 'rec'
      ? tx`COPY rec FROM STDIN (FORMAT binary)`
      : tx`COPY rec_staging FROM STDIN (FORMAT binary)`
  const writer = query.writable().getWriter()
  try {
    await writer.write(COPY_HEADER)
    for (const piece of rows) {
      for (let at = 0; at < piece.length; at += WRITE_BYTES) {
        await writer.write(piece.subarray(at, at + WRITE_BYTES))
      }
    }
    await writer.write(COPY_END)
    await writer.close()
    await query
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}

export async function insertRows(tx: SQL, rows: CopyChunks): Promise<void> {
  await copyInto(tx, 'rec', rows)
}

/**
 * Stores rows by number, each number once per call. A stored row is replaced only when it differs, so that an equal one
 * keeps the batch that brought it. In a transaction. Returns how many rows are new, by source.
 */
export async function upsertRows(tx: SQL, rows: CopyChunks): Promise<Map<number, number>> {
  await tx`CREATE TEMP TABLE IF NOT EXISTS rec_staging (LIKE rec) ON COMMIT DELETE ROWS`
  await copyInto(tx, 'rec_staging', rows)
  const fresh: { src: number; count: number }[] = await tx`WITH stored AS (
      INSERT INTO rec SELECT * FROM rec_staging ORDER BY id
      ON CONFLICT (id) DO UPDATE SET src = excluded.src, batch = excluded.batch, rid = excluded.rid,
        doc = excluded.doc, k = excluded.k, sur = excluded.sur, subj = excluded.subj
      WHERE (rec.src, rec.doc, rec.k, rec.sur, rec.subj)
        IS DISTINCT FROM (excluded.src, excluded.doc, excluded.k, excluded.sur, excluded.subj)
      RETURNING rec.src, xmax = 0 AS fresh)
    SELECT src, count(*)::int AS count FROM stored WHERE fresh GROUP BY src`
  await tx`TRUNCATE rec_staging`
  return new Map(fresh.map(row => [row.src, row.count]))
}

/** Unique violation, deadlock with another load. */
const CONFLICTS = ['23505', '40P01']
/** After this many conflicts a load no longer counts as one of new rows. */
const CONFLICTS_MAX = 2

/**
 * Stores chunks, each in the caller's transaction: by plain COPY, at half the cost, as long as their numbers are new,
 * else like `upsertRows`. Returns how many rows of a chunk are new, by source, or `all`.
 */
export function createRowStore(probablyNew: boolean) {
  let conflicts = probablyNew ? 0 : CONFLICTS_MAX
  return async (tx: SQL, rows: readonly Uint8Array[]): Promise<Map<number, number> | 'all'> => {
    if (conflicts >= CONFLICTS_MAX) return await upsertRows(tx, rows)
    await tx`SAVEPOINT chunk`
    try {
      await insertRows(tx, rows)
      await tx`RELEASE SAVEPOINT chunk`
      return 'all'
    } catch (error) {
      if (!CONFLICTS.includes(String((error as { errno?: unknown }).errno))) throw error
      conflicts += 1
      await tx`ROLLBACK TO SAVEPOINT chunk`
      return await upsertRows(tx, rows)
    }
  }
}
