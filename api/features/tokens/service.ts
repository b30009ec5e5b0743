import type { Context } from '#api/context.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { API_INTERVAL_MS, TOKENS_PER_ACCOUNT, TOKENS_PER_ADMIN } from '#shared/constants.ts'
import type { TokenItem } from '#shared/contracts/tokens.ts'
import { PURPOSES } from '#shared/labels/purposes.ts'
import { ROLE_ADMIN, type Role } from '#shared/labels/roles.ts'
import type { PurposeForm } from '#shared/rules/purpose.ts'
import type { TokenLimits } from '#shared/rules/tokens.ts'
import { admitToken, isKnownToken, type TokenUser, tokenOwner } from './calling-store.ts'
import { storedLimits } from './limits.ts'
import { removeToken, storeToken, storeTokenPurpose, tokensOf } from './store.ts'
import { hashToken, newStoredToken } from './token-text.ts'

export { forgetUsage } from './limits.ts'
export type { TokenUser }

/** The tokens of a person, masked, oldest first. */
export async function listTokens({ sql }: Context, userId: number): Promise<TokenItem[]> {
  const rows = await tokensOf(sql, userId)
  return rows.map(
    ({ id, masked, createdAt, lastUsed, title, expiresAt, networks, previousUntil, purpose, caseRef }) => ({
      id,
      token: masked,
      created_at: createdAt.toISOString(),
      last_used: lastUsed?.toISOString() ?? null,
      ...(purpose && { purpose: { code: purpose, title: PURPOSES[purpose], case_ref: caseRef } }),
      title,
      expires_at: expiresAt?.toISOString() ?? null,
      networks,
      previous_until:
        previousUntil && previousUntil.getTime() > Date.now() ? previousUntil.toISOString() : null
    })
  )
}

interface Owner {
  id: number
  role: Role
  address: string | null
}

/**
 * Makes a token and says it this once.
 *
 * @throws Refusal `TOKEN_EXISTS`; of an administrator `TOO_MANY_TOKENS`.
 */
export async function createToken(
  { sql }: Context,
  { id, role, address }: Owner,
  limits: TokenLimits = {}
): Promise<string> {
  const most = role === ROLE_ADMIN ? TOKENS_PER_ADMIN : TOKENS_PER_ACCOUNT
  const { token, ...text } = newStoredToken()
  const stored = { userId: id, ...text, ...storedLimits(limits), ipPrefix: addressPrefix(address) }
  // Whoever lost a slot finds it taken the next time, so there are no more tries than slots.
  for (let tries = 0; tries <= most; tries += 1) {
    const outcome = await storeToken(sql, stored, most)
    if (outcome === 'stored') return token
    if (outcome === 'full') break
  }
  throw new Refusal(most > 1 ? 'TOO_MANY_TOKENS' : 'TOKEN_EXISTS')
}

/**
 * Deletes a token by its number or its whole text. It ends at once.
 *
 * @throws Refusal `NO_SUCH_TOKEN`, also for somebody else's.
 */
export async function deleteToken(
  { sql }: Context,
  { id: userId, address }: Omit<Owner, 'role'>,
  named: string
): Promise<void> {
  const id = /^\d{1,9}$/.test(named) ? Number(named) : null
  const hash = hashToken(named)
  const isNamed = id !== null || hash !== null
  if (!isNamed || !(await removeToken(sql, userId, { id, hash }, addressPrefix(address))))
    throw new Refusal('NO_SUCH_TOKEN')
}

/**
 * Sets or clears what a token states for searches that state no other purpose.
 *
 * @throws Refusal `NO_SUCH_TOKEN`, also for somebody else's.
 */
export async function changeTokenPurpose(
  { sql }: Context,
  { id: userId, address }: Omit<Owner, 'role'>,
  id: string,
  { purpose, case_ref: caseRef }: PurposeForm
): Promise<void> {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : null
  const stated = { purpose, caseRef }
  if (number === null || !(await storeTokenPurpose(sql, userId, number, stated, addressPrefix(address))))
    throw new Refusal('NO_SUCH_TOKEN')
}

export interface TokenCall {
  /** As it was sent; null where none was. */
  token: string | null
  address: string | null
  clientKey?: string | null
}

/**
 * Refuses a guess of an address that guessed too often, before any more work is done for it. A known token passes from
 * everywhere: guessing locks nobody out.
 *
 * @throws Refusal `TOO_MANY_GUESSES`.
 */
async function refuseGuesses({ sql, tokenGuesses }: Context, { token, address }: TokenCall): Promise<void> {
  const wait = tokenGuesses.wait(address)
  if (wait === null) return
  const hash = token === null ? null : hashToken(token)
  if (hash === null || !(await isKnownToken(sql, hash)))
    throw new Refusal('TOO_MANY_GUESSES', { retryAfterSeconds: wait })
}

const needsFactor = ({ config }: Context) => config.adminSecondFactor === 'required'

function refuseLimits(owner: { isExpired: boolean; isElsewhere: boolean; lacksFactor: boolean }): void {
  if (owner.isExpired) throw new Refusal('TOKEN_EXPIRED')
  if (owner.isElsewhere) throw new Refusal('TOKEN_ADDRESS')
  if (owner.lacksFactor) throw new Refusal('SECOND_FACTOR_REQUIRED')
}

/**
 * Whose a token is, for what is neither a search nor a balance: it may be asked at any time.
 *
 * @throws Refusal `TOO_MANY_GUESSES`, `BAD_TOKEN`, `TOKEN_EXPIRED`, `TOKEN_ADDRESS`, `SECOND_FACTOR_REQUIRED`.
 */
export async function ownerOfToken(context: Context, call: TokenCall): Promise<Omit<TokenUser, 'knowsKey'>> {
  await refuseGuesses(context, call)
  const hash = call.token === null ? null : hashToken(call.token)
  const owner =
    hash &&
    (await tokenOwner(context.sql, hash, { address: call.address, needsFactor: needsFactor(context) }))
  if (owner) {
    refuseLimits(owner)
    return owner
  }
  context.tokenGuesses.count(call.address)
  throw new Refusal('BAD_TOKEN')
}

/**
 * Lets the account of a token call now.
 *
 * @throws Refusal `TOO_MANY_GUESSES`, `BAD_TOKEN`, `TOKEN_EXPIRED`, `TOKEN_ADDRESS`, `SECOND_FACTOR_REQUIRED`, then `TOO_OFTEN`.
 */
export async function admitCall(
  context: Context,
  { token, address, clientKey = null }: TokenCall
): Promise<TokenUser> {
  await refuseGuesses(context, { token, address })
  const { sql, tokenGuesses } = context
  const hash = token === null ? null : hashToken(token)
  const caller =
    hash && (await admitToken(sql, hash, { address, clientKey, needsFactor: needsFactor(context) }))
  if (!caller) {
    tokenGuesses.count(address)
    throw new Refusal('BAD_TOKEN')
  }
  refuseLimits(caller)
  if (!caller.isAdmitted)
    throw new Refusal('TOO_OFTEN', { retryAfterSeconds: Math.ceil(API_INTERVAL_MS / 1000) })
  return caller
}
