import type { SQL } from 'bun'
import { and, desc, eq, inArray, isNull, lt, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { sessions, users } from '#api/db/schema/index.ts'
import {
  SESSION_ABSOLUTE_DAYS,
  SESSION_IDLE_DAYS,
  SESSION_SEEN_SECONDS,
  SESSIONS_PER_ACCOUNT
} from '#shared/constants.ts'
import type { SessionEntry } from '#shared/contracts/account/security.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { ROLE_ADMIN, type Role } from '#shared/labels/roles.ts'
import { hasFactor } from './open-session-store.ts'
import { isNewPlace } from './place-store.ts'
import { isLive } from './refresh-store.ts'

/** The person behind a request, as the database knows them at that moment. */
export interface SignedInUser {
  id: number
  username: string
  role: Role
  requestsCount: number
  telegramChatId: string | null
  sessionId: string
  /** The account has sent the `Idempotency-Key` of this request before. */
  knowsKey: boolean
  /** What they state for their searches that state no other. */
  purpose: PurposeCode | null
  caseRef: string | null
  /** An administrator without a second factor, in a product that asks for one: nothing but the set-up is for them. */
  mustSetFactor: boolean
}

/** The user of a live session, and whether it is time to write down that the session was seen. */
export interface UserOfSession {
  user: Omit<SignedInUser, 'mustSetFactor'>
  /** An administrator who has no second factor. */
  lacksFactor: boolean
  isSeenDue: boolean
}

/** The user of a live session, and what a paid call needs to know before its work. Bun's SQL: every request asks this. */
export async function userOfSession(
  sql: SQL,
  sessionId: string,
  userId: number,
  clientKey: string | null = null
): Promise<UserOfSession | null> {
  const [row] = await sql<
    (UserOfSession['user'] & Omit<UserOfSession, 'user'>)[]
  >`SELECT u.id, u.username, u.role, u.requests_count AS "requestsCount",
      u.telegram_chat_id AS "telegramChatId", u.purpose, u.case_ref AS "caseRef", s.id AS "sessionId",
      EXISTS (SELECT FROM idempotency_key i WHERE i.user_id = u.id AND i.key = ${clientKey}) AS "knowsKey",
      CASE WHEN u.role = ${ROLE_ADMIN} THEN NOT EXISTS (SELECT FROM passkey k WHERE k.user_id = u.id)
        AND NOT EXISTS (SELECT FROM totp t WHERE t.user_id = u.id AND t.enabled_at IS NOT NULL)
        ELSE false END AS "lacksFactor",
      s.last_seen_at < now() - make_interval(secs => ${SESSION_SEEN_SECONDS}) AS "isSeenDue"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND u.blocked_at IS NULL AND s.expires_at > now()
      AND s.last_seen_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})`
  if (!row) return null
  const { isSeenDue, lacksFactor, ...user } = row
  return { user, isSeenDue, lacksFactor }
}

/** Writes down that a session was seen now, unless another process has just done so. */
export async function noteSeen(sql: SQL, sessionId: string): Promise<void> {
  const isDue = lt(sessions.lastSeenAt, text`now() - make_interval(secs => ${SESSION_SEEN_SECONDS})`)
  await orm(sql)
    .update(sessions)
    .set({ lastSeenAt: text`now()` })
    .where(and(eq(sessions.id, sessionId), isDue))
}

export interface NewSession {
  id: string
  userId: number
  passwordHash: string
  refreshHash: Uint8Array
  ipPrefix: string | null
  device: string | null
  entry: SessionEntry
  entryKey: string | null
  /** More than a password was shown. */
  isProved: boolean
}

/** Ways in that a second factor would have asked for more at. */
const ONE_STEP: readonly SessionEntry[] = ['password', 'oidc']

/**
 * Opens a session, unless the password was changed since it was verified, a factor was turned on since or the account is blocked, and ends those that are too many then: first
 * what is over by itself, then the oldest. The row that is held makes a change in flight finish first, so that no session of the old
 * password outlives it, and puts parallel logins in a row.
 *
 * @returns Whether it was opened.
 */
export async function openSession(sql: SQL, session: NewSession): Promise<boolean> {
  const { id, userId, passwordHash, refreshHash, ipPrefix, device, entry, entryKey, isProved } = session
  return await orm(sql).transaction(async tx => {
    const mayEnter = and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.blockedAt))
    const [person] = await tx.select({ id: users.id }).from(users).where(mayEnter).for('no key update')
    if (!person || (ONE_STEP.includes(entry) && (await hasFactor(tx, userId)))) return false
    await tx.update(users).set({ lastLoginAt: text`now()` }).where(eq(users.id, userId))
    const tooMany = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(isLive), desc(sessions.createdAt))
      .offset(SESSIONS_PER_ACCOUNT - 1)
    const ended = await tx
      .delete(sessions)
      .where(inArray(sessions.id, tooMany))
      .returning({ id: sessions.id })
    const expiresAt = text`now() + make_interval(days => ${SESSION_ABSOLUTE_DAYS})`
    // The transaction may have begun before that of a login which got the lock first.
    await tx.insert(sessions).values({
      id,
      userId,
      refreshHash,
      expiresAt,
      createdAt: text`clock_timestamp()`,
      device,
      ipPrefix,
      entry,
      entryKey,
      isNewPlace: await isNewPlace(tx, userId, ipPrefix),
      provedAt: isProved ? text`now()` : null
    })
    const detail = ended.length > 0 ? { ended: ended.length } : null
    await noteAct(tx, { actorId: userId, action: 'login', ipPrefix, detail })
    return true
  })
}

/** Ends a session and says in the audit why. Harmless for one that is gone. */
export async function endSession(
  sql: SQL,
  sessionId: string,
  action: 'logout' | 'session_reuse',
  ipPrefix: string | null
): Promise<void> {
  await orm(sql).transaction(async tx => {
    const [ended] = await tx.delete(sessions).where(eq(sessions.id, sessionId)).returning()
    if (ended) await noteAct(tx, { actorId: ended.userId, action, ipPrefix })
  })
}
