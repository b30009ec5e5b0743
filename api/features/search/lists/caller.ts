import type { Context } from '#api/context.ts'
import { tokenIn } from '#api/features/search/public/service.ts'
import { type Purpose, storedPurposeOf } from '#api/features/search/purpose.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { admitCall, type TokenUser } from '#api/features/tokens/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { queryOf } from '#api/http/request-path.ts'
import type { Role } from '#shared/labels/roles.ts'

/** Who calls about lists: a person with a session, or a program with a token. */
export interface ListCaller {
  userId: number
  role: Role
  requestsCount: number
  isApi: boolean
  address: string | null
  ipPrefix: string | null
  signal: AbortSignal
  usualPurpose: Purpose | null
}

interface ListCall {
  request: Request
  address: string | null
  body?: { token?: string | null | undefined } | null
}

/**
 * A token stands before a session.
 *
 * @throws Refusal `NOT_SIGNED_IN`, `SECOND_FACTOR_REQUIRED`; of a token `TOKEN_IN_ADDRESS`, `TWO_TOKENS`, `TOO_MANY_GUESSES`, `BAD_TOKEN`, `TOO_OFTEN`.
 */
export async function callerOf(
  context: Context,
  { request, address, body = null }: ListCall
): Promise<ListCaller> {
  const token = tokenIn(body, queryOf(request.url), request.headers)
  const place = { address, ipPrefix: addressPrefix(address), signal: request.signal }
  const callerFrom = (user: SignedInUser | TokenUser, isApi: boolean): ListCaller => ({
    userId: user.id,
    role: user.role,
    requestsCount: user.requestsCount,
    isApi,
    usualPurpose: storedPurposeOf(user),
    ...place
  })
  if (token === null) {
    return callerFrom(await context.sessions.admit(request), false)
  }
  return callerFrom(await admitCall(context, { token, address }), true)
}
