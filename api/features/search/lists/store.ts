import type { SQL } from 'bun'
import type { StoredPurpose } from '#api/features/search/purpose.ts'
import { readSearchId } from '#api/features/search/search-id.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { List, ListFile } from '#shared/contracts/lists/lists.ts'
import type { ListState, PauseReason } from '#shared/labels/lists.ts'
import { NO_SUCH_LIST } from '#shared/texts/lists.ts'

/** A list with what its rows come to, counted now. */
export interface CountedList extends StoredPurpose {
  id: number
  publicId: Uint8Array
  title: string
  state: ListState
  pauseReason: PauseReason | null
  isApi: boolean
  /** Those that answered at the start. */
  sources: List['sources']
  createdAt: Date
  startedAt: Date | null
  changedAt: Date
  endedAt: Date | null
  /** It has ended, or paused by itself, and its user has not looked at it since. */
  isNew: boolean
  rows: number
  charged: number
  retried: number
  unsure: number
  verdicts: number
  /** By state, of answered rows by headline, of skipped ones by «skipped» and why. */
  outcomes: Record<string, number>
  balance: number
  isUnlimited: boolean
}

/** The lists of a user, newest first, or one of them. */
export async function countedLists(
  sql: SQL,
  userId: number,
  id: number | null = null,
  onlyNew = false
): Promise<CountedList[]> {
  return await sql<CountedList[]>`SELECT l.id::float8 AS id, l.public_id AS "publicId", l.title, l.state,
      l.pause_reason AS "pauseReason", l.is_api AS "isApi", l.purpose, l.case_ref AS "caseRef",
      coalesce((SELECT jsonb_agg(jsonb_build_object('key', k, 'title', coalesce(s.title, k)) ORDER BY place)
        FROM unnest(l.source_keys) WITH ORDINALITY AS w(k, place) LEFT JOIN source s ON s.key = k), '[]') AS sources,
      l.created_at AS "createdAt", l.started_at AS "startedAt", l.changed_at AS "changedAt", l.ended_at AS "endedAt",
      n."isNew",
      r.*, u.requests_count AS balance, u.role = 'Инфинити' AS "isUnlimited"
    FROM list l JOIN users u ON u.id = l.user_id CROSS JOIN LATERAL (
      SELECT l.seen_at IS NULL AND NOT l.is_api AND (l.state = 'done' OR l.pause_reason IS NOT DISTINCT FROM 'credits') AS "isNew"
    ) AS n CROSS JOIN LATERAL (
      SELECT coalesce(sum(of_outcome), 0)::int AS rows, coalesce(sum(charged), 0)::int AS charged,
        coalesce(sum(retried), 0)::int AS retried, coalesce(sum(unsure), 0)::int AS unsure,
        coalesce(sum(verdicts), 0)::int AS verdicts, coalesce(jsonb_object_agg(outcome, of_outcome), '{}') AS outcomes
      FROM (SELECT CASE WHEN state = 'skipped' THEN 'skipped ' || reason ELSE coalesce(CASE WHEN state = 'done' THEN CASE WHEN withdrawn THEN 'withdrawn' ELSE headline END END, state) END
            AS outcome, count(*)::int AS of_outcome,
          sum(charged) AS charged, count(*) FILTER (WHERE state = 'waiting' AND reason IS NOT NULL) AS retried,
          count(*) FILTER (WHERE choices IS NOT NULL AND reading IS NULL AND state = 'waiting') AS unsure,
          count(verdict) FILTER (WHERE NOT withdrawn) AS verdicts
        FROM list_row WHERE list_id = l.id GROUP BY 1) AS counted
    ) AS r
    WHERE l.user_id = ${userId} AND (${id}::int8 IS NULL OR l.id = ${id}::int8) AND (n."isNew" OR NOT ${onlyNew})
    ORDER BY l.id DESC`
}

export interface OwnList extends StoredPurpose {
  id: number
  state: ListState
  /** Those that answered at the start. */
  sourceKeys: string[]
  /** Of a draft made from a file. */
  file: Omit<ListFile, 'is_kept'> | null
  /** For which its withdrawn rows were told last. */
  shownPolicy: string | null
}

