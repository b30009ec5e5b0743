import type { Context } from '#api/context.ts'
import { withinTime } from '#api/engines/deadline.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import { type ContentEncoding, closeBody, withGzip, withoutGzip } from '#api/lib/open-body.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { CHARGED_WITHIN_MS, QUESTION_MS } from '#api/lib/time-limits.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Slot } from './admission.ts'
import { checkEligibility, type Question, type SearchCaller } from './eligibility.ts'
import { type ChosenReading, sanitizeLine } from './parse-query.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import type { Charge } from './store.ts'

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
  const slot = await context.admissions.search.enter(caller.userId, caller.signal)
  try {
    return await performAdmitted(context, caller, { query, chosen, queryKey, cacheKey, startedAt }, slot)
  } finally {
    slot.leave()
  }
}

async function performAdmitted(
  context: Context,
  caller: SearchCaller,
  question: Question,
  slot: Slot
): Promise<ChargedAnswer> {
  const { query, queryKey, cacheKey, startedAt } = question
  const { earlier, replay } = await checkEligibility(context, caller, question, slot)
  if (replay && earlier.keyMatches === true) {
    const requestsLeft = earlier.requestsLeft ?? earlier.balance
    return closeAnswer(caller, replay, earlier.keyCharged ?? 0, requestsLeft, earlier.delivery)
  }
  if (replay && caller.clientKey === null)
    return closeAnswer(caller, replay, 0, earlier.balance, earlier.delivery)

  const answer = replay ?? (await searchNow(context, caller, question))
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
  const outcome = await context.charges.charge(charge, startedAt + CHARGED_WITHIN_MS)
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
      if (first?.policyVersion === answer.policyVersion)
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
  { query, chosen, startedAt }: Question
): Promise<ReplayedAnswer> {
  const msSinceCall = () => performance.now() - startedAt
  try {
    const answer = await withinTime(signal, QUESTION_MS - msSinceCall(), stop =>
      search.answer({ query, chosen, acceptsGzip }, stop)
    )
    return { ...answer, tookMs: Math.round(msSinceCall() * 10) / 10 }
  } catch (error) {
    signal.throwIfAborted()
    if (isTimeout(error)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    throw error
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

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
