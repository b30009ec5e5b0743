import type { SQL } from 'bun'
import type { StoredRecord } from './contract.ts'
import { hashKey } from './hash.ts'

/** Rows of one transaction: large enough for COPY, small enough to lose little. */
export const CHUNK_ROWS = 20_000
const WRITE_CHARS = 256 * 1024

/** A stored record's line in the text format of COPY, in the order of the columns of `rec`. */
export function copyLine(
  record: StoredRecord,
  place: { id: bigint; sourceId: number; batchId: number; rid: string; values: readonly string[] }
): string {
  let end = place.values.length
  while (end > 0 && place.values[end - 1] === '') end -= 1
  const doc = JSON.stringify(end === place.values.length ? place.values : place.values.slice(0, end))
  const keys = new Set<bigint>()
  for (const key of record.keys) keys.add(hashKey(key))
  const surname = record.surname === null ? '\\N' : hashKey(record.surname)
  const where = `${place.id}\t${place.sourceId}\t${place.batchId}\t${escaped(place.rid)}`
  return `${where}\t${escaped(doc)}\t{${[...keys].join(',')}}\t${surname}\t{${record.subjectKeys.join(',')}}\n`
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, letter => ESCAPES[letter] ?? letter) : text
}

/**
 * Streams lines into a table over COPY. Backpressure is the stream's; an error aborts the COPY and is thrown, and the
 * transaction around it takes everything back.
 */
async function copyInto(tx: SQL, table: 'rec' | 'rec_staging', lines: Iterable<string>): Promise<void> {
  const query = table === 'rec' ? tx`COPY rec FROM STDIN` : tx`COPY rec_staging FROM STDIN`
  const writer = query.writable().getWriter()
  try {
    let text = ''
    for (const line of lines) {
      text += line
      if (text.length < WRITE_CHARS) continue
      await writer.write(text)
      text = ''
    }
    if (text !== '') await writer.write(text)
    await writer.close()
    await query
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}

/** Stores rows that are surely new. In a transaction. */
export async function insertLines(tx: SQL, lines: Iterable<string>): Promise<void> {
  await copyInto(tx, 'rec', lines)
}

/**
 * Stores rows by their number, each number once: a known row is replaced, and left alone when it already says the
 * same, so that it keeps the batch that brought it. In a transaction. Answers how many are new, by source.
 */
export async function upsertLines(tx: SQL, lines: Iterable<string>): Promise<Map<number, number>> {
  await tx`CREATE TEMP TABLE IF NOT EXISTS rec_staging (LIKE rec) ON COMMIT DELETE ROWS`
  await copyInto(tx, 'rec_staging', lines)
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

export async function hasRecords(sql: SQL): Promise<boolean> {
  const [row]: { some: boolean }[] = await sql`SELECT EXISTS (SELECT FROM rec) AS some`
  return row?.some ?? false
}

/** A first load is twice as fast when the indexes are built after it. Needs the owner. */
export async function dropSearchIndexes(sql: SQL): Promise<void> {
  await sql`DROP INDEX IF EXISTS rec_k`
  await sql`DROP INDEX IF EXISTS rec_sur`
}

/** Builds what a load has dropped, also after a load that was killed; does nothing when all is there. */
export async function ensureSearchIndexes(sql: SQL): Promise<void> {
  const [row]: { missing: boolean }[] =
    await sql`SELECT to_regclass('rec_k') IS NULL OR to_regclass('rec_sur') IS NULL AS missing`
  if (!row?.missing) return
  await sql.begin(async tx => {
    await buildSearchIndexes(tx)
  })
}

/** The indexes of `rec` as `api/db/schema/sources.ts` names them, and fresh statistics. In a transaction. */
export async function buildSearchIndexes(tx: SQL): Promise<void> {
  await tx`SET LOCAL maintenance_work_mem = '512MB'`
  await tx`SET LOCAL statement_timeout = 0`
  await tx`CREATE INDEX IF NOT EXISTS rec_k ON rec USING gin (k)`
  await tx`CREATE INDEX IF NOT EXISTS rec_sur ON rec (sur, src, id)`
  await tx`ANALYZE rec`
}
