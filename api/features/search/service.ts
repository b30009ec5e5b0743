import type { Context } from '#api/context.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import { type ContentEncoding, closeBody, withoutGzip } from '#api/lib/open-body.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { SearchQuestion } from './answer.ts'
import { type ChosenReading, parseLine, sanitizeLine } from './parse-query.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
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
  acceptsGzip: boolean
  /** Fires when the client leaves. */
  signal: AbortSignal
}

/** An answer, and what it was charged as until it was handed over. */
export interface Performed {
  /** The JSON of a `SearchAnswer`, in parts: a large one is not copied to be put together. */
  body: readonly Uint8Array[]
  encoding: ContentEncoding
  /** To be told to `awaitHandOver`; null when nothing waits for this answer. */
  delivery: string | null
}

/**
 * Searches and charges (`docs/contract.md` §4). The credit is taken after the engine answered and before
 * anything leaves, in the transaction that writes history, ledger and audit. A repeat within `REPLAY_SECONDS` answers
 * without searching.
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
  const recent = context.replays.get(asker.userId, questionKey)
  const mayBeKnown = !hasCredits || asker.clientKey !== null || recent !== undefined
  const earlier = mayBeKnown
    ? await whatIsKnown(context.sql, asker.userId, queryKey, asker.clientKey, hasCredits)
    : NOTHING_KNOWN
  if (earlier.keyMatches === false) throw refusalOf(query, chosen, 'KEY_REUSED')
  const isRepeat = earlier.keyMatches === true
  const replay = earlier.isAnswered ? recent : undefined
  if (replay && isRepeat) {
    const requestsLeft = earlier.requestsLeft ?? asker.requestsCount
    return close(asker, replay, earlier.keyCharged ?? 0, requestsLeft, earlier.delivery)
  }
  if (replay && asker.clientKey === null)
    return close(asker, replay, 0, asker.requestsCount, earlier.delivery)
  const isPaid = earlier.isAnswered || isRepeat || earlier.delivery !== null
  if (!hasCredits && !isPaid && asker.role !== ROLE_INFINITY) throw refusalOf(query, chosen, 'NO_CREDITS')

  const answer = replay ?? (await answerNow(context, asker, { query, chosen }, startedAt))
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
  const outcome = await context.charges.charge(charge)
  if (!outcome) throw new Refusal('NOT_SIGNED_IN')
  const { charged, requestsLeft, delivery } = outcome
  switch (outcome.outcome) {
    case 'done':
    case 'repeat':
      if (charge.complete) context.replays.put(asker.userId, questionKey, answer)
      return close(asker, answer, charged, requestsLeft, delivery)
    case 'replay': {
      // The same question that came at the same moment was first: both get its answer.
      const first = context.replays.get(asker.userId, questionKey)
      return close(asker, first ?? answer, charged, requestsLeft, delivery)
    }
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
  }
}

async function answerNow(
  { search }: Context,
  { acceptsGzip, signal }: Asker,
  question: Pick<SearchQuestion, 'query' | 'chosen'>,
  startedAt: number
): Promise<ReplayedAnswer> {
  const answer = await search.answer({ ...question, acceptsGzip }, signal)
  return { ...answer, tookMs: Math.round((performance.now() - startedAt) * 10) / 10 }
}

/** Before anything was searched: a line that cannot be is refused as such, whatever its credits or key. */
function refusalOf(query: string, chosen: ChosenReading, code: ProblemCode): Refusal {
  parseLine(query, chosen)
  return new Refusal(code)
}

/** Ends the JSON of an answer with what only the charge decides, so that a large one is never parsed again. */
function close(
  { acceptsGzip }: Asker,
  { body, tookMs }: ReplayedAnswer,
  charged: number,
  requestsLeft: number,
  delivery: string | null
): Performed {
  const open = acceptsGzip ? body : withoutGzip(body)
  const last: Partial<SearchAnswer> = { query_time_ms: tookMs, charged, requests_left: requestsLeft }
  return { body: closeBody(open, `,${JSON.stringify(last).slice(1)}`), encoding: open.encoding, delivery }
}

const isClientKey = (key: string) => key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARS

/** What makes two requests the same: the cleaned line and the chosen reading, keyed so that the table holds no text. */
function keyOf(context: Context, query: string, chosen: ChosenReading): Uint8Array {
  return context.hashes.audit.digest(JSON.stringify([query, chosen ?? null]))
}
