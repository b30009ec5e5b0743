import type { SQL } from 'bun'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_HOURS, REPLAY_SECONDS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'

export interface EarlierAnswer {
  balance: number
  /** The user's equal question was answered within 30 seconds or is live; `requestsLeft` as of then. */
  isAnswered: boolean
  requestsLeft: number | null
  /** Charge of the same request under this key; null for a new key or a partial answer. */
  keyCharged: number | null
  keyMatches: boolean | null
  /** An undelivered charge of this query. Looked up only for repeats and empty balances. */
  delivery: string | null
  searchId: Uint8Array | null
  searchedAt: Date | null
  /** False when its line of history was deleted. */
  hasLine: boolean
}

export const NO_EARLIER_ANSWER: Omit<EarlierAnswer, 'balance'> = {
  searchId: null,
  searchedAt: null,
  hasLine: false,
  isAnswered: false,
  requestsLeft: null,
  keyCharged: null,
  keyMatches: null,
  delivery: null
}

interface AskedAgain {
  userId: number
  clientKey: string | null
  queryKey: Uint8Array
  /** Below it a balance asks for charges that were not delivered. */
  price: number
  requestHash?: Uint8Array
  repeatsLive?: boolean
}

/** Bun's SQL: the builder would add 100 µs to a repeat. */
export async function findEarlier(
  sql: SQL,
  { userId, clientKey, queryKey, price, requestHash = queryKey, repeatsLive = false }: AskedAgain
): Promise<EarlierAnswer> {
  const [row] = await sql<
    EarlierAnswer[]
  >`SELECT u.requests_count AS balance, a.at IS NOT NULL AS "isAnswered", a.requests_left AS "requestsLeft",
      i.charged AS "keyCharged",
      CASE WHEN i.body_hash <> ${requestHash} THEN false WHEN i.is_complete THEN true END AS "keyMatches",
      CASE WHEN a.at IS NOT NULL OR u.requests_count < ${price} THEN (
        SELECT d.history_id::text FROM search_delivery d WHERE d.user_id = ${userId} AND d.query_key = ${queryKey} LIMIT 1
      ) END AS delivery,
      coalesce(i.search_id, a.search_id) AS "searchId", coalesce(h.created_at, i.created_at, a.at) AS "searchedAt",
      h.id IS NOT NULL AS "hasLine"
    FROM users u
    LEFT JOIN search_answer a ON a.user_id = u.id AND a.key = ${queryKey} AND (a.at > now() - make_interval(secs => ${REPLAY_SECONDS})
      OR (${repeatsLive} AND EXISTS (SELECT FROM search_history l WHERE l.search_id = a.search_id AND l.is_complete
        AND l.created_at > now() - make_interval(mins => ${SEARCH_LIVE_MINUTES}))))
    LEFT JOIN idempotency_key i ON i.user_id = u.id AND i.key = ${clientKey} AND i.created_at > now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
    LEFT JOIN search_history h ON h.search_id = coalesce(i.search_id, a.search_id)
    WHERE u.id = ${userId}`
  if (!row) throw new Refusal('NOT_SIGNED_IN')
  return row
}
