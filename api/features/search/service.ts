import type { Context } from '#api/context.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { chargeSearch } from './charge-queue.ts'
import { type ChosenReading, parseLine, sanitizeLine } from './parse-query.ts'
import { type Charge, NOTHING_KNOWN, whatIsKnown } from './store.ts'

/** Who asks, and through what. */
export interface Asker {
  userId: number
  role: Role
  requestsCount: number
  address: string | null
  isApi: boolean
  /** `Idempotency-Key`, when the client sent one. */
  clientKey: string | null
  /** Fires when the client leaves. */
  signal: AbortSignal
}

/** An answer, and what it was charged as until it was handed over. */
export interface Performed {
  /** The JSON text of a `SearchAnswer` in UTF-8, in parts: a large one is not copied to be put together. */
  json: readonly Uint8Array[]
  /** To be told to `awaitHandOver`; null when nothing waits for this answer. */
  delivery: string | null
}

const utf8 = new TextEncoder()
const CLOSING = utf8.encode('}')

/**
 * Searches and charges (`docs/contract.md`, «Search»). The credit is taken after the engine answered and before
 * anything leaves, in the transaction that writes history, ledger and audit.
 */
export async function performSearch(
  context: Context,
  asker: Asker,
  line: string,
  chosen: ChosenReading
): Promise<Performed> {
  const startedAt = performance.now()
  if (asker.clientKey !== null && !isClientKey(asker.clientKey)) throw new Refusal('BAD_INPUT')
  const query = sanitizeLine(line)
  const queryKey = keyOf(context, query, chosen)
  const questionKey = queryKey.toBase64()

  const hasCredits = asker.requestsCount >= SEARCH_COST_REQUESTS
  const kept = context.replays.get(asker.userId, questionKey)
  const mayBeKnown = !hasCredits || asker.clientKey !== null || kept !== undefined
  const known = mayBeKnown
    ? await whatIsKnown(context.sql, asker.userId, queryKey, asker.clientKey, hasCredits)
    : NOTHING_KNOWN
  if (known.keyMatches === false) throw refusalOf(query, chosen, 'KEY_REUSED')
  const isRepeat = known.keyMatches === true
  if (kept !== undefined && known.isAnswered && isRepeat) {
    const requestsLeft = known.requestsLeft ?? asker.requestsCount
    return withCharge(kept, known.keyCharged ?? 0, requestsLeft, known.delivery)
  }
  if (kept !== undefined && known.isAnswered && asker.clientKey === null)
    return withCharge(kept, 0, asker.requestsCount, known.delivery)
  const isPaid = known.isAnswered || isRepeat || known.delivery !== null
  if (!hasCredits && !isPaid && asker.role !== ROLE_INFINITY) throw refusalOf(query, chosen, 'NO_CREDITS')

  const answer = await context.search.answer({ query, chosen }, asker.signal)
  const tookMs = Math.round((performance.now() - startedAt) * 10) / 10
  const json = [answer.json, moreKeys({ query_time_ms: tookMs })]
  const charge: Charge = {
    userId: asker.userId,
    query,
    isApi: asker.isApi,
    resultsCount: answer.resultsCount,
    complete: answer.isComplete,
    queryKey,
    clientKey: asker.clientKey,
    tokens: answer.tokens,
    sourceKeys: answer.sourceKeys,
    recordNumbers: answer.recordNumbers,
    ipPrefix: addressPrefix(asker.address)
  }
  const charged = await chargeSearch(context, charge)
  if (!charged) throw new Refusal('NOT_SIGNED_IN')
  switch (charged.outcome) {
    case 'done':
    case 'repeat':
      if (charge.complete) context.replays.put(asker.userId, questionKey, json)
      return withCharge(json, charged.charged, charged.requestsLeft, charged.delivery)
    case 'replay': {
      // The same question that came at the same moment was first: both get its answer.
      const first = context.replays.get(asker.userId, questionKey)
      return withCharge(first ?? json, charged.charged, charged.requestsLeft, charged.delivery)
    }
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
  }
}

/** Before anything was searched: a line that cannot be is refused as such, whatever its credits or key. */
function refusalOf(query: string, chosen: ChosenReading, code: ProblemCode): Refusal {
  parseLine(query, chosen)
  return new Refusal(code)
}

function withCharge(
  json: readonly Uint8Array[],
  charged: number,
  requestsLeft: number,
  delivery: string | null
): Performed {
  return { json: [...json, moreKeys({ charged, requests_left: requestsLeft }), CLOSING], delivery }
}

/** What follows the keys of an answer's JSON before it is closed, so that a large one is never parsed again. */
const moreKeys = (keys: Partial<SearchAnswer>) => utf8.encode(`,${JSON.stringify(keys).slice(1, -1)}`)

const isClientKey = (key: string) => key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARS

/** What makes two requests the same: the cleaned line and the chosen reading, keyed so that the table holds no text. */
function keyOf(context: Context, query: string, chosen: ChosenReading): Uint8Array {
  return context.hashes.audit.digest(JSON.stringify([query, chosen ?? null]))
}
