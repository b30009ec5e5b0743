import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import { FURTHER_RECORDS_MAX, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { PastSearch } from './store.ts'

export interface FreeAnswer {
  userId: number
  historyId: string
  action: 'search_more' | 'search_repeat' | 'search_compare' | 'search_reveal'
  /** Column of the revealed value. */
  field?: string | undefined
  /** Not the answer to the line: some of its people, or records beyond it. */
  part?: 'people' | 'further'
  isApi: boolean
  tokens: string
  sourceKeys: readonly string[]
  resultsCount: number
  recordNumbers: string
  ipPrefix: string | null
}

/** Audits a free answer; false when the search expired. The search's own charge becomes final. */
export async function noteFreeAnswer(sql: SQL, answer: FreeAnswer): Promise<boolean> {
  const {
    userId,
    historyId,
    action,
    part = null,
    field = null,
    isApi,
    tokens,
    sourceKeys,
    resultsCount,
    recordNumbers,
    ipPrefix
  } = answer
  const rows = await sql`WITH live AS (
      SELECT id, purpose, case_ref FROM search_history WHERE id = ${historyId}::int8 AND user_id = ${userId} AND is_complete
        AND created_at > now() - make_interval(mins => ${SEARCH_LIVE_MINUTES})
    ), delivered AS (
      DELETE FROM search_delivery WHERE history_id IN (SELECT id FROM live)
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, purpose,
        query_tokens, source_keys, result_count, record_ids, ip_prefix, detail)
      SELECT 'user', ${userId}, ${isApi ? 'api' : 'ui'}, ${action}, purpose, ${tokens}::int8[],
        ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(sourceKeys)}::text::jsonb)),
        ${resultsCount}, ${recordNumbers}::int8[], ${ipPrefix},
        jsonb_strip_nulls(jsonb_build_object('case_ref', case_ref, 'history_id', id,
          'field', ${field}::text)) || CASE WHEN ${part}::text IS NULL THEN '{}' ELSE jsonb_build_object(${part}::text, true) END FROM live
      RETURNING id`
  return rows.length > 0
}

/** First number of the advisory locks. */
const FURTHER_LOCK = 1

/** Notes added records; false when the search expired, null when they do not fit beside those added meanwhile. */
export const noteFurther = (sql: SQL, answer: FreeAnswer, past: PastSearch): Promise<boolean | null> =>
  sql.begin(async transaction => {
    // Serializes additions without a row lock: a refund locks the delivery first, then the row.
    await transaction`SELECT pg_advisory_xact_lock(${FURTHER_LOCK}::int4, hashint8(${answer.historyId}::int8))`
    const added = await recordsAdded(transaction, answer.userId, past)
    const [together] = await transaction<{ count: number }[]>`SELECT count(DISTINCT number)::int4 AS count
      FROM unnest(${bigintArray(added.map(BigInt))}::int8[] || ${answer.recordNumbers}::int8[]) AS number`
    if ((together?.count ?? 0) > FURTHER_RECORDS_MAX) return null
    return await noteFreeAnswer(transaction, answer)
  })

export async function recordsAdded(
  sql: SQL,
  userId: number,
  { historyId, searchedAt }: PastSearch
): Promise<string[]> {
  const rows = await sql<
    { number: string }[]
  >`SELECT DISTINCT unnest(record_ids)::text AS number FROM audit_event
    WHERE actor_id = ${userId} AND at >= ${searchedAt}::timestamptz - interval '1 second'
      AND action = 'search_more' AND detail->>'history_id' = ${historyId} AND detail ? 'further'`
  return rows.map(({ number }) => number)
}
