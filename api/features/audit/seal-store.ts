import type { SQL } from 'bun'
import { AUDIT_DAYS_MIN } from '#shared/constants.ts'
import type { AuditFailure } from '#shared/contracts/admin/audit.ts'
import { RAW_COLUMNS, type RawRow, type RawSeal, rowHash } from './row-hash.ts'

/** A seal as it is stored. */
export interface StoredSeal extends RawSeal {
  isDropped: boolean
  /** Its rows went before they were old enough. */
  isDroppedEarly: boolean
}

/** Runs work that reads the database as it is now, whatever is written meanwhile. */
export const inSnapshot = <T>(sql: SQL, work: (tx: SQL) => Promise<T>): Promise<T> =>
  sql.begin(async tx => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
    // Moments are read as text.
    await tx`SET LOCAL TimeZone = 'UTC'`
    await tx`SET LOCAL DateStyle = 'ISO'`
    return await work(tx)
  })

/** Seals the oldest rows (`api/db/functions/seal_audit.sql`); says how many. */
export async function sealRows(owner: SQL, most: number, waitSeconds: number): Promise<number> {
  const [row] = await owner<{ sealed: number }[]>`SELECT
    seal_audit(${most}::int4, make_interval(secs => ${waitSeconds}::float8)) AS sealed`
  return row?.sealed ?? 0
}

/** The next seals after one, in their order. */
export async function sealsAfter(tx: SQL, n: number, most: number): Promise<StoredSeal[]> {
  return await tx<
    StoredSeal[]
  >`SELECT n, first_id::text AS "firstId", last_id::text AS "lastId", row_count AS "rowCount",
      newest_at::text AS "newestAt", encode(digest, 'hex') AS digest, encode(hash, 'hex') AS hash, ids::text AS ids,
      encode(row_hashes, 'hex') AS "rowHashes", dropped_at IS NOT NULL AS "isDropped",
      coalesce(dropped_at < newest_at + make_interval(days => ${AUDIT_DAYS_MIN}::int4) OR dropped_at > now(), false)
        AS "isDroppedEarly"
    FROM audit_seal WHERE n > ${n} ORDER BY n LIMIT ${most}`
}

/** The rows of a range as they are now, each with its hash. */
export async function rowHashesBetween(
  tx: SQL,
  from: bigint,
  upTo: bigint
): Promise<{ id: string; hash: string }[]> {
  const rows: RawRow[] = await tx`SELECT ${tx.unsafe(RAW_COLUMNS)} FROM audit_event
    WHERE id >= ${String(from)}::int8 AND id <= ${String(upTo)}::int8 ORDER BY audit_event.id`
  return rows.map(row => ({ id: row.id ?? '', hash: rowHash(row) }))
}

/** The rows beyond the sealed ones with a number that was never given. */
export async function neverGiven(
  tx: SQL,
  { from, given, most }: { from: bigint; given: bigint; most: number }
): Promise<string[]> {
  const rows: { id: string }[] = await tx`SELECT id::text AS id FROM audit_event
    WHERE id > ${String(given)}::int8 OR (id < 1 AND id >= ${String(from)}::int8)
    ORDER BY audit_event.id LIMIT ${most}`
  return rows.map(({ id }) => id)
}

/** The highest number that a row was given. */
export async function highestGiven(tx: SQL): Promise<bigint> {
  const [row] = await tx<{ given: string }[]>`SELECT
    (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)::text AS given FROM audit_event_id_seq`
  return BigInt(row?.given ?? 0)
}

/** The number of a seal that an earlier check has seen as the last one, and that is another now or gone. */
export async function lostHead(tx: SQL): Promise<number | null> {
  const [row] = await tx<{ seals: number }[]>`SELECT seals FROM audit_check c WHERE head IS NOT NULL
    AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.n = c.seals AND s.hash = c.head) ORDER BY seals LIMIT 1`
  return row?.seals ?? null
}

export interface NewCheck {
  seals: number
  rows: number
  head: string | null
  failure: AuditFailure | null
}
export type StoredCheck = NewCheck & { at: Date }

export async function storeCheck(sql: SQL, { seals, rows, head, failure }: NewCheck): Promise<StoredCheck> {
  const [row] = await sql<{ at: Date }[]>`INSERT INTO audit_check (seals, row_count, head, failure)
    VALUES (${seals}, ${rows}, decode(${head}::text, 'hex'), ${failure === null ? null : JSON.stringify(failure)}::text::jsonb)
    RETURNING at`
  if (!row) throw new Error('a check was not stored')
  return { seals, rows, head, failure, at: row.at }
}

export async function latestCheck(sql: SQL): Promise<StoredCheck | null> {
  const [row] = await sql<
    StoredCheck[]
  >`SELECT at, seals, row_count::float8 AS rows, encode(head, 'hex') AS head, failure
    FROM audit_check ORDER BY id DESC LIMIT 1`
  return row ?? null
}

/** Whether none was made on this day of Moscow. */
export async function isCheckDue(sql: SQL): Promise<boolean> {
  const [row] = await sql<{ due: boolean }[]>`SELECT NOT EXISTS (SELECT FROM audit_check
    WHERE at >= date_trunc('day', now() AT TIME ZONE 'Europe/Moscow') AT TIME ZONE 'Europe/Moscow') AS due`
  return row?.due ?? false
}

export async function countUnsealed(sql: SQL): Promise<number> {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::float8 AS count FROM audit_event
    WHERE id > coalesce((SELECT last_id FROM audit_seal ORDER BY n DESC LIMIT 1), 0)`
  return row?.count ?? 0
}
