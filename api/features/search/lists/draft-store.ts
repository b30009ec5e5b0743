import type { SQL } from 'bun'
import type { Purpose } from '#api/features/search/purpose.ts'
import { LISTS_PER_ACCOUNT } from '#shared/constants.ts'
import type { ListFile, RowChoice } from '#shared/contracts/lists/lists.ts'

export interface NewRow {
  n: number
  line: string
  label: string | null
  state: 'waiting' | 'repeat' | 'skipped'
  reason: string | null
  repeatOf: number | null
  choices: RowChoice[] | null
}

export interface NewList {
  publicId: Uint8Array
  userId: number
  title: string
  isApi: boolean
  ipPrefix: string | null
  purpose: Purpose | null
  file: Omit<ListFile, 'is_kept'> | null
  rows: readonly NewRow[]
}

/** Writes a draft with its rows and its audit. False when the account has as many lists as it may. */
export async function insertList(sql: SQL, { rows, ...list }: NewList): Promise<boolean> {
  const written = rows.map(({ repeatOf, ...row }) => ({ ...row, repeat_of: repeatOf }))
  const inserted = await sql`WITH added AS (
      INSERT INTO list (public_id, user_id, title, is_api, purpose, case_ref, file)
        SELECT ${list.publicId}, u.id, ${list.title}, ${list.isApi}, ${list.purpose?.code ?? null}, ${list.purpose?.caseRef ?? null},
          ${list.file && JSON.stringify(list.file)}::text::jsonb
        FROM users u
        WHERE u.id = ${list.userId} AND (SELECT count(*) FROM list WHERE user_id = u.id) < ${LISTS_PER_ACCOUNT}
      RETURNING id
    ), noted AS (
      INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
        SELECT 'user', ${list.userId}, ${list.isApi ? 'api' : 'ui'}, 'list_create', ${list.ipPrefix},
          jsonb_build_object('list_id', id, 'rows', ${rows.length}::int) FROM added
    )
    INSERT INTO list_row (list_id, n, line, label, state, reason, repeat_of, choices)
      SELECT added.id, r.n, r.line, r.label, r.state, r.reason, r.repeat_of, nullif(r.choices, 'null'::jsonb)
      FROM added, jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb) AS r(
        n integer, line text, label text, state text, reason text, repeat_of integer, choices jsonb)
      RETURNING n`
  return inserted.length > 0
}

/** Of a draft alone. */
export async function renameList(sql: SQL, listId: number, title: string): Promise<void> {
  await sql`WITH named AS (UPDATE list SET title = ${title}, changed_at = now() WHERE id = ${listId})
    UPDATE search_history SET query = ${title} WHERE list_id = ${listId} AND is_list`
}

/** Chooses how a row of a draft is read. False where it is no draft or has no such row. */
export async function chooseReading(
  sql: SQL,
  listId: number,
  n: number,
  reading: { kind: string; value?: string | undefined } | null
): Promise<boolean> {
  const rows = await sql`WITH draft AS (
      SELECT id FROM list WHERE id = ${listId} AND state = 'draft' FOR NO KEY UPDATE
    )
    UPDATE list_row r SET reading = ${reading && JSON.stringify(reading)}::text::jsonb
    FROM draft WHERE r.list_id = draft.id AND r.n = ${n} AND r.state = 'waiting' RETURNING n`
  return rows.length > 0
}

/** Leaves a row of a draft out, or takes it in again. False where it is no draft or has no such row to search. */
export async function setRowUsed(sql: SQL, listId: number, n: number, use: boolean): Promise<boolean> {
  const rows = await sql`WITH draft AS (
      SELECT id FROM list WHERE id = ${listId} AND state = 'draft' FOR NO KEY UPDATE
    )
    UPDATE list_row r SET state = CASE WHEN ${use} THEN 'waiting' ELSE 'skipped' END,
      reason = CASE WHEN NOT ${use} THEN 'NOT_USED' END
    FROM draft WHERE r.list_id = draft.id AND r.n = ${n}
      AND (r.state = 'waiting' OR (r.state = 'skipped' AND r.reason = 'NOT_USED')) RETURNING n`
  return rows.length > 0
}
