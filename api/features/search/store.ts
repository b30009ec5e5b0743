import type { SQL } from 'bun'
import type { AskedErrors } from '#api/engines/fuzzy.ts'
import { CHARGE_TRY_MS } from '#api/lib/time-limits.ts'
import { IDEMPOTENCY_HOURS, REPLAY_SECONDS, SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import type { ChosenReading } from './answer/parse-query.ts'

export interface Charge {
  userId: number
  query: string
  isApi: boolean
  resultsCount: number
  /** Every source answered: it costs its price and repeats are free. */
  isComplete: boolean
  price: number
  queryKey: Uint8Array
  /** For client keys; defaults to the query key. */
  requestHash?: Uint8Array
  clientKey: string | null
  repeatsLive?: boolean
  searchId: Uint8Array
  reading: ChosenReading
  askedTiers: number
  askedErrors: AskedErrors | null
  /** Keyed hashes of keys, and records shown, as array literals. */
  tokens: string
  recordNumbers: string
  sourceKeys: string[]
  ipPrefix: string | null
  purpose?: { code: string; caseRef: string | null } | null
  /** Keyed hash of neighbouring numbers, by which scanning is noticed. */
  numberBlock?: string | null
  listId?: number | null
}

export interface Charged {
  outcome: 'done' | 'replay' | 'repeat' | 'key_reused' | 'no_credits' | 'halted'
  charged: number
  requestsLeft: number
  delivery: string | null
  /** Search of this answer, and its time. */
  searchId: Uint8Array
  searchedAt: Date
}

/**
 * Charges in one statement: a transaction each would cost 14 % more processor at 32 connections.
 * @returns Outcomes in order; undefined where the user's row is locked.
 */
export const chargeSearches = (sql: SQL, charges: readonly Charge[]) => charge(sql, charges, false)

/**
 * Waits for one user's row. The server's limit ends before the pool's, so nobody is charged after a refusal.
 * @returns Outcomes in order; null when the user is gone.
 * @throws SQLSTATE 55P03 when the row stays locked.
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
    price: charge.price,
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
  // Bun would store a JSON string in a jsonb, hence the cast.
  const decided = await sql<
    (Charged & { place: number })[]
  >`SELECT place, outcome, charged, requests_left AS "requestsLeft", delivery::text,
      decided_search AS "searchId", searched_at AS "searchedAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS c(
      place integer, user_id integer, query text, is_api boolean, results integer, complete boolean, price integer,
      query_key bytea, body_hash bytea, client_key text, search_id bytea, reading jsonb, asked_tiers integer,
      asked_errors jsonb, tokens bigint[], sources text[], records bigint[], ip_prefix text, live integer, list_id bigint,
      purpose text, case_ref text, number_block text
    ), charge_search(user_id, query, is_api, results, complete, query_key, body_hash, client_key, search_id, reading,
      asked_tiers, asked_errors, tokens, sources, records, ip_prefix, list_id, purpose, case_ref, number_block, ${waits}, price,
      make_interval(secs => ${REPLAY_SECONDS}), make_interval(hours => ${IDEMPOTENCY_HOURS}), make_interval(mins => live))
    WHERE outcome IS NOT NULL`
  const outcomes = new Map(decided.map(({ place, ...charged }) => [place, charged]))
  return charges.map((_, place) => outcomes.get(place))
}

/** Bun's SQL: fifty statements a second. */
export async function confirmDeliveries(sql: SQL, deliveries: readonly string[]): Promise<void> {
  await sql`SELECT deliver_searches(${`{${deliveries.join(',')}}`}::int8[])`
}
