import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { IDEMPOTENCY_KEY_MAX_CHARS, SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import type { Detail } from '#shared/contracts/search.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'
import { ROLE_INFINITY, type Role } from '#shared/labels/roles.ts'
import type { GivenPurpose } from '#shared/rules/purpose.ts'
import type { Slot } from './admission.ts'
import { type ChosenReading, kindAndValueOf, unreadLine } from './answer/parse-query.ts'
import { type EarlierAnswer, findEarlier, NO_EARLIER_ANSWER } from './earlier-store.ts'
import { isMasked } from './masking.ts'
import { type Purpose, purposeOf } from './purpose.ts'
import type { ReplayedAnswer } from './replay-cache.ts'

export interface SearchCaller {
  userId: number
  role: Role
  requestsCount: number
  address: string | null
  isApi: boolean
  clientKey: string | null
  /** What its account, or its token, states for all searches. */
  usualPurpose?: Purpose | null
  /** The account has sent that key before, as far as is known. */
  knowsKey: boolean
  signal: AbortSignal
}

export interface Question {
  /** As it was written. */
  query: string
  chosen: ChosenReading
  /** Most records of an answer of the public API; null of the page. */
  limit: number | null
  detail: Detail
  /** Of the line, whatever its case, «ё» and spaces, and of its reading. */
  queryKey: Uint8Array
  /** Of the line as it was written, its reading, the limit and the detail. */
  requestHash: Uint8Array
  /** Of what `queryKey` is of, the limit, the detail and the account. */
  cacheKey: string
  /** Is answered for nothing while an equal search is live. */
  repeatsLive: boolean
  purpose: Purpose | null
  startedAt: number
}

/** What is searched and charged. */
export interface SearchOrder {
  line: string
  chosen: ChosenReading
  /** Most records of an answer of the public API; null of the page. */
  limit: number | null
  detail?: Detail
  /** See `Question`. */
  repeatsLive?: boolean
  /** Of this search, in place of what is usual. */
  given?: GivenPurpose
  /** The list whose row it is: it gives way to other searches, and its line of history is the list's. */
  listId?: number
}

/** Rivals may search for something else, and much longer. */
const ANSWER_BEHIND_CHARGE_MS = 200

export interface Eligibility {
  earlier: EarlierAnswer
  /** The answer of a moment ago. */
  replay: ReplayedAnswer | undefined
}

/**
 * Says whether a question was answered before, or keeps a credit for it. Until its charge nothing but the balance of
 * this moment, less what searches of the account under way may take, lets a search go to the engine.
 *
 * @throws Refusal `KEY_REUSED`, `NO_CREDITS`, whatever the line is: nothing of it is read before.
 */
export async function checkEligibility(
  { sources, replays, sql }: Context,
  { userId, role, requestsCount, clientKey, knowsKey }: SearchCaller,
  { queryKey, requestHash, cacheKey, repeatsLive }: Question,
  slot: Slot
): Promise<Eligibility> {
  // The balance and the key that the session was read with are those of now unless others of the account came in between;
  // at worst the engine works once for nothing, since the charge decides by itself.
  let isCurrent = slot.isFirst && requestsCount >= SEARCH_COST_REQUESTS
  let hasWaited = false
  for (;;) {
    const rivals = slot.rivals()
    const { dataVersion } = await sources.current()
    const cached = replays.get(cacheKey)
    // Any change of sources, passports, suppressions or records ends replays: somebody suppressed may be among what was shown.
    const recent = cached?.dataVersion === dataVersion ? cached : undefined
    const earlier =
      isCurrent && !knowsKey && recent === undefined
        ? { ...NO_EARLIER_ANSWER, balance: requestsCount }
        : await findEarlier(sql, userId, queryKey, clientKey, requestHash, repeatsLive)
    if (earlier.keyMatches === false) throw new Refusal('KEY_REUSED')
    // Its charge is seen before its answer, which only the process that charged it has, maybe this one in a moment: the last
    // credit is not to be asked for twice.
    if (earlier.isAnswered && !recent && !hasWaited && earlier.balance / SEARCH_COST_REQUESTS <= rivals) {
      hasWaited = true
      await Promise.race([slot.rivalLeft(rivals), Bun.sleep(ANSWER_BEHIND_CHARGE_MS)])
      continue
    }
    const isPaid = earlier.isAnswered || earlier.keyMatches === true || earlier.delivery !== null
    if (isPaid || role === ROLE_INFINITY || slot.holdCredit(earlier.balance / SEARCH_COST_REQUESTS, rivals))
      return { earlier, replay: earlier.isAnswered ? recent : undefined }
    if (!(await slot.rivalLeft(rivals))) throw new Refusal('NO_CREDITS')
    isCurrent = false
  }
}

/** @throws Refusal of a line that is none, `BAD_INPUT` of a client key that is none, and `PURPOSE_REQUIRED`. */
export function questionOf(
  context: Pick<Context, 'hashes' | 'config'>,
  caller: Pick<SearchCaller, 'userId' | 'role' | 'clientKey' | 'usualPurpose'>,
  { line, chosen, limit, detail = null, repeatsLive = false, given }: SearchOrder
): Question {
  const startedAt = performance.now()
  const { userId, clientKey, usualPurpose } = caller
  checkClientKey(clientKey)
  const purpose = purposeOf(context, usualPurpose ?? null, given)
  const written = unreadLine(line)
  // Compared as the search compares; under a client's key it is the line as it was written.
  const compared = written.split('\n').map(row => row.split('\t').map(normalizeText).join('\t'))
  // The same line for another purpose is another search: other sources may answer, and it is audited by itself.
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

/** Identifies equal requests by what was asked; keyed, so that the table holds no text. */
const keyOf = ({ hashes }: Pick<Context, 'hashes'>, parts: readonly unknown[]): Uint8Array =>
  hashes.audit.digest(JSON.stringify(parts))
