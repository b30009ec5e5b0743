import { randomUUID } from 'node:crypto'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import type { Actor } from '#api/db/audit.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import type { Access } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SESSION_ABSOLUTE_DAYS } from '#shared/constants.ts'
import { createAccessTokens } from './access-token.ts'
import type { AccountTurns } from './account-turns.ts'
import { type BroughtTokens, readSessionCookies, type SessionTokens } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { BY_PASSWORD, type Entrance } from './entrance.ts'
import {
  type EndedSessions,
  endSessionsOf,
  forgetExpired,
  liveSessions,
  type OpenSession
} from './open-session-store.ts'
import { confirmPlace, forgetLoginPlaces } from './place-store.ts'
import { isTokenOf, rotateSession, staleToken } from './refresh-store.ts'
import { hashToken, newRefreshToken, sessionOfRefresh } from './refresh-token.ts'
import {
  endSession,
  noteSeen,
  openSession,
  type SignedInUser,
  type UserOfSession,
  userOfSession
} from './store.ts'

export {
  type BroughtTokens,
  clearPendingCookie,
  clearSessionCookies,
  readDeviceCookie,
  readPendingCookie,
  readProviderCookie,
  readSessionCookies,
  readStepDeviceCookie,
  type SessionTokens,
  sessionCookieName,
  setDeviceCookie,
  setPendingCookie,
  setProviderCookie,
  setSessionCookies,
  setStepDeviceCookie
} from './cookies.ts'
export { hasFactor } from './open-session-store.ts'
export type { Entrance, OpenSession, SignedInUser }

/** Who is signed in, and how one becomes and ceases to be. */
export interface Sessions {
  /** Who sent a request, read once: null without a session, with one that ended, or of an account that is gone. */
  userOf(request: Request): Promise<SignedInUser | null>
  /**
   * Who calls a guarded route. Asked of a call that may have a body before that is read, of any other before its handler.
   *
   * @throws Refusal `NOT_SIGNED_IN`, `SECOND_FACTOR_REQUIRED`, `FORBIDDEN`.
   */
  admit(request: Request, access?: Pick<Access, 'role' | 'isSetUp'>): Promise<SignedInUser>
  /** Opens one for an account that was just verified. Null when the account or its password changed since. */
  open(
    account: { id: number; passwordHash: string },
    address: string | null,
    entrance?: Entrance
  ): Promise<{ user: SignedInUser; tokens: SessionTokens } | null>
  /**
   * Renews the short token and, unless another tab just did, the long one. A stale long token that comes late was
   * copied by somebody: then the whole session ends.
   *
   * @throws Refusal `NOT_SIGNED_IN`.
   */
  renew(brought: BroughtTokens, address: string | null): Promise<SessionTokens>
  /** Ends the session that either token names, also when the short one is out of date. Never refuses. */
  end(brought: BroughtTokens, address: string | null): Promise<void>
  /** The live ones of a user, the one that was seen last first. */
  listOf(userId: number): Promise<OpenSession[]>
  /** Ends one of a user, or all but one, by the user or an administrator; says how many there were. */
  endOf(userId: number, which: EndedSessions, actor: Actor): Promise<number>
  /** Takes the mark of a new place from one of a user; false where there is no such session. */
  confirmPlace(userId: number, sessionId: string): Promise<boolean>
  /** Removes sessions that are over, at most so many; says how many. */
  forgetExpired(most: number): Promise<number>
  forgetPlaces(most: number): Promise<number>
}

