import type { Context } from '#api/context.ts'
import { cleanedLine } from '#api/features/search/answer/parse-query.ts'
import { type FinishedAnswer, finishAnswer } from '#api/features/search/answer/prepared-answer.ts'
import { cursorAfter, nextPageRecords } from '#api/features/search/past/service.ts'
import { purposeField, storedPurposeOf } from '#api/features/search/purpose.ts'
import { isKept } from '#api/features/search/replay-cache.ts'
import { checkClientKey, type SearchCaller } from '#api/features/search/reserve-credit.ts'
import { splitSearchId } from '#api/features/search/search-id.ts'
import { payForSearch } from '#api/features/search/service.ts'
import { admitCall, type TokenCall, type TokenUser } from '#api/features/tokens/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { API_LIMIT_DEFAULT } from '#shared/constants.ts'
import type { BalanceAnswer, PublicSearchBody } from '#shared/contracts/programs/public-api.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

export type CallOptions = Pick<SearchCaller, 'clientKey' | 'signal'>

export const callOptions = ({ headers, signal }: Request): CallOptions => ({
  clientKey: headers.get('idempotency-key'),
  signal
})

export const programCaller = (
  user: TokenUser,
  address: string | null,
  options: CallOptions
): SearchCaller => ({
  userId: user.id,
  role: user.role,
  requestsCount: user.requestsCount,
  address,
  isApi: true,
  usualPurpose: storedPurposeOf(user),
  knowsKey: user.knowsKey,
  ...options
})

/** `release` frees its place once it is sent. */
export interface ReleasedAnswer extends FinishedAnswer {
  release(): void
}

type LineBody = Extract<PublicSearchBody, { request: string }>

const WRONG_CURSOR = `${PROBLEMS.BAD_INPUT.text}: cursor`
/** After a search id; the shorter one has no mark (`readCursor`). */
const CURSOR = /^[\w-]{22}(?:[\w-]{35}|[\w-]{46})$/

/** Refusals with another code than the page's. */
const SAID_OTHERWISE: Partial<Record<ProblemCode, ProblemCode>> = {
  SEARCH_DOWN: 'SEARCH_FAILED',
  NOT_SIGNED_IN: 'BAD_TOKEN'
}

/**
 * Searches for a program as for a person (`payForSearch`), or continues for free.
 * @throws Refusal in this order: request (400), token (401), interval (429), credits (402), line (400), then
 * `SEARCH_FAILED`. Refusals cost nothing.
 */
export async function searchByToken(
  context: Context,
  call: TokenCall,
  body: PublicSearchBody,
  options: CallOptions
): Promise<ReleasedAnswer> {
  const { clientKey } = options
  checkClientKey(clientKey)
  if (body.request !== undefined) cleanedLine(body.request)
  else if (!CURSOR.test(body.cursor)) throw new Refusal('BAD_INPUT', { text: WRONG_CURSOR })
  const limit = body.request === undefined ? 0 : (body.limit ?? API_LIMIT_DEFAULT)
  const isEntities = body.request !== undefined && body.format === 'ftm'
  // Entities need people, which are grouped up to this limit.
  if (isEntities && !isKept(limit)) throw new Refusal('BAD_LIMIT')
  const user = await admitCall(context, { ...call, clientKey })
  const caller = programCaller(user, call.address, options)
  try {
    return body.request === undefined
      ? { ...(await goOn(context, caller, body.cursor)), release() {} }
      : await searchLine(context, caller, { ...body, ...(isEntities && { detail: 'full' }) }, limit)
  } catch (error) {
    throw publicErrorOf(error)
  }
}

export function publicErrorOf(error: unknown): unknown {
  const code = error instanceof Refusal ? SAID_OTHERWISE[error.code] : undefined
  return code === undefined ? error : new Refusal(code)
}

async function searchLine(
  context: Context,
  caller: SearchCaller,
  { request: line, detail, ...given }: LineBody,
  limit: number
): Promise<ReleasedAnswer> {
  const release = isKept(limit) ? () => {} : await enterLarge(context, caller)
  try {
    const paid = await payForSearch(context, caller, { line, chosen: null, limit, detail, given })
    const { answer, searchId, searchedAt, charged, requestsLeft, delivery } = paid
    const cursor = cursorAfter(context, paid)
    const last = {
      search_id: searchId,
      searched_at: searchedAt,
      cursor: cursor === null ? null : searchId + cursor,
      query_time_ms: answer.tookMs,
      charged,
      balance: requestsLeft,
      ...purposeField(paid)
    }
    return { ...finishAnswer(answer, last, delivery), release }
  } catch (error) {
    release()
    throw error
  }
}

/** @returns Frees the place of a large answer. Idempotent. */
async function enterLarge({ admissions }: Context, { userId, signal }: SearchCaller): Promise<() => void> {
  const slot = await admissions.large.enter(userId, signal)
  let isHeld = true
  return () => {
    if (isHeld) slot.leave()
    isHeld = false
  }
}

async function goOn(context: Context, caller: SearchCaller, text: string): Promise<FinishedAnswer> {
  const [searchId, sealed] = splitSearchId(text)
  const request = { searchId, source: null, cursor: sealed }
  const { answer, cursor } = await nextPageRecords(context, caller, request)
  const last = {
    search_id: searchId,
    cursor: cursor === null ? null : searchId + cursor,
    query_time_ms: answer.tookMs,
    charged: 0,
    balance: caller.requestsCount
  }
  return finishAnswer(answer, last, null)
}

/** @throws Refusal `BAD_TOKEN`, `TOO_OFTEN`, `TOO_MANY_GUESSES`. */
export async function balanceByToken(context: Context, call: TokenCall): Promise<BalanceAnswer> {
  const user = await admitCall(context, call)
  return {
    status: 'ok',
    user_id: user.id,
    balance: user.requestsCount,
    balance_status: statusOf(user),
    role: user.role
  }
}

function statusOf({ role, requestsCount }: TokenUser): BalanceAnswer['balance_status'] {
  if (role === ROLE_INFINITY) return 'unlimited'
  return requestsCount > 0 ? 'active' : 'empty'
}

/** Token of a call, or null. @throws Refusal `TOKEN_IN_ADDRESS` (logs would keep it), `TWO_TOKENS`. */
export function tokenIn(
  body: { token?: string | null | undefined } | null,
  query: Record<string, unknown>,
  headers: Headers
): string | null {
  if ('token' in query) throw new Refusal('TOKEN_IN_ADDRESS')
  return oneToken(headers, body?.token)
}

/** As a bearer, or in a place of the call's own. @throws Refusal `TWO_TOKENS` of two that differ. */
export function oneToken(headers: Headers, ...places: readonly (string | null | undefined)[]): string | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const [token = null, other] = new Set([bearer, ...places].filter(Boolean))
  if (other !== undefined) throw new Refusal('TWO_TOKENS')
  return token
}
