import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { Detail } from '#shared/contracts/search.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import type { GivenPurpose } from '#shared/rules/purpose.ts'
import type { Slot } from './admission.ts'
import { type ChosenReading, cleanedLine, kindAndValueOf } from './answer/parse-query.ts'
import { type EarlierAnswer, findEarlier, NO_EARLIER_ANSWER } from './earlier-store.ts'
import { isMasked } from './masking.ts'
import { type Purpose, purposeOf } from './purpose.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import { searchIdText } from './search-id.ts'

export interface SearchCaller {
  userId: number
  role: Role
  requestsCount: number
  address: string | null
  isApi: boolean
  clientKey: string | null
  /** Default purpose of the account or token. */
  usualPurpose?: Purpose | null
  /** The key was probably sent before. */
  knowsKey: boolean
  signal: AbortSignal
}

export interface CreditRequest {
  query: string
  chosen: ChosenReading
  /** Limit of a public answer; null for the page. */
  limit: number | null
  detail: Detail
  /** Line (ignoring case, «ё» and spaces) and reading. */
  queryKey: Uint8Array
  /** Line as written, reading, limit and detail. */
  requestHash: Uint8Array
  /** `queryKey`, limit, detail and account. */
  cacheKey: string
  repeatsLive: boolean
  purpose: Purpose | null
  startedAt: number
}

export interface SearchOrder {
  line: string
  chosen: ChosenReading
  /** Limit of a public answer; null for the page. */
  limit: number | null
  detail?: Detail
  repeatsLive?: boolean
  given?: GivenPurpose
  /** A list's row yields to other searches and has no line of history. */
  listId?: number
}

/** Other searches of the account may be longer. */
const ANSWER_BEHIND_CHARGE_MS = 200

interface Eligibility {
  earlier: EarlierAnswer
  replay: ReplayedAnswer | undefined
  /** Of a complete answer, whoever asks. */
  price: number
  /** It was audited for the search that is repeated. */
  isAudited: boolean
}

/** Credits that a search costs when every source answers. Of a list it is asked for each row, and said before by its rows. */
const priceOfSearch = (): number => SEARCH_COST_REQUESTS

/**
 * Finds an earlier answer or reserves its price. Nothing but the balance lets a search reach the engine.
 * @throws Refusal `KEY_REUSED`, `NO_CREDITS`, before the line is read.
 */
export async function reserveCredit(
  { sources, replays, sql }: Context,
  { userId, role, requestsCount, clientKey, knowsKey }: SearchCaller,
  question: Pick<CreditRequest, 'queryKey' | 'requestHash' | 'cacheKey' | 'repeatsLive'>,
  slot: Slot
): Promise<Eligibility> {
  // The session's balance and key are current unless other calls came in between; at worst a search is wasted, since
  // the charge decides itself.
  const price = priceOfSearch()
  let isCurrent = slot.isFirst && requestsCount >= price
  let hasWaited = false
  for (;;) {
    const inFlight = slot.inFlight()
    const { dataVersion } = await sources.current()
    const cached = replays.get(question.cacheKey)
    // Any change of sources, suppressions or records ends replays.
    const recent = cached?.dataVersion === dataVersion ? cached : undefined
    const earlier =
      isCurrent && !knowsKey && recent === undefined
        ? { ...NO_EARLIER_ANSWER, balance: requestsCount }
        : await findEarlier(sql, { userId, clientKey, price, ...question })
    if (earlier.keyMatches === false) throw new Refusal('KEY_REUSED')
    // The charge is visible before its answer, which this process may have in a moment.
    if (earlier.isAnswered && !recent && !hasWaited && earlier.balance - inFlight < price) {
      hasWaited = true
      await Promise.race([slot.otherEnded(inFlight), Bun.sleep(ANSWER_BEHIND_CHARGE_MS)])
      continue
    }
    const isPaid = earlier.isAnswered || earlier.keyMatches === true || earlier.delivery !== null
    if (isPaid || role === ROLE_INFINITY || slot.holdCredit(price, earlier.balance, inFlight)) {
      const replay = earlier.isAnswered ? recent : undefined
      const isAudited =
        earlier.hasLine && earlier.searchId !== null && replay?.searchId === searchIdText(earlier.searchId)
      return { earlier, replay, isAudited, price }
    }
    if (!(await slot.otherEnded(inFlight))) throw new Refusal('NO_CREDITS')
    isCurrent = false
  }
}

/** @throws Refusal of the line, `BAD_INPUT` for a bad key, and `PURPOSE_REQUIRED`. */
export function creditRequestOf(
  context: Pick<Context, 'hashes' | 'config'>,
  caller: Pick<SearchCaller, 'userId' | 'role' | 'clientKey' | 'usualPurpose'>,
  { line, chosen, limit, detail = null, repeatsLive = false, given }: SearchOrder
): CreditRequest {
  const startedAt = performance.now()
  const { userId, clientKey, usualPurpose } = caller
  checkClientKey(clientKey)
  const purpose = purposeOf(context, usualPurpose ?? null, given)
  const written = cleanedLine(line)
  // Normalized like a search; under a client key as written.
  const compared = written.split('\n').map(row => row.split('\t').map(normalizeText).join('\t'))
  const stated = purpose ? [{ ...purpose }] : []
  const lineAndReading = [compared.join('\n').replaceAll('ё', 'е'), kindAndValueOf(chosen), ...stated]
  const form = [...(limit === null ? [] : [limit]), ...(detail ? [detail] : [])]
  const queryKey = keyOf(context, lineAndReading)
  const answerKey = keyOf(context, [...lineAndReading, ...form])
  const requestHash = keyOf(context, [written, kindAndValueOf(chosen), ...stated, ...form])
  return {
    query: line,
    chosen,
    limit,
    detail,
    queryKey,
    requestHash,
    cacheKey: `${userId} ${isMasked(context, caller) ? 'masked ' : ''}${answerKey.toBase64()}`,
    repeatsLive,
    purpose,
    startedAt
  }
}

/** @throws Refusal `BAD_INPUT`. */
export function checkClientKey(key: string | null): void {
  if (key !== null && (key.length === 0 || key.length > IDEMPOTENCY_KEY_MAX_CHARS))
    throw new Refusal('BAD_INPUT')
}

/** Keyed, so that the table holds no text. */
const keyOf = ({ hashes }: Pick<Context, 'hashes'>, parts: readonly unknown[]): Uint8Array =>
  hashes.audit.digest(JSON.stringify(parts))
