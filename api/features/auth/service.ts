import { randomUUID } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { readAccess, signAccess } from '#api/features/sessions/access-token.ts'
import type { GivenTokens, SessionTokens } from '#api/features/sessions/cookies.ts'
import { hashToken, newRefreshToken, sessionOfRefresh } from '#api/features/sessions/refresh-token.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { userOfSession } from '#api/features/sessions/store.ts'
import { takePlaces } from '#api/features/throttle/service.ts'
import { passwordOfName, registerUser } from '#api/features/users/service.ts'
import { addressGroup, addressPrefix } from '#api/lib/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import {
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ADDRESS,
  LOGIN_WINDOW_MINUTES,
  SESSION_ABSOLUTE_DAYS
} from '#shared/constants.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  endSession,
  isTokenOf,
  judgeStaleToken,
  noteFailedLogin,
  openSession,
  rotateSession
} from './store.ts'
import { type ChallengeAction, passSecurityCheck } from './turnstile.ts'

export { hashPassword, verifyPassword }

interface Credentials {
  username: string
  password: string
  turnstile_token: string
}

const LOGIN_WINDOW_SECONDS = LOGIN_WINDOW_MINUTES * 60
const HOUR_SECONDS = 3_600
/** How many names a client may find taken for one it may register. */
const TAKEN_PER_REGISTRATION = 3

/**
 * Signs in with a new session, whatever the browser brought. Places are taken before the password is hashed, so that
 * parallel guesses are limited too, and given back when it was right.
 *
 * @throws Refusal of the security check, `TOO_MANY_LOGINS`, `BAD_CREDENTIALS`, `OVERLOADED`.
 */
export async function signIn(
  context: Context,
  credentials: Credentials,
  address: string | null
): Promise<{ user: SignedInUser; tokens: SessionTokens }> {
  await check(context, credentials, 'login', address)
  const giveBack = await takePlaces(context, 'TOO_MANY_LOGINS', [
    {
      key: `login:address:${addressGroup(address)}`,
      most: LOGIN_FAILURES_PER_ADDRESS,
      windowSeconds: LOGIN_WINDOW_SECONDS
    },
    {
      key: `login:account:${credentials.username.toLowerCase()}`,
      most: LOGIN_FAILURES_PER_ACCOUNT,
      windowSeconds: LOGIN_WINDOW_SECONDS
    }
  ])
  const stored = await passwordOfName(context, credentials.username)
  const isRight = await verifyPassword(credentials.password, stored?.passwordHash ?? null).catch(
    async error => {
      await giveBack()
      throw error
    }
  )
  const opened = isRight && stored ? await open(context, stored, address) : null
  if (opened === null) {
    await noteFailedLogin(context.sql, stored?.id ?? null, addressPrefix(address))
    throw new Refusal('BAD_CREDENTIALS')
  }
  await giveBack()
  return opened
}

async function open(
  context: Context,
  stored: { id: number; passwordHash: string },
  address: string | null
): Promise<{ user: SignedInUser; tokens: SessionTokens } | null> {
  const sessionId = randomUUID()
  const token = newRefreshToken(sessionId)
  const session = {
    id: sessionId,
    userId: stored.id,
    passwordHash: stored.passwordHash,
    refreshHash: hashToken(token),
    ipPrefix: addressPrefix(address)
  }
  if (!(await openSession(context.sql, session))) return null
  const user = await userOfSession(context.sql, sessionId, stored.id)
  if (user === null) return null
  const access = await signAccess(context.secrets, { userId: user.id, sessionId })
  return { user, tokens: { access, refresh: { token, secondsLeft: SESSION_ABSOLUTE_DAYS * 86_400 } } }
}

/**
 * Registers an ordinary user and signs nobody in.
 *
 * @throws Refusal of the security check, `TOO_MANY_REGISTRATIONS`, `USERNAME_TAKEN`, `OVERLOADED`.
 */
export async function signUp(
  context: Context,
  credentials: Credentials,
  address: string | null
): Promise<void> {
  await check(context, credentials, 'register', address)
  const most = context.config.registrationsPerHour
  const client = addressGroup(address)
  const giveBack = await takePlaces(context, 'TOO_MANY_REGISTRATIONS', [
    { key: `register:${client}`, most, windowSeconds: HOUR_SECONDS }
  ])
  try {
    const passwordHash = await hashPassword(credentials.password)
    await registerUser(context, { username: credentials.username, passwordHash, address })
  } catch (error) {
    await giveBack()
    if (error instanceof Refusal && error.code === 'USERNAME_TAKEN') {
      const key = `register-taken:${client}`
      await takePlaces(context, 'TOO_MANY_REGISTRATIONS', [
        { key, most: most * TAKEN_PER_REGISTRATION, windowSeconds: HOUR_SECONDS }
      ])
    }
    throw error
  }
}

async function check(
  context: Context,
  credentials: Credentials,
  action: ChallengeAction,
  address: string | null
): Promise<void> {
  await passSecurityCheck(context, { token: credentials.turnstile_token, action, address })
}

/**
 * Renews the short token and, unless another tab just did, the long one. A stale long token that comes late was
 * copied by somebody: then the whole session ends.
 *
 * @throws Refusal `NOT_SIGNED_IN`.
 */
export async function renewSession(
  context: Context,
  given: GivenTokens,
  address: string | null
): Promise<SessionTokens> {
  const sessionId = given.refresh === null ? null : sessionOfRefresh(given.refresh)
  if (given.refresh === null || sessionId === null) throw new Refusal('NOT_SIGNED_IN')
  const hash = hashToken(given.refresh)
  const token = newRefreshToken(sessionId)
  const rotated = await rotateSession(context.sql, sessionId, hash, hashToken(token))
  if (rotated) {
    const access = await signAccess(context.secrets, { userId: rotated.userId, sessionId })
    return { access, refresh: { token, secondsLeft: rotated.secondsLeft } }
  }
  const stale = await judgeStaleToken(context.sql, sessionId, hash)
  if (stale?.verdict === 'grace')
    return { access: await signAccess(context.secrets, { userId: stale.userId, sessionId }) }
  if (stale?.verdict === 'reuse')
    await endSession(context.sql, sessionId, 'session_reuse', addressPrefix(address))
  throw new Refusal('NOT_SIGNED_IN')
}

/** Ends the session that either token names, also when the short one is out of date. Never refuses. */
export async function signOut(context: Context, given: GivenTokens, address: string | null): Promise<void> {
  const end = (id: string) => endSession(context.sql, id, 'logout', addressPrefix(address))
  const claims = given.access === null ? null : await readAccess(context.secrets, given.access, true)
  if (claims) await end(claims.sessionId)
  if (given.refresh === null) return
  const named = sessionOfRefresh(given.refresh)
  if (named !== null && (await isTokenOf(context.sql, named, hashToken(given.refresh)))) await end(named)
}