export function createSessions(
  sql: SQL,
  accountTurns: AccountTurns,
  secret: string,
  config: Pick<Config, 'secureCookies' | 'adminSecondFactor'>
): Sessions {
  const accessTokens = createAccessTokens(secret)
  /** Of many requests at once one writes that their session was seen. */
  const notingSeen = new Set<string>()

  /** Nobody waits for it. Where it fails, the next request finds it due again. */
  function noteSeenLater(sessionId: string): void {
    if (notingSeen.has(sessionId)) return
    notingSeen.add(sessionId)
    noteSeen(sql, sessionId)
      .catch(() => undefined)
      .finally(() => notingSeen.delete(sessionId))
  }

  /** What a refresh token that is not the current one is good for: a short token at most. */
  async function revokeReused(sessionId: string, hash: Uint8Array, address: string | null): Promise<string> {
    const stale = await staleToken(sql, sessionId, hash)
    if (stale?.isEarly && stale.isPrevious)
      return await accessTokens.sign({ userId: stale.userId, sessionId })
    if (stale && !stale.isEarly) await endSession(sql, sessionId, 'session_reuse', addressPrefix(address))
    throw new Refusal('NOT_SIGNED_IN')
  }

  async function readUser(headers: Headers): Promise<SignedInUser | null> {
    const { access } = readSessionCookies(config, headers)
    const claims = access === null ? null : await accessTokens.read(access)
    const key = headers.get('idempotency-key')
    const live = claims && (await userOfSession(sql, claims.sessionId, claims.userId, key))
    if (live?.isSeenDue) noteSeenLater(live.user.sessionId)
    return live && signedIn(live)
  }

  const signedIn = ({ user, lacksFactor }: UserOfSession): SignedInUser => ({
    ...user,
    mustSetFactor: lacksFactor && config.adminSecondFactor === 'required'
  })

  const callers = new WeakMap<Request, SignedInUser>()

  async function userOf(request: Request): Promise<SignedInUser | null> {
    const user = callers.get(request) ?? (await readUser(request.headers))
    if (user) callers.set(request, user)
    return user
  }

  return {
    userOf,

    async admit(request, { role, isSetUp } = { role: null, isSetUp: false }) {
      const user = await userOf(request)
      if (user === null) throw new Refusal('NOT_SIGNED_IN')
      if (user.mustSetFactor && !isSetUp) throw new Refusal('SECOND_FACTOR_REQUIRED')
      if (role !== null && user.role !== role) throw new Refusal('FORBIDDEN')
      return user
    },

    async open({ id: userId, passwordHash }, address, { entry, entryKey, userAgent } = BY_PASSWORD) {
      const id = randomUUID()
      const token = newRefreshToken(id)
      const session = {
        id,
        userId,
        passwordHash,
        refreshHash: hashToken(token),
        ipPrefix: addressPrefix(address),
        device: deviceName(userAgent),
        entry,
        entryKey: entryKey ?? null,
        isProved: entry !== 'password'
      }
      if (!(await accountTurns.take(userId, () => openSession(sql, session)))) return null
      const opened = await userOfSession(sql, id, userId)
      if (opened === null) return null
      const access = await accessTokens.sign({ userId, sessionId: id })
      return {
        user: signedIn(opened),
        tokens: { access, refresh: { token, secondsLeft: SESSION_ABSOLUTE_DAYS * 86_400 } }
      }
    },

    async renew({ refresh }, address) {
      const sessionId = refresh === null ? null : sessionOfRefresh(refresh)
      if (refresh === null || sessionId === null) throw new Refusal('NOT_SIGNED_IN')
      const hash = hashToken(refresh)
      const token = newRefreshToken(sessionId)
      const rotated = await rotateSession(sql, sessionId, hash, hashToken(token))
      if (!rotated) return { access: await revokeReused(sessionId, hash, address) }
      const { userId, secondsLeft } = rotated
      return { access: await accessTokens.sign({ userId, sessionId }), refresh: { token, secondsLeft } }
    },

    async end({ access, refresh }, address) {
      const end = (id: string) => endSession(sql, id, 'logout', addressPrefix(address))
      const claims = access === null ? null : await accessTokens.readLate(access)
      if (claims) await end(claims.sessionId)
      const sessionId = refresh === null ? null : sessionOfRefresh(refresh)
      if (refresh === null || sessionId === null) return
      if (await isTokenOf(sql, sessionId, hashToken(refresh))) await end(sessionId)
    },

    listOf: userId => liveSessions(sql, userId),
    endOf: (userId, which, actor) => endSessionsOf(sql, userId, which, actor),
    confirmPlace: (userId, sessionId) => confirmPlace(sql, userId, sessionId),
    forgetExpired: most => forgetExpired(sql, most),
    forgetPlaces: most => forgetLoginPlaces(sql, most)
  }
}