/** @throws Refusal `NOT_FOUND` of a list that never was, and of somebody else's. */
export async function ownList(sql: SQL, userId: number, text: string): Promise<OwnList> {
  const publicId = readSearchId(text)
  const [row] = publicId
    ? await sql<OwnList[]>`SELECT id::float8 AS id, state, purpose, case_ref AS "caseRef",
          coalesce(to_jsonb(source_keys), '[]') AS "sourceKeys", file, shown_policy AS "shownPolicy" FROM list
        WHERE public_id = ${publicId} AND user_id = ${userId}`
    : []
  if (!row) throw new Refusal('NOT_FOUND', { text: NO_SUCH_LIST })
  return row
}

/** Which rows are to be searched. */
export interface StartOrder {
  most: number | null
  only: 'failed' | 'left_out' | null
}

export interface ListAct {
  listId: number
  userId: number
  isApi: boolean
  ipPrefix: string | null
}

/**
 * Starts a list or goes on with it: from a draft, a pause, or an end with rows that failed or were left out. Those are
 * searched after an end alone: a pause promises its waiting rows. Of two calls at once one starts it. Rows beyond `most` are left out, or stay so.
 * Rows are told apart by their numbers: a join of rows with rows is planned before any are counted.
 *
 * @param only Of an ended list these alone.
 * @param sourceKeys The sources that answer now.
 */
export async function startList(
  sql: SQL,
  { listId, userId, isApi, ipPrefix }: ListAct,
  { most, only }: StartOrder,
  sourceKeys: readonly string[]
): Promise<boolean> {
  const rows = await sql`WITH before AS (
      SELECT id AS was, state AS came FROM list WHERE id = ${listId} FOR NO KEY UPDATE
    ), again AS (
      SELECT n FROM list_row, before WHERE list_id = was AND came = 'done' AND (
        (state = 'failed' AND ${only}::text IS DISTINCT FROM 'left_out')
        OR (state = 'skipped' AND reason = 'LEFT_OUT' AND ${only}::text IS DISTINCT FROM 'failed'))
    ), started AS (
      UPDATE list l SET state = 'running', pause_reason = NULL, changed_at = now(), ended_at = NULL, seen_at = NULL, ip_prefix = ${ipPrefix},
        started_at = coalesce(started_at, now()), file = NULL,
        source_keys = coalesce(source_keys, ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::text::jsonb)))
      FROM before
      WHERE l.id = was AND (came IN ('draft', 'paused') OR EXISTS (SELECT FROM again))
      RETURNING id, title, purpose, case_ref, came
    ), taken_up AS (
      UPDATE list_row r SET state = 'waiting', reason = NULL, tries = 0, try_after = NULL
      WHERE r.list_id IN (SELECT id FROM started) AND r.n = ANY (ARRAY(SELECT n FROM again ORDER BY n LIMIT ${most}::int))
        AND r.state IN ('failed', 'skipped')
    ), left_out AS (
      UPDATE list_row r SET state = 'skipped', reason = 'LEFT_OUT'
      WHERE r.list_id IN (SELECT id FROM started) AND ${most}::int IS NOT NULL AND r.state = 'waiting' AND r.n > (
        SELECT n FROM list_row WHERE list_id = ${listId} AND state = 'waiting' ORDER BY n OFFSET ${most}::int - 1 LIMIT 1)
    ), line AS (
      INSERT INTO search_history (user_id, query, is_api, results_count, list_id, is_list, purpose, case_ref)
        SELECT ${userId}, title, ${isApi}, (SELECT count(*) FROM list_row WHERE list_id = started.id), id, true, purpose, case_ref
        FROM started
        WHERE NOT EXISTS (SELECT FROM search_history h WHERE h.list_id = started.id AND h.is_list)
    ), noted AS (
      INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
        SELECT 'user', ${userId}, ${isApi ? 'api' : 'ui'}, 'list_start', ${ipPrefix}, jsonb_build_object('list_id', id)
        FROM started
    ) SELECT id FROM started`
  return rows.length > 0
}
