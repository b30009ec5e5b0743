import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'

/*
 * The change log has a row for each changed record, written by triggers of `rec` while anybody follows. Followers read
 * it in commit order and only behind all running transactions, so they miss none. `seq` grows with each change of a
 * record and is the version of what is read afterwards.
 */

/** All changes up to this one are in the follower's index. */
export interface FollowerPosition {
  xid: string
  seq: string
}

/** What an index needs of a record. Lists of numbers are array literals. */
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
  /** Start of the next portion; null without changes. */
  upTo: FollowerPosition | null
}

export const BOOK_COLUMNS = `rec.id::text AS number, src AS source, k::text AS keys, sur::text AS surname,
  subj::text AS subjects`

/** Disabled while nobody follows. */
export const RECORD_TRIGGERS = ['rec_inserted', 'rec_updated', 'rec_deleted']

/** Concurrent start and end must not leave a follower without triggers. */
const lockFollowers = (tx: SQL) => tx`LOCK TABLE record_follower IN SHARE ROW EXCLUSIVE MODE`

async function setTriggers(tx: SQL, state: 'ENABLE' | 'DISABLE'): Promise<void> {
  // Waits for transactions that changed records without a note.
  for (const name of RECORD_TRIGGERS) await tx.unsafe(`ALTER TABLE rec ${state} TRIGGER ${name}`)
}

/** Keeps every change for this follower from now on. Idempotent; needs the owner. */
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

/** Forgets a follower, and with the last one all changes. Needs the owner. */
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

/** A query of its own: joined to the log it would break the read order. */
async function placeOf(sql: SQL, follower: string): Promise<FollowerPosition | null> {
  const [place] = await sql<FollowerPosition[]>`SELECT xid::text AS xid, seq::text AS seq FROM record_follower
    WHERE name = ${follower}`
  return place ?? null
}

/**
 * @param from Null for the follower's place.
 * @param isQuiet All writers of `rec` are locked out: reads past running transactions, and no place may be noted.
 */
export async function readChanges(
  sql: SQL,
  follower: string,
  from: FollowerPosition | null,
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

export async function storeFollowerPosition(
  sql: SQL,
  follower: string,
  { xid, seq }: FollowerPosition
): Promise<void> {
  await sql.begin(async tx => {
    await tx`UPDATE record_follower SET xid = ${xid}::xid8, seq = ${seq}::int8, noted_at = now()
      WHERE name = ${follower} AND (xid, seq) <= (${xid}::xid8, ${seq}::int8)`
    await tx`DELETE FROM record_change WHERE (xid, seq) <= (
      SELECT xid, seq FROM record_follower ORDER BY xid, seq LIMIT 1)`
  })
}

/** Records that the follower's index lacks, as they are now; null for an unknown follower. */
export async function unindexedAmong(
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

/** Sources with changes that the follower lacks; null for an unknown follower. */
export async function sourcesBehind(sql: SQL, follower: string): Promise<ReadonlySet<number> | null> {
  const rows = await sql<{ id: number | null }[]>`SELECT source.id FROM record_follower f LEFT JOIN source
      ON EXISTS (SELECT FROM record_change c WHERE c.src = source.id AND (c.xid, c.seq) > (f.xid, f.seq))
    WHERE f.name = ${follower}`
  return rows.length === 0 ? null : new Set(rows.flatMap(({ id }) => id ?? []))
}

/** No place was noted for a day. */
export async function isGivenUp(sql: SQL, follower: string): Promise<boolean> {
  const [row] =
    await sql`SELECT FROM record_follower WHERE name = ${follower} AND noted_at > now() - interval '1 day'`
  return row === undefined
}

/** Changes that the follower lacks, counted up to a limit; null for an unknown follower. */
export async function changesBehind(sql: SQL, follower: string, most?: number): Promise<number | null> {
  const [row] = await sql<
    { behind: number }[]
  >`SELECT (SELECT count(*)::float8 FROM (SELECT FROM record_change c
      WHERE (c.xid, c.seq) > (f.xid, f.seq) LIMIT ${most ?? null}::int8) AS counted) AS behind
    FROM record_follower f WHERE f.name = ${follower}`
  return row?.behind ?? null
}

/** End of the log; null when the follower has all. */
export async function endOfLog(sql: SQL, follower: string): Promise<FollowerPosition | null> {
  const [last] = await sql<FollowerPosition[]>`SELECT c.xid::text AS xid, c.seq::text AS seq
    FROM (SELECT xid, seq FROM record_change ORDER BY xid DESC, seq DESC LIMIT 1) c, record_follower f
    WHERE f.name = ${follower} AND (c.xid, c.seq) > (f.xid, f.seq)`
  return last ?? null
}

export async function hasReachedPosition(
  sql: SQL,
  follower: string,
  { xid, seq }: FollowerPosition
): Promise<boolean> {
  const [row] = await sql<{ lacks: boolean }[]>`SELECT EXISTS (SELECT FROM record_change c, record_follower f
    WHERE f.name = ${follower} AND (c.xid, c.seq) > (f.xid, f.seq)
      AND (c.xid, c.seq) <= (${xid}::xid8, ${seq}::int8)) AS lacks`
  return row?.lacks === false
}
