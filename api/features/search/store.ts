import type { SQL } from 'bun'
import { bigintArray } from '#api/engines/hash.ts'
import { IDEMPOTENCY_HOURS, REPLAY_SECONDS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'

/** What a search costs and leaves behind: everything that one transaction decides. */
export interface Charge {
  userId: number
  query: string
  isApi: boolean
  resultsCount: number
  /** Every source answered: only then it costs a credit and the answer is kept for the replay. */
  complete: boolean
  queryKey: Uint8Array
  clientKey: string | null
  /** The answer's JSON without what only the charge knows. */
  answer: string
  tokens: bigint[]
  sourceKeys: string[]
  recordNumbers: bigint[]
  ipPrefix: string | null
}

/** The row of `charge_search` (migration `guards`), where each outcome is described. */
export interface Charged {
  outcome: 'done' | 'replay' | 'repeat' | 'key_reused' | 'no_credits' | 'gone'
  charged: number
  requestsLeft: number
  answer: string | null
  /** The charge that this answer is for, until it was handed over. */
  delivery: string | null
}

/** Pays for a search: replay, client key, balance, history, ledger and audit in one statement. */
export async function chargeSearch(sql: SQL, charge: Charge): Promise<Charged> {
  const sources = sql.array(charge.sourceKeys, 'TEXT')
  const [row] = await sql<
    Charged[]
  >`SELECT outcome, charged, requests_left AS "requestsLeft", answer, delivery::text FROM charge_search(
    ${charge.userId}, ${charge.query}, ${charge.isApi}, ${charge.resultsCount}, ${charge.complete},
    ${charge.queryKey}, ${charge.clientKey}, ${charge.answer},
    ${bigintArray(charge.tokens)}::int8[], ${sources}, ${bigintArray(charge.recordNumbers)}::int8[], ${charge.ipPrefix},
    ${SEARCH_COST_REQUESTS}, make_interval(secs => ${REPLAY_SECONDS}), make_interval(hours => ${IDEMPOTENCY_HOURS}))`
  if (!row) throw new Error('charge_search returned no row')
  return row
}

/** What is already known of this request before anything is searched. */
export interface Known {
  /** The stored answer, when the same query was answered within 30 seconds. */
  answer: string | null
  requestsLeft: number | null
  /** Whether the client key is known, what it cost, and whether it stood for the same request. */
  keyCharged: number | null
  keyMatches: boolean | null
  /**
   * An earlier charge for this query whose answer is not known to have left. Looked up where it matters: beside a
   * stored answer, and for somebody without credits.
   */
  delivery: string | null
}

export const NOTHING_KNOWN: Known = {
  answer: null,
  requestsLeft: null,
  keyCharged: null,
  keyMatches: null,
  delivery: null
}

export async function knownAnswer(
  sql: SQL,
  userId: number,
  queryKey: Uint8Array,
  clientKey: string | null,
  hasCredits: boolean
): Promise<Known> {
  const [row] = await sql<
    Known[]
  >`SELECT a.answer, a.requests_left AS "requestsLeft", i.charged AS "keyCharged",
      i.body_hash = ${queryKey} AS "keyMatches",
      CASE WHEN a.answer IS NOT NULL OR NOT ${hasCredits} THEN (
        SELECT d.history_id::text FROM search_delivery d WHERE d.user_id = ${userId} AND d.query_key = ${queryKey} LIMIT 1
      ) END AS delivery
    FROM (SELECT 1) AS one
    LEFT JOIN search_answer a ON a.user_id = ${userId} AND a.key = ${queryKey} AND a.at > now() - make_interval(secs => ${REPLAY_SECONDS})
    LEFT JOIN idempotency_key i ON i.user_id = ${userId} AND i.key = ${clientKey} AND i.created_at > now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`
  return row ?? NOTHING_KNOWN
}

/** The answers of these charges were handed to their clients. */
export async function confirmDeliveries(sql: SQL, deliveries: readonly string[]): Promise<void> {
  await sql`SELECT deliver_searches(${`{${deliveries.join(',')}}`}::int8[])`
}
