import type { SQL } from 'bun'
import { remembered } from '#shared/identity/fold.ts'
import type { StoredRecord } from './contract.ts'
import { hashKey } from './hash.ts'

/** Rows of one transaction: large enough for COPY, small enough to lose little. */
export const CHUNK_ROWS = 20_000
const WRITE_CHARS = 256 * 1024
const WRITE_BYTES = 512 * 1024

const hashTextOf = remembered((key: string): string => `${hashKey(key)}`)

/** Keys of one name, word or year come again, those of anything else hardly. */
const COMES_AGAIN = /^[stuwy]:(?!\d{5})/

const hashText = (key: string): string => (COMES_AGAIN.test(key) ? hashTextOf(key) : `${hashKey(key)}`)

/** A stored record's line in the text format of COPY, in the order of the columns of `rec`. */
export function copyLine(
  record: StoredRecord,
  place: { id: bigint; sourceId: number; batchId: number; rid: string; values: readonly string[] }
): string {
  let end = place.values.length
  while (end > 0 && place.values[end - 1] === '') end -= 1
  const doc = JSON.stringify(end === place.values.length ? place.values : place.values.slice(0, end))
  let keys = ''
  for (const key of record.keys) keys += keys === '' ? hashText(key) : `,${hashText(key)}`
  const surname = record.surname === null ? '\\N' : hashText(record.surname)
  const where = `${place.id}\t${place.sourceId}\t${place.batchId}\t${escaped(place.rid)}`
  return `${where}\t${escaped(doc)}\t{${keys}}\t${surname}\t{${record.subjectKeys.join(',')}}\n`
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, letter => ESCAPES[letter] ?? letter) : text
}

/** Whole lines of COPY: one or several as text, or many as bytes. */
export type Lines = Iterable<string | Uint8Array>

/**
 * Streams lines into a table over COPY. Backpressure is the stream's; an error aborts the COPY and is thrown, and the
 * transaction around it takes everything back.
 */
async function copyInto(tx: SQL, table: 'rec' | 'rec_staging', lines: Lines): Promise<void> {
  const query = table === 'rec' ? tx`COPY rec FROM STDIN` : tx`COPY rec_staging FROM STDIN`
  const writer = query.writable().getWriter()
  try {
    let text = ''
    for (const line of lines) {
      if (typeof line !== 'string') {
        for (let at = 0; at < line.length; at += WRITE_BYTES) {
          await writer.write(line.subarray(at, at + WRITE_BYTES))
        }
        continue
      }
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
export async function insertLines(tx: SQL, lines: Lines): Promise<void> {
  await copyInto(tx, 'rec', lines)
}

/**
 * Stores rows by their number, each number once: a known row is replaced, and left alone when it already says the
 * same, so that it keeps the batch that brought it. In a transaction. Answers how many are new, by source.
 */
export async function upsertLines(tx: SQL, lines: Lines): Promise<Map<number, number>> {
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

/** A row with such a number is there already, or another load is about to store one. */
const CONFLICTS = ['23505', '40P01']
/** After so many conflicts a load is no longer taken for one of new rows. */
const CONFLICTS_MAX = 2

/**
 * Stores chunks of rows one after another, each in a transaction: by plain COPY, which costs half, as long as their
 * numbers are new, else like `upsertLines`. Answers how many rows of a chunk are new, by source, or that all are.
 */
export function createStore(probablyNew: boolean) {
  let conflicts = probablyNew ? 0 : CONFLICTS_MAX
  return async (tx: SQL, lines: readonly (string | Uint8Array)[]): Promise<Map<number, number> | 'all'> => {
    if (conflicts >= CONFLICTS_MAX) return await upsertLines(tx, lines)
    await tx`SAVEPOINT chunk`
    try {
      await insertLines(tx, lines)
      await tx`RELEASE SAVEPOINT chunk`
      return 'all'
    } catch (error) {
      if (!CONFLICTS.includes(String((error as { errno?: unknown }).errno))) throw error
      conflicts += 1
      await tx`ROLLBACK TO SAVEPOINT chunk`
      return await upsertLines(tx, lines)
    }
  }
}
