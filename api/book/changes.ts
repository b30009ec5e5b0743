import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'

/*
 * The change log: one row for each record that a transaction changed, written by triggers of `rec` in that transaction while
 * anybody follows. A follower takes the rows in the order of transactions, and only of those before which none is under way:
 * so it misses none. What a record is like it reads from the book, which may be newer than the change. `seq` grows with each
 * change of one record, whose writers wait for each other: it is the version of what was read after it.
 */

/** How far a follower is: all changes up to this one are in its index. */
export interface Place {
  xid: string
  seq: string
}

/** What an index finds a record by. Lists of numbers are array literals of Postgres. */
export interface BookRecord {
  number: string
  version: string
  source: number
  keys: string
  surname: string | null
  subjects: string
}

export type Unversioned = Omit<BookRecord, 'version'>

export interface RemovedRecord {
  number: string
  version: string
}

interface RecordChanges {
  records: BookRecord[]
  removed: RemovedRecord[]
  /** Where the next portion begins; null when there was none. */
  upTo: Place | null
}

/** Columns of `BookRecord` but for its version, of `rec`. */
export const BOOK_COLUMNS = `rec.id::text AS number, src AS source, k::text AS keys, sur::text AS surname,
  subj::text AS subjects`

/** Of `rec`, disabled while nobody follows. */
export const RECORD_TRIGGERS = ['rec_inserted', 'rec_updated', 'rec_deleted']

/** One who begins beside one who ends must not be left without the triggers. */
const lockFollowers = (tx: SQL) => tx`LOCK TABLE record_follower IN SHARE ROW EXCLUSIVE MODE`

async function setTriggers(tx: SQL, state: 'ENABLE' | 'DISABLE'): Promise<void> {
  // Waits for every transaction that has changed a record without a note of it.
  for (const name of RECORD_TRIGGERS) await tx.unsafe(`ALTER TABLE rec ${state} TRIGGER ${name}`)
}

/** From now on every change is kept for this follower. Safe to repeat. Needs the owner. */
export async function follow(owner: SQL, name: string): Promise<void> {
  await owner.begin(async tx => {
    await lockFollowers(tx)
    const [row] = await tx<
      { isFollowed: boolean }[]
    >`SELECT EXISTS (SELECT FROM record_follower) AS "isFollowed"`
    if (!row?.isFollowed) await setTriggers(tx, 'ENABLE')
    await tx`INSERT INTO record_follower (name) VALUES (${name}) ON CONFLICT DO NOTHING`
  })
}

/** Forgets a follower, and all changes with the last one. Needs the owner. */
export async function unfollow(owner: SQL, name: string): Promise<void> {
  await owner.begin(async tx => {
    await lockFollowers(tx)
    await tx`DELETE FROM record_follower WHERE name = ${name}`
    const [row] = await tx<
      { isFollowed: boolean }[]
    >`SELECT EXISTS (SELECT FROM record_follower) AS "isFollowed"`
    if (row?.isFollowed) return
    await setTriggers(tx, 'DISABLE')
    await tx`TRUNCATE record_change`
  })
}

/** Read by itself: joined to the log it would keep the log from being read in its order. */
async function placeOf(sql: SQL, follower: string): Promise<Place | null> {
  const [place] = await sql<Place[]>`SELECT xid::text AS xid, seq::text AS seq FROM record_follower
    WHERE name = ${follower}`
  return place ?? null
}

/**
 * @param from Null for where the follower is.
 * @param isQuiet Whether the caller keeps all writers of `rec` out: then changes of later transactions than those under way
 *   are read too, and no place among them may be noted.
 */
export async function readChanges(
  sql: SQL,
  follower: string,
  from: Place | null,
  limit: number,
  isQuiet = false
): Promise<RecordChanges> {
  const after = from ?? (await placeOf(sql, follower))
  if (!after) return { records: [], removed: [], upTo: null }
  const ended = isQuiet ? '' : 'AND xid < pg_snapshot_xmin(pg_current_snapshot())'
  const changes = await sql.unsafe<{ xid: string; seq: string; record: string }[]>(
    `SELECT xid::text AS xid, seq::text AS seq, record::text AS record FROM record_change
      WHERE (xid, seq) > ($1::xid8, $2::int8) ${ended} ORDER BY record_change.xid, record_change.seq LIMIT $3::int8`,
    [after.xid, after.seq, String(limit)]
  )
  const last = changes.at(-1)
  if (!last) return { records: [], removed: [], upTo: null }
  const versionOf = new Map<string, bigint>()
  for (const { record, seq } of changes) {
    const earlier = versionOf.get(record)
    if (earlier === undefined || earlier < BigInt(seq)) versionOf.set(record, BigInt(seq))
  }
  const rows = await sql.unsafe<Unversioned[]>(
    `SELECT ${BOOK_COLUMNS} FROM rec WHERE id = ANY ($1::int8[])`,
    [bigintArray([...versionOf.keys()])]
  )
  const records = rows.map(row => ({ ...row, version: String(versionOf.get(row.number)) }))
  for (const { number } of rows) versionOf.delete(number)
  const removed = [...versionOf].map(([number, version]) => ({ number, version: String(version) }))
  return { records, removed, upTo: { xid: last.xid, seq: last.seq } }
}

