import type { SQL } from 'bun'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import { SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { ChosenReading } from './parse-query.ts'

/** A search of the history, as long as its line is kept. */
export interface PastSearch {
  historyId: string
  query: string
  reading: ChosenReading
  searchedAt: Date
  isComplete: boolean
  askedTiers: number
  askedErrors: AskedErrors | null
  /** It still goes on, and answers again, for nothing. */
  isLive: boolean
}

/** Null of a search that never was, and of somebody else's. */
export async function findPastSearch(
  sql: SQL,
  userId: number,
  searchId: Uint8Array
): Promise<PastSearch | null> {
  const [row] = await sql<
    PastSearch[]
  >`SELECT id::text AS "historyId", query, reading, created_at AS "searchedAt", is_complete AS "isComplete",
      asked_tiers AS "askedTiers", asked_errors AS "askedErrors",
      is_complete AND created_at > now() - make_interval(mins => ${SEARCH_LIVE_MINUTES}) AS "isLive"
    FROM search_history WHERE search_id = ${searchId} AND user_id = ${userId}`
  return row ?? null
}

/** Numbers of the records that a search showed, as its audit says, written in the same moment. */
export async function recordsShown(sql: SQL, userId: number, historyId: string): Promise<string[]> {
  const [row] = await sql<{ records: string }[]>`SELECT e.record_ids::text AS records
    FROM search_history h JOIN audit_event e ON e.actor_id = h.user_id AND e.at = h.created_at
    WHERE h.id = ${historyId}::int8 AND h.user_id = ${userId}
      AND e.action = 'search' AND e.detail->>'history_id' = ${historyId} LIMIT 1`
  return (row?.records ?? '').match(/-?\d+/g) ?? []
}

/** What a free answer of a past search leaves behind. */
export interface FreeAnswer {
  userId: number
  historyId: string
  action: 'search_more' | 'search_repeat'
  isApi: boolean
  tokens: string
  sourceKeys: readonly string[]
  resultsCount: number
  recordNumbers: string
  ipPrefix: string | null
}

/**
 * Writes the audit of an answer of a search that still is live; false when it no longer is. Whoever asks for it has the
 * search's own answer: its charge is settled.
 */
export async function noteFreeAnswer(sql: SQL, answer: FreeAnswer): Promise<boolean> {
  const { userId, historyId, action, isApi, tokens, sourceKeys, resultsCount, recordNumbers, ipPrefix } =
    answer
  const rows = await sql`WITH live AS (
      SELECT id FROM search_history WHERE id = ${historyId}::int8 AND user_id = ${userId} AND is_complete
        AND created_at > now() - make_interval(mins => ${SEARCH_LIVE_MINUTES})
    ), delivered AS (
      DELETE FROM search_delivery WHERE history_id IN (SELECT id FROM live)
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action,
        query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      SELECT 'user', ${userId}, ${isApi ? 'api' : 'ui'}, ${action}, ${tokens}::int8[],
        ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::text::jsonb)),
        ${resultsCount}, ${recordNumbers}::int8[], ${ipPrefix}, jsonb_build_object('history_id', id) FROM live
      RETURNING id`
  return rows.length > 0
}
