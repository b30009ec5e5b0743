import type { SQL } from 'bun'
import { COPY_END, COPY_HEADER } from './copy-encoder.ts'

const WRITE_BYTES = 512 * 1024

/** Rows as `createCopyEncoder` writes them: many in each piece of memory, none cut in two. */
export type Rows = Iterable<Uint8Array>

/**
 * Streams rows into a table over COPY. Backpressure is the stream's; an error aborts the COPY and is thrown, and the
 * transaction around it takes everything back.
 */
async function copyInto(tx: SQL, table: 'rec' | 'rec_staging', rows: Rows): Promise<void> {
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

/** Stores rows that are surely new. In a transaction. */
export async function insertRows(tx: SQL, rows: Rows): Promise<void> {
  await copyInto(tx, 'rec', rows)
}

/**
 * Stores rows by their number, each number once: a known row is replaced, and left alone when it already says the
 * same, so that it keeps the batch that brought it. In a transaction. Answers how many are new, by source.
 */
export async function upsertRows(tx: SQL, rows: Rows): Promise<Map<number, number>> {
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

/** A row with such a number is there already, or another load is about to store one. */
const CONFLICTS = ['23505', '40P01']
/** After so many conflicts a load is no longer taken for one of new rows. */
const CONFLICTS_MAX = 2

/**
 * Stores chunks of rows one after another, each in a transaction: by plain COPY, which costs half, as long as their
 * numbers are new, else like `upsertRows`. Answers how many rows of a chunk are new, by source, or that all are.
 */
export function createStore(probablyNew: boolean) {
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
