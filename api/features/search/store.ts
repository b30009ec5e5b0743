import type { SQL } from 'bun'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import { CHARGE_TRY_MS } from '#api/lib/time-limits.ts'
import {
  IDEMPOTENCY_HOURS,
  REPLAY_SECONDS,
  SEARCH_COST_REQUESTS,
  SEARCH_LIVE_MINUTES
} from '#shared/constants.ts'
import type { ChosenReading } from './answer/parse-query.ts'

/** What a search costs and leaves behind: everything that one transaction decides. */
export interface Charge {
  userId: number
  query: string
  isApi: boolean
  resultsCount: number
  /** Every source answered: only then it costs a credit and the answer is given again for nothing. */
  isComplete: boolean
  queryKey: Uint8Array
  /** Of all that was asked, which a client key stands for; the same where the line is all. */
  requestHash?: Uint8Array
  clientKey: string | null
  /** Repeats a search that still goes on for nothing, and not only one of a moment ago. */
  repeatsLive?: boolean
  /** What the search is called if it becomes one of its own. */
  searchId: Uint8Array
  reading: ChosenReading
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Keyed hashes of what was looked up, and the records shown: array literals, as `bigintArray` writes them. */
  tokens: string
  recordNumbers: string
  sourceKeys: string[]
  ipPrefix: string | null
  purpose?: { code: string; caseRef: string | null } | null
  /** A keyed hash of the numbers around the one that was looked up, by which a run of them is noticed. */
  numberBlock?: string | null
  /** The list whose row is searched. */
  listId?: number | null
}

/** What `charge_search` (`api/db/functions`) decided; each outcome is described there. */
export interface Charged {
  outcome: 'done' | 'replay' | 'repeat' | 'key_reused' | 'no_credits' | 'halted'
  charged: number
  requestsLeft: number
  /** The charge that this answer is for, until it was handed over. */
  delivery: string | null
  /** The search that this answer is of, and when it was made. */
  searchId: Uint8Array
  searchedAt: Date
}

/**
 * Pays for searches in one transaction, each in its own right and in their order. Bun's SQL, in one statement: a
 * transaction for each of them costs a paid search 14 % more of the processor, at 32 connections.
 *
 * @returns The outcomes in the order of the charges; undefined where somebody else holds the user's row.
 */
export const chargeSearches = (sql: SQL, charges: readonly Charge[]) => charge(sql, charges, false)

/**
 * Pays for searches of one user and waits for their row, when somebody else holds it, so many milliseconds. The server
 * ends it before the pool would: whoever is told that nothing was charged is not charged later.
 *
 * @returns The outcomes in the order of the charges; null when there is no such user any more.
 * @throws SQLSTATE 55P03 when somebody else still holds it.
 */
export async function chargeHeldSearches(
  sql: SQL,
  charges: readonly Charge[],
  waitMs: number
): Promise<(Charged | null)[]> {
  return await sql.begin(async tx => {
    await tx`SELECT set_config('lock_timeout', ${String(waitMs)}, true),
      set_config('statement_timeout', ${String(CHARGE_TRY_MS)}, true)`
    const outcomes = await charge(tx, charges, true)
    return outcomes.map(charged => charged ?? null)
  })
}

async function charge(
  sql: SQL,
  charges: readonly Charge[],
  waits: boolean
): Promise<(Charged | undefined)[]> {
  const rows = charges.map((charge, place) => ({
    place,
    user_id: charge.userId,
    query: charge.query,
    is_api: charge.isApi,
    results: charge.resultsCount,
    complete: charge.isComplete,
    query_key: `\\x${charge.queryKey.toHex()}`,
    body_hash: `\\x${(charge.requestHash ?? charge.queryKey).toHex()}`,
    client_key: charge.clientKey,
    search_id: `\\x${charge.searchId.toHex()}`,
    reading: charge.reading ?? null,
    asked_tiers: charge.askedTiers,
    asked_errors: charge.askedErrors,
    tokens: charge.tokens,
    sources: charge.sourceKeys,
    records: charge.recordNumbers,
    ip_prefix: charge.ipPrefix,
    live: charge.repeatsLive ? SEARCH_LIVE_MINUTES : null,
    list_id: charge.listId ?? null,
    purpose: charge.purpose?.code ?? null,
    case_ref: charge.purpose?.caseRef ?? null,
    number_block: charge.numberBlock ?? null
  }))
  // Bun would make a JSON string of a text that is meant for a jsonb: hence the text between.
  const decided = await sql<
    (Charged & { place: number })[]
  >`SELECT place, outcome, charged, requests_left AS "requestsLeft", delivery::text,
      decided_search AS "searchId", searched_at AS "searchedAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS c(
      place integer, user_id integer, query text, is_api boolean, results integer, complete boolean,
      query_key bytea, body_hash bytea, client_key text, search_id bytea, reading jsonb, asked_tiers integer,
      asked_errors jsonb, tokens bigint[], sources text[], records bigint[], ip_prefix text, live integer, list_id bigint,
      purpose text, case_ref text, number_block text
    ), charge_search(user_id, query, is_api, results, complete, query_key, body_hash, client_key, search_id, reading,
      asked_tiers, asked_errors, tokens, sources, records, ip_prefix, list_id, purpose, case_ref, number_block, ${waits}, ${SEARCH_COST_REQUESTS},
      make_interval(secs => ${REPLAY_SECONDS}), make_interval(hours => ${IDEMPOTENCY_HOURS}), make_interval(mins => live))
    WHERE outcome IS NOT NULL`
  const outcomes = new Map(decided.map(({ place, ...charged }) => [place, charged]))
  return charges.map((_, place) => outcomes.get(place))
}

/** The answers of these charges were handed to their clients. Bun's SQL: fifty such statements a second. */
export async function confirmDeliveries(sql: SQL, deliveries: readonly string[]): Promise<void> {
  await sql`SELECT deliver_searches(${`{${deliveries.join(',')}}`}::int8[])`
}
