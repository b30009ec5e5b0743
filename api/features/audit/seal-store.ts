import type { SQL } from 'bun'
import { AUDIT_DAYS_MIN } from '#shared/constants.ts'
import type { AuditFailure } from '#shared/contracts/admin/audit.ts'

/** A seal as it is stored, and what of it holds. */
export interface StoredSeal {
  n: number
  lastId: string
  rowCount: number
  hash: string
  /** Its hash is that of what it says, over the seal before it. */
  isWhole: boolean
  isDropped: boolean
  /** Its rows went before they were old enough. */
  isDroppedEarly: boolean
  ids: string
  rowHashes: string
}

/** Runs work that reads the database as it is now, whatever is written meanwhile. */
export const atOneMoment = <T>(sql: SQL, work: (tx: SQL) => Promise<T>): Promise<T> =>
  sql.begin(async tx => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
    return await work(tx)
  })

/** Seals the oldest rows (`api/db/functions/seal_audit.sql`); says how many. */
export async function sealRows(owner: SQL, most: number, waitSeconds: number): Promise<number> {
  const [row] = await owner<{ sealed: number }[]>`SELECT
    seal_audit(${most}::int4, make_interval(secs => ${waitSeconds}::float8)) AS sealed`
  return row?.sealed ?? 0
}

/** The next seals after one, in their order. */
export async function sealsAfter(
  tx: SQL,
  { n, hash }: Pick<StoredSeal, 'n' | 'hash'>,
  most: number
): Promise<StoredSeal[]> {
  return await tx<StoredSeal[]>`SELECT n, last_id::text AS "lastId", row_count AS "rowCount",
      encode(hash, 'hex') AS hash, coalesce(ids::text, '{}') AS ids, coalesce(encode(row_hashes, 'hex'), '') AS "rowHashes",
      dropped_at IS NOT NULL AS "isDropped",
      coalesce(dropped_at < newest_at + make_interval(days => ${AUDIT_DAYS_MIN}::int4) OR dropped_at > now(), false)
        AS "isDroppedEarly",
      hash = audit_seal_hash(n, first_id, last_id, row_count, newest_at, digest,
          lag(hash, 1, decode(${hash}, 'hex')) OVER (ORDER BY n))
        AND coalesce(digest = sha256(convert_to(ids::text, 'UTF8') || row_hashes), true) AS "isWhole"
    FROM audit_seal WHERE n > ${n} ORDER BY n LIMIT ${most}`
}

/** The rows of a range as they are now, each with its hash. */
export async function rowHashesBetween(
  tx: SQL,
  after: string,
  upTo: string
): Promise<{ id: string; hash: string }[]> {
  return await tx<
    { id: string; hash: string }[]
  >`SELECT id::text AS id, encode(audit_row_hash(id), 'hex') AS hash
    FROM audit_event WHERE id > ${after}::int8 AND id <= ${upTo}::int8 ORDER BY audit_event.id`
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
