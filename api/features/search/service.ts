import type { Context } from '#api/context.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import { type ContentEncoding, closeBody, withGzip, withoutGzip } from '#api/lib/open-body.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { SearchRequest } from './answer.ts'
import { type ChosenReading, parseLine, sanitizeLine } from './parse-query.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import { type Charge, NOTHING_KNOWN, whatIsKnown } from './store.ts'

export interface SearchCaller {
  userId: number
  role: Role
  requestsCount: number
  address: string | null
  isApi: boolean
  clientKey: string | null
  acceptsGzip: boolean
  signal: AbortSignal
}

export interface ChargedAnswer {
  /** The JSON of a `SearchAnswer` in parts, so that a large one is not copied. */
  body: readonly Uint8Array[]
  encoding: ContentEncoding
  /** For `awaitHandOver`; null when no delivery is pending. */
  delivery: string | null
}

/**
 * Searches and charges (`docs/contract.md` §4). The credit is taken after the engine answered and before
 * anything is sent, in the transaction that writes history, ledger and audit. A repeat within `REPLAY_SECONDS` answers
 * without searching.
 */
export async function performSearch(
  context: Context,
  caller: SearchCaller,
  line: string,
  chosen: ChosenReading
): Promise<ChargedAnswer> {
  const startedAt = performance.now()
  if (caller.clientKey !== null && !isClientKey(caller.clientKey)) throw new Refusal('BAD_INPUT')
  const query = sanitizeLine(line)
  const queryKey = keyOf(context, query, chosen)
  const cacheKey = `${caller.userId} ${queryKey.toBase64()}`

  const hasCredits = caller.requestsCount >= SEARCH_COST_REQUESTS
  const { policyVersion } = await context.sources.current()
  const cached = context.replays.get(cacheKey)
  // What a source, a passport or a suppression no longer allows is not replayed either.
  const recent = cached?.policyVersion === policyVersion ? cached : undefined
  const mustReadEarlier = !hasCredits || caller.clientKey !== null || recent !== undefined
  const earlier = mustReadEarlier
    ? await whatIsKnown(context.sql, caller.userId, queryKey, caller.clientKey, hasCredits)
    : NOTHING_KNOWN
  if (earlier.keyMatches === false) throw refusalOf(query, chosen, 'KEY_REUSED')
  const isRepeat = earlier.keyMatches === true
  const replay = earlier.isAnswered ? recent : undefined
  if (replay && isRepeat) {
    const requestsLeft = earlier.requestsLeft ?? caller.requestsCount
    return closeAnswer(caller, replay, earlier.keyCharged ?? 0, requestsLeft, earlier.delivery)
  }
  if (replay && caller.clientKey === null)
    return closeAnswer(caller, replay, 0, caller.requestsCount, earlier.delivery)
  const isPaid = earlier.isAnswered || isRepeat || earlier.delivery !== null
  if (!hasCredits && !isPaid && caller.role !== ROLE_INFINITY) throw refusalOf(query, chosen, 'NO_CREDITS')

  const answer = replay ?? (await searchNow(context, caller, { query, chosen }, startedAt))
  // Nobody pays for an answer that nobody waits for.
  caller.signal.throwIfAborted()
  const charge: Charge = {
    userId: caller.userId,
    query,
    isApi: caller.isApi,
    resultsCount: answer.resultsCount,
    complete: answer.isComplete,
    queryKey,
    clientKey: caller.clientKey,
    tokens: answer.tokens,
    sourceKeys: answer.sourceKeys,
    recordNumbers: answer.recordNumbers,
    ipPrefix: addressPrefix(caller.address)
  }
  const outcome = await context.charges.charge(charge)
  if (!outcome) throw new Refusal('NOT_SIGNED_IN')
  const { charged, requestsLeft, delivery } = outcome
  switch (outcome.outcome) {
    case 'done':
    case 'repeat':
      if (charge.complete) context.replays.set(cacheKey, answer)
      return closeAnswer(caller, answer, charged, requestsLeft, delivery)
    case 'replay': {
      // An equal concurrent search was charged first: both get its answer, unless it may no longer be shown.
      const first = context.replays.get(cacheKey)
      if (first?.policyVersion === policyVersion)
        return closeAnswer(caller, first, charged, requestsLeft, delivery)
      if (charge.complete) context.replays.set(cacheKey, answer)
      return closeAnswer(caller, answer, charged, requestsLeft, delivery)
    }
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
  }
}

async function searchNow(
  { search }: Context,
  { acceptsGzip, signal }: SearchCaller,
  request: Pick<SearchRequest, 'query' | 'chosen'>,
  startedAt: number
): Promise<ReplayedAnswer> {
  const answer = await search.answer({ ...request, acceptsGzip }, signal)
  return { ...answer, tookMs: Math.round((performance.now() - startedAt) * 10) / 10 }
}

/** A line that cannot be searched is refused as such, whatever its credits or key. */
function refusalOf(query: string, chosen: ChosenReading, code: ProblemCode): Refusal {
  parseLine(query, chosen)
  return new Refusal(code)
}

/** Appends the fields of the charge, so that a large answer is never parsed again. */
function closeAnswer(
  { acceptsGzip }: SearchCaller,
  { body, tookMs }: ReplayedAnswer,
  charged: number,
  requestsLeft: number,
  delivery: string | null
): ChargedAnswer {
  const open = acceptsGzip ? withGzip(body) : withoutGzip(body)
  const last: Partial<SearchAnswer> = { query_time_ms: tookMs, charged, requests_left: requestsLeft }
  return { body: closeBody(open, `,${JSON.stringify(last).slice(1)}`), encoding: open.encoding, delivery }
}

const isClientKey = (key: string) => key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARS

/** Identifies equal requests by sanitized line and chosen reading; keyed, so that the table holds no text. */
function keyOf(context: Context, query: string, chosen: ChosenReading): Uint8Array {
  return context.hashes.audit.digest(JSON.stringify([query, chosen ?? null]))
}
