import type { SQL } from 'bun'
import type { StoredPurpose } from '#api/features/search/purpose.ts'
import { LIST_ROW_TRIES } from '#shared/constants.ts'
import type { PauseReason } from '#shared/labels/lists.ts'
import type { Role } from '#shared/labels/roles.ts'

/** A list that this process searches. */
export interface ClaimedList extends StoredPurpose {
  id: number
  publicId: Uint8Array
  userId: number
  role: Role
  isApi: boolean
  ipPrefix: string | null
}

/** A list whose runner gave no sign of life for so long is taken up by another. */
const LEASE_SECONDS = 5

/** Takes a running list of somebody who is not blocked and that nobody has, the one that waited longest first; null where there is none. */
export async function claimList(sql: SQL, runner: string): Promise<ClaimedList | null> {
  const [row] = await sql<ClaimedList[]>`UPDATE list l
    SET runner = ${runner}, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    FROM users u
    WHERE u.id = l.user_id AND l.id = (
      SELECT w.id FROM list w JOIN users o ON o.id = w.user_id AND o.blocked_at IS NULL
      WHERE w.state = 'running' AND (w.lease_until IS NULL OR w.lease_until < clock_timestamp())
      ORDER BY w.lease_until NULLS FIRST LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
    RETURNING l.id::float8 AS id, l.public_id AS "publicId", l.user_id AS "userId", u.role, l.is_api AS "isApi",
      l.ip_prefix AS "ipPrefix", l.purpose, l.case_ref AS "caseRef"`
  return row ?? null
}

/** A sign of life. False when the list is somebody else's, or not to be searched now. */
export async function renewList(sql: SQL, listId: number, runner: string): Promise<boolean> {
  const rows =
    await sql`UPDATE list SET lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${listId} AND runner = ${runner} AND state = 'running'
      AND EXISTS (SELECT FROM users WHERE id = user_id AND blocked_at IS NULL) RETURNING id`
  return rows.length > 0
}

/** Lets another process take the list at once. */
export async function releaseList(sql: SQL, listId: number, runner: string): Promise<void> {
  await sql`UPDATE list SET runner = NULL, lease_until = NULL WHERE id = ${listId} AND runner = ${runner}`
}

export interface WaitingRow {
  n: number
  line: string
  reading: { kind: string; value?: string } | null
  tries: number
}

/** The next rows that may be tried now, and how many milliseconds until another one may; null where none waits. */
export async function waitingRows(
  sql: SQL,
  listId: number,
  most: number
): Promise<{ rows: WaitingRow[]; waitMs: number | null }> {
  const rows = await sql<WaitingRow[]>`SELECT n, line, reading, tries FROM list_row
    WHERE list_id = ${listId} AND state = 'waiting' AND (try_after IS NULL OR try_after <= now())
    ORDER BY n LIMIT ${most}`
  if (rows.length > 0) return { rows, waitMs: 0 }
  const [next] = await sql<{ waitMs: number | null }[]>`SELECT
      extract(epoch FROM min(try_after) - now())::float8 * 1000 AS "waitMs"
    FROM list_row WHERE list_id = ${listId} AND state = 'waiting'`
  return { rows: [], waitMs: next?.waitMs ?? null }
}

/** What a row came to. */
export interface AnsweredRow {
  n: number
  headline: string
  headline_text: string | null
  people: number
  best_label: string | null
  best_band: string | null
  best_score: number | null
  best_records: string
  sources: number
  results: number
  search_id: string
  charged: number
  /** The charge that waits for this. */
  delivery: string | null
}

/**
 * Writes answered rows and confirms their charges in one statement: a row that is lost before is given back
 * (`settle_searches`) and searched again. Rows of a list that is deleted or stopped by now, and rows whose charge was given
 * back meanwhile, are not written.
 */
export async function writeAnswered(sql: SQL, listId: number, rows: readonly AnsweredRow[]): Promise<void> {
  await sql`WITH answered AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS a(n integer, headline text, headline_text text, people integer,
        best_label text, best_band text, best_score real, best_records bigint[], sources integer, results integer,
        search_id bytea, charged smallint, delivery bigint)
    ), open AS (
      SELECT a.* FROM answered a JOIN list_row r ON r.list_id = ${listId} AND r.n = a.n AND r.state = 'waiting'
      ORDER BY a.n FOR UPDATE OF r
    ), delivered AS (
      DELETE FROM search_delivery WHERE history_id IN (SELECT delivery FROM open) RETURNING history_id
    )
    UPDATE list_row r SET state = 'done', reason = NULL, try_after = NULL, headline = o.headline,
      headline_text = o.headline_text, people = o.people,
      best_label = o.best_label, best_band = o.best_band, best_score = o.best_score, best_records = o.best_records,
      sources = o.sources, results = o.results, search_id = o.search_id, charged = o.charged, answered_at = now()
    FROM open o WHERE r.list_id = ${listId} AND r.n = o.n
      AND (o.delivery IS NULL OR o.delivery IN (SELECT history_id FROM delivered))`
}

/** Seconds after which a row is tried again, by its tries. */
const RETRY_SECONDS = [30, 120]

/** Notes a failure of a row: it is tried again later, and after `LIST_ROW_TRIES` named. */
export async function noteFailure(sql: SQL, listId: number, n: number, reason: string): Promise<void> {
  const [first, later] = RETRY_SECONDS
  await sql`UPDATE list_row SET tries = tries + 1, reason = ${reason},
      state = CASE WHEN tries + 1 >= ${LIST_ROW_TRIES} THEN 'failed' ELSE 'waiting' END,
      try_after = now() + make_interval(secs => CASE WHEN tries = 0 THEN ${first} ELSE ${later} END)
    WHERE list_id = ${listId} AND n = ${n} AND state = 'waiting'`
}

/** A row whose line cannot be searched after all. */
export async function noteSkipped(sql: SQL, listId: number, n: number, reason: string): Promise<void> {
  await sql`UPDATE list_row SET state = 'skipped', reason = ${reason}
    WHERE list_id = ${listId} AND n = ${n} AND state = 'waiting'`
}

export async function pauseItself(sql: SQL, listId: number, reason: PauseReason): Promise<void> {
  await sql`UPDATE list SET state = 'paused', pause_reason = ${reason}, changed_at = now()
    WHERE id = ${listId} AND state = 'running'`
}

/** Ends a list of which no row waits. False where some does. */
export async function finishList(sql: SQL, listId: number): Promise<boolean> {
  const rows =
    await sql`UPDATE list SET state = 'done', changed_at = now(), ended_at = now(), runner = NULL, lease_until = NULL
    WHERE id = ${listId} AND state = 'running'
      AND NOT EXISTS (SELECT FROM list_row WHERE list_id = ${listId} AND state = 'waiting') RETURNING id`
  return rows.length > 0
}
