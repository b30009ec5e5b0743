import type { SQL } from 'bun'
import type { WrittenRecords } from './contract.ts'
import { COPY_END, COPY_HEADER } from './copy-encoder.ts'
import { NOT_SUPPRESSED } from './rows.ts'
import { releaseBelow } from './versions.ts'

const WRITE_BYTES = 512 * 1024

/** Chunks of whole rows from `createCopyEncoder`. */
type CopyChunks = Iterable<Uint8Array>

/** An error aborts the COPY and rolls the transaction back. */
export async function copyInto(tx: SQL, table: 'rec' | 'rec_staging', rows: CopyChunks): Promise<void> {
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

interface WrittenRows extends WrittenRecords {
  src: number
}

/**
 * Identical rows are shared, changed ones keep their earlier version. Sorted, so that loads cannot deadlock.
 *
 * @param isListed The list of suppressed people is asked: it has changed since the rows were made.
 */
export async function upsertRows(tx: SQL, rows: CopyChunks, isListed = false): Promise<WrittenRows[]> {
  await tx`CREATE TEMP TABLE IF NOT EXISTS rec_staging (LIKE rec) ON COMMIT DELETE ROWS`
  await copyInto(tx, 'rec_staging', rows)
  const left: { src: number; suppressed: number }[] = isListed
    ? await tx.unsafe(`WITH listed AS (DELETE FROM rec_staging rec WHERE NOT (${NOT_SUPPRESSED}) RETURNING src)
        SELECT src, count(*)::int AS suppressed FROM listed GROUP BY src`)
    : []
  const written: Omit<WrittenRows, 'suppressed'>[] = await tx`WITH stored AS (
      INSERT INTO rec SELECT * FROM rec_staging ORDER BY id
      ON CONFLICT (id) DO UPDATE SET src = excluded.src, batch = excluded.batch, rid = excluded.rid,
        doc = excluded.doc, k = excluded.k, sur = excluded.sur, subj = excluded.subj
      WHERE (rec.src, rec.doc, rec.k, rec.sur, rec.subj)
        IS DISTINCT FROM (excluded.src, excluded.doc, excluded.k, excluded.sur, excluded.subj)
      RETURNING rec.src, rec.batch, old.id, old.batch AS old_batch, old.doc, old.k, old.sur, old.subj),
    kept AS (INSERT INTO rec_earlier (id, batch, doc, k, sur, subj)
      SELECT id, old_batch, doc, k, sur, subj FROM stored WHERE id IS NOT NULL)
    SELECT src, (count(*) FILTER (WHERE id IS NULL))::int AS added,
      (count(*) FILTER (WHERE old_batch <> batch))::int AS changed FROM stored GROUP BY src`
  const [staged]: { rows: number }[] = await tx`SELECT count(*)::int AS rows FROM rec_staging`
  if (written.reduce((sum, { added }) => sum + added, 0) < (staged?.rows ?? 0)) {
    await releaseBelow(tx, 'rec_staging')
    await tx`INSERT INTO rec_share (id, batch, owner) SELECT id, s.batch, rec.batch
      FROM rec_staging s JOIN rec USING (id) WHERE rec.batch <> s.batch`
  }
  await tx`TRUNCATE rec_staging`
  const countOf = (wanted: number) => left.find(({ src }) => src === wanted)?.suppressed ?? 0
  const others = left.filter(({ src }) => !written.some(each => each.src === src))
  return [
    ...written.map(each => ({ ...each, suppressed: countOf(each.src) })),
    ...others.map(each => ({ ...each, added: 0, changed: 0 }))
  ]
}

/** Unique violation, deadlock with another load. */
const CONFLICTS = ['23505', '40P01']
/** After that the load no longer counts as new. */
const CONFLICTS_MAX = 2

/** Plain COPY at half the cost while all numbers are new, else `upsertRows`. */
export function createRowStore(probablyNew: boolean) {
  let conflicts = probablyNew ? 0 : CONFLICTS_MAX
  return async (
    tx: SQL,
    rows: readonly Uint8Array[],
    isListed: boolean
  ): Promise<WrittenRows[] | 'all new'> => {
    if (isListed || conflicts >= CONFLICTS_MAX) return await upsertRows(tx, rows, isListed)
    await tx`SAVEPOINT chunk`
    try {
      await insertRows(tx, rows)
      await tx`RELEASE SAVEPOINT chunk`
      return 'all new'
    } catch (error) {
      if (!CONFLICTS.includes(String((error as { errno?: unknown }).errno))) throw error
      conflicts += 1
      await tx`ROLLBACK TO SAVEPOINT chunk`
      return await upsertRows(tx, rows)
    }
  }
}
