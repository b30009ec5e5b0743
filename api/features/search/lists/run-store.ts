import type { SQL } from 'bun'
import { LIST_ROW_TRIES } from '#shared/constants.ts'
import type { PauseReason } from '#shared/labels/lists.ts'

export interface WaitingRow {
  n: number
  line: string
  reading: { kind: string; value?: string } | null
  tries: number
}

/**
 * The next rows that may be tried now, and how many milliseconds until another one may; null where none waits. Rows in
 * hand are left out by the statement itself: one of them may be finished once it has answered.
 */
export async function waitingRows(
  sql: SQL,
  listId: number,
  inHand: readonly number[],
  most: number
): Promise<{ rows: WaitingRow[]; waitMs: number | null }> {
  const held = `{${inHand.join(',')}}`
  const rows = await sql<WaitingRow[]>`SELECT n, line, reading, tries FROM list_row
    WHERE list_id = ${listId} AND state = 'waiting' AND n <> ALL (${held}::int4[]) AND (try_after IS NULL OR try_after <= now())
    ORDER BY n LIMIT ${most}`
  if (rows.length > 0) return { rows, waitMs: 0 }
  const [next] = await sql<{ waitMs: number | null }[]>`SELECT
      extract(epoch FROM min(try_after) - now())::float8 * 1000 AS "waitMs"
    FROM list_row WHERE list_id = ${listId} AND state = 'waiting' AND n <> ALL (${held}::int4[])`
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

const POSTPONED_SECONDS = 60

/** Nothing that costs a row a try: it waits on, and is asked for later. */
export async function postpone(sql: SQL, listId: number, n: number, reason: string): Promise<void> {
  await sql`UPDATE list_row SET reason = ${reason}, try_after = now() + make_interval(secs => ${POSTPONED_SECONDS})
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
