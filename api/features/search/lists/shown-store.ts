import type { SQL } from 'bun'

/** The answered rows in which somebody was found, with the records of the best person as an array is written. */
export const foundRows = async (sql: SQL, listId: number): Promise<{ n: number; records: string }[]> =>
  await sql`SELECT n, best_records::text AS records FROM list_row
    WHERE list_id = ${listId} AND state = 'done' AND best_records <> '{}'`

/** Notes whether rows are withdrawn, the list first. `policy` is the one for which these are all; null of some rows. */
export async function noteWithdrawn(
  sql: SQL,
  listId: number,
  rows: readonly { n: number; isWithdrawn: boolean }[],
  policy: string | null
): Promise<void> {
  await sql`WITH told AS (
      SELECT n, "isWithdrawn" AS withdrawn FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS t(n integer, "isWithdrawn" boolean)
    ), held AS (
      UPDATE list SET shown_policy = coalesce(${policy}, shown_policy) WHERE id = ${listId} RETURNING id
    )
    UPDATE list_row r SET withdrawn = told.withdrawn FROM held, told
    WHERE r.list_id = held.id AND r.n = told.n AND r.withdrawn <> told.withdrawn AND r.state = 'done'`
}

/** That rows were shown, with the records that people were named from. */
export async function noteRowsShown(
  sql: SQL,
  act: {
    listId: number
    userId: number
    isApi: boolean
    ipPrefix: string | null
    action: 'list_rows' | 'list_export'
  },
  { recordNumbers, sourceKeys, rows }: { recordNumbers: string; sourceKeys: readonly string[]; rows: number }
): Promise<void> {
  await sql`INSERT INTO audit_event (actor_kind, actor_id, via, action, source_keys, result_count, record_ids, ip_prefix, purpose, detail)
    SELECT 'user', ${act.userId}, ${act.isApi ? 'api' : 'ui'}, ${act.action},
      ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::text::jsonb)), ${rows},
      ${recordNumbers}::int8[], ${act.ipPrefix}, l.purpose,
      jsonb_strip_nulls(jsonb_build_object('list_id', ${act.listId}::int8, 'case_ref', l.case_ref))
    FROM (SELECT) AS act LEFT JOIN list l ON l.id = ${act.listId}::int8`
}