/** Notes that a follower's index has all up to a place. What every index has is dropped. */
export async function notePlace(sql: SQL, follower: string, { xid, seq }: Place): Promise<void> {
  await sql.begin(async tx => {
    await tx`UPDATE record_follower SET xid = ${xid}::xid8, seq = ${seq}::int8, noted_at = now()
      WHERE name = ${follower} AND (xid, seq) <= (${xid}::xid8, ${seq}::int8)`
    await tx`DELETE FROM record_change WHERE (xid, seq) <= (
      SELECT xid, seq FROM record_follower ORDER BY xid, seq LIMIT 1)`
  })
}

/** Which of the records a follower's index lacks, as they are now; null when nobody of that name follows. */
export async function lackingAmong(
  sql: SQL,
  follower: string,
  numbers: readonly string[]
): Promise<ReadonlySet<string> | null> {
  const rows = await sql<{ record: string | null }[]>`SELECT changed.record::text AS record
    FROM record_follower f LEFT JOIN LATERAL (SELECT DISTINCT record FROM record_change c
      WHERE c.record = ANY (${bigintArray(numbers)}::int8[]) AND (c.xid, c.seq) > (f.xid, f.seq)) AS changed ON true
    WHERE f.name = ${follower}`
  return rows.length === 0 ? null : new Set(rows.flatMap(({ record }) => record ?? []))
}

/** Numbers of the sources of which a follower's index lacks something; null when nobody of that name follows. */
export async function sourcesBehind(sql: SQL, follower: string): Promise<ReadonlySet<number> | null> {
  const rows = await sql<{ id: number | null }[]>`SELECT source.id FROM record_follower f LEFT JOIN source
      ON EXISTS (SELECT FROM record_change c WHERE c.src = source.id AND (c.xid, c.seq) > (f.xid, f.seq))
    WHERE f.name = ${follower}`
  return rows.length === 0 ? null : new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Whether a follower has noted no place for a day. */
export async function isGivenUp(sql: SQL, follower: string): Promise<boolean> {
  const [row] =
    await sql`SELECT FROM record_follower WHERE name = ${follower} AND noted_at > now() - interval '1 day'`
  return row === undefined
}

/** How many changes a follower's index lacks, of which at most so many are counted; null where nobody of that name follows. */
export async function changesBehind(sql: SQL, follower: string, most?: number): Promise<number | null> {
  const [row] = await sql<
    { behind: number }[]
  >`SELECT (SELECT count(*)::float8 FROM (SELECT FROM record_change c
      WHERE (c.xid, c.seq) > (f.xid, f.seq) LIMIT ${most ?? null}::int8) AS counted) AS behind
    FROM record_follower f WHERE f.name = ${follower}`
  return row?.behind ?? null
}

/** Where the log ends now; null when a follower has all of it. */
export async function endOfLog(sql: SQL, follower: string): Promise<Place | null> {
  const [last] = await sql<Place[]>`SELECT c.xid::text AS xid, c.seq::text AS seq
    FROM (SELECT xid, seq FROM record_change ORDER BY xid DESC, seq DESC LIMIT 1) c, record_follower f
    WHERE f.name = ${follower} AND (c.xid, c.seq) > (f.xid, f.seq)`
  return last ?? null
}

/** Whether a follower has all up to a place, or does not follow any more. */
export async function isPast(sql: SQL, follower: string, { xid, seq }: Place): Promise<boolean> {
  const [row] = await sql<{ lacks: boolean }[]>`SELECT EXISTS (SELECT FROM record_change c, record_follower f
    WHERE f.name = ${follower} AND (c.xid, c.seq) > (f.xid, f.seq)
      AND (c.xid, c.seq) <= (${xid}::xid8, ${seq}::int8)) AS lacks`
  return row?.lacks === false
}
