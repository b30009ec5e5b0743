import type { Context } from '#api/context.ts'
import { withinTime } from '#api/engines/deadline.ts'
import { addressPrefix } from '#api/lib/client-address.ts'
import { type ContentEncoding, closeBody, withGzip, withoutGzip } from '#api/lib/open-body.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { CHARGED_WITHIN_MS, QUESTION_MS } from '#api/lib/time-limits.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '#shared/constants.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { Slot } from './admission.ts'
import type { SearchRequest } from './answer.ts'
import { checkEligibility, type Question, type SearchCaller } from './eligibility.ts'
import type { Known } from './known-store.ts'
import { type ChosenReading, sanitizeLine } from './parse-query.ts'
import { numbersIn, type PastSearch } from './past-store.ts'
import type { ShownRequest } from './prepared-answer.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import { newSearchId, searchIdText } from './search-id.ts'
import type { Charge, Charged } from './store.ts'

export { liveUntil, ownSearch, type PastSearch, pagesShown } from './past-store.ts'
export { searchIdText } from './search-id.ts'

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
    return closeSearch(caller, replay, { ...earlier, charged: earlier.keyCharged ?? 0, requestsLeft })
  }
  if (replay && caller.clientKey === null)
    return closeSearch(caller, replay, { ...earlier, charged: 0, requestsLeft: earlier.balance })

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
    searchId: newSearchId(),
    reading: question.chosen,
    askedTiers: answer.askedTiers,
    askedErrors: answer.askedErrors,
    tokens: answer.tokens,
    sourceKeys: answer.sourceKeys,
    recordNumbers: answer.recordNumbers,
    ipPrefix: addressPrefix(caller.address)
  }
  const outcome = await context.charges.charge(charge, startedAt + CHARGED_WITHIN_MS)
  if (!outcome) throw new Refusal('NOT_SIGNED_IN')
  switch (outcome.outcome) {
    case 'done':
    case 'repeat':
      if (charge.complete) context.replays.set(cacheKey, answer)
      return closeSearch(caller, answer, outcome)
    case 'replay': {
      // An equal concurrent search was charged first: both get its answer, unless it may no longer be shown.
      const first = context.replays.get(cacheKey)
      if (first?.policyVersion === answer.policyVersion) return closeSearch(caller, first, outcome)
      if (charge.complete) context.replays.set(cacheKey, answer)
      return closeSearch(caller, answer, outcome)
    }
    case 'key_reused':
      throw new Refusal('KEY_REUSED')
    case 'no_credits':
      throw new Refusal('NO_CREDITS')
  }
}

/** @throws Refusal `SEARCH_DOWN` when it takes longer than a search may. */
export async function searchNow(
  { search }: Context,
  { acceptsGzip, signal }: Pick<SearchCaller, 'acceptsGzip' | 'signal'>,
  {
    query,
    chosen,
    further,
    shown,
    startedAt
  }: Pick<Question, 'query' | 'chosen' | 'startedAt'> & Partial<Pick<SearchRequest, 'further' | 'shown'>>
): Promise<ReplayedAnswer> {
  const msSinceCall = () => performance.now() - startedAt
  try {
    const answer = await withinTime(signal, QUESTION_MS - msSinceCall(), stop =>
      search.answer({ query, chosen, acceptsGzip, further, shown }, stop)
    )
    return { ...answer, tookMs: Math.round(msSinceCall() * 10) / 10 }
  } catch (error) {
    signal.throwIfAborted()
    if (isTimeout(error)) throw new Refusal('SEARCH_DOWN', { retryAfterSeconds: 5 })
    throw error
  }
}

/** Who asks about a search that was made. */
export type PastCaller = Pick<SearchCaller, 'userId' | 'signal'>

/** Asks about records that a search showed, in turn with the searches of the account. Says their numbers. */
export async function askShown(
  context: Context,
  { userId, signal }: PastCaller,
  { query, reading }: Pick<PastSearch, 'query' | 'reading'>,
  shown: ShownRequest
): Promise<string[]> {
  const startedAt = performance.now()
  const slot = await context.admissions.search.enter(userId, signal)
  try {
    const question = { query, chosen: reading, shown, startedAt }
    const answer = await searchNow(context, { acceptsGzip: false, signal }, question)
    return numbersIn(answer.recordNumbers)
  } finally {
    slot.leave()
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** What a caller is told of a search besides its answer. */
type OwnSearch = Pick<Charged, 'charged' | 'requestsLeft' | 'delivery'> &
  Pick<Known, 'searchId' | 'searchedAt'>

function closeSearch(
  caller: SearchCaller,
  answer: ReplayedAnswer,
  { charged, requestsLeft, delivery, searchId, searchedAt }: OwnSearch
): ChargedAnswer {
  const last: Partial<SearchAnswer> = {
    search_id: searchIdText(searchId ?? newSearchId()),
    searched_at: (searchedAt ?? new Date()).toISOString(),
    query_time_ms: answer.tookMs,
    charged,
    requests_left: requestsLeft
  }
  return closeAnswer(caller, answer, last, delivery)
}

/** Appends the caller's own fields, so that a large answer is never parsed again. */
export function closeAnswer(
  { acceptsGzip }: SearchCaller,
  { body }: ReplayedAnswer,
  last: Partial<SearchAnswer | MoreAnswer>,
  delivery: string | null
): ChargedAnswer {
  const open = acceptsGzip ? withGzip(body) : withoutGzip(body)
  return { body: closeBody(open, `,${JSON.stringify(last).slice(1)}`), encoding: open.encoding, delivery }
}

const isClientKey = (key: string) => key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARS

/** Identifies equal requests by sanitized line and chosen reading; keyed, so that the table holds no text. */
function keyOf(context: Context, query: string, chosen: ChosenReading): Uint8Array {
  return context.hashes.audit.digest(JSON.stringify([query, chosen ?? null]))
}
