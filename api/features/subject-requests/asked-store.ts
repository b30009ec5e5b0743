import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'

export interface AskedRow {
  at: Date
  action: string
  via: string
  purpose: string | null
  role: string | null
  username: string | null
}

/** How somebody is known in the audit. */
export interface AskedAbout {
  /** Of the records that are theirs. */
  records: readonly bigint[]
  /** Of each look-up for them all its tokens: a search that has these asked for them. */
  lookups: readonly (readonly bigint[])[]
}

/** Looked at in one statement: a few tens of milliseconds. */
const PORTION = 20_000

/** Acts of the audit in which somebody was asked for or shown, newest first, at most `most`. */
export async function askedAbout(
  sql: SQL,
  { records, lookups }: AskedAbout,
  most: number
): Promise<AskedRow[]> {
  const events: AskedRow[] = []
  let before: string | null = null
  const tokens = JSON.stringify(lookups.map(bigintArray))
  while (events.length < most) {
    const rows: (AskedRow & { next: string; hit: boolean })[] = await sql`
      WITH portion AS MATERIALIZED (SELECT * FROM audit_event
        WHERE id < coalesce(${before}::bigint, 9223372036854775807) ORDER BY id DESC LIMIT ${PORTION}),
      hit AS (SELECT * FROM portion p WHERE p.action IN
          ('search', 'search_repeat', 'search_more', 'search_compare', 'search_reveal', 'list_rows', 'list_export',
          'messenger_check', 'source_examples')
        AND (p.record_ids && ${bigintArray(records)}::bigint[] OR EXISTS (
          SELECT FROM json_array_elements_text(${tokens}::text::json) AS l(tokens)
          WHERE p.query_tokens @> l.tokens::bigint[])))
      SELECT p.next::text AS next, h.id IS NOT NULL AS hit, h.at, h.action, h.via, h.purpose, u.role, u.username
      FROM (SELECT min(id) AS next FROM portion) p LEFT JOIN hit h ON true LEFT JOIN users u ON u.id = h.actor_id
      ORDER BY h.id DESC LIMIT ${most}`
    events.push(...rows.filter(({ hit }) => hit))
    before = rows[0]?.next ?? null
    if (before === null) break
  }
  return events.slice(0, most)
}
