import type { SQL } from 'bun'
import { and, eq, or, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { sessions } from '#api/db/schema/index.ts'
import { REFRESH_GRACE_SECONDS, SESSION_IDLE_DAYS } from '#shared/constants.ts'

export const isLive = text<boolean>`(${sessions.expiresAt} > now()
  AND ${sessions.lastSeenAt} > now() - make_interval(days => ${SESSION_IDLE_DAYS}))`

export interface Rotated {
  userId: number
  /** Seconds until the session ends for good. */
  secondsLeft: number
}

/** Puts a new refresh token in the place of the current one. Null when `hash` is not the current one of a live session. */
export async function rotateSession(
  sql: SQL,
  sessionId: string,
  hash: Uint8Array,
  nextHash: Uint8Array
): Promise<Rotated | null> {
  const [row] = await orm(sql)
    .update(sessions)
    .set({
      previousHash: text`${sessions.refreshHash}`,
      refreshHash: nextHash,
      rotatedAt: text`now()`,
      lastSeenAt: text`now()`
    })
    .where(and(eq(sessions.id, sessionId), eq(sessions.refreshHash, hash), isLive))
    .returning({
      userId: sessions.userId,
      secondsLeft: text<number>`extract(epoch FROM ${sessions.expiresAt} - now())::int`
    })
  return row ?? null
}

export interface StaleToken {
  userId: number
  /** It is the one before the current one. */
  isPrevious: boolean
  /** The current one is seconds old: another tab may have asked for it at the same time. */
  isEarly: boolean
}

/** What a token that is not the current one of a live session was. */
export async function staleToken(sql: SQL, sessionId: string, hash: Uint8Array): Promise<StaleToken | null> {
  const [row] = await orm(sql)
    .select({
      userId: sessions.userId,
      isPrevious: text<boolean>`${sessions.previousHash} IS NOT DISTINCT FROM ${hash}::bytea`,
      isEarly: text<boolean>`${sessions.rotatedAt} > now() - make_interval(secs => ${REFRESH_GRACE_SECONDS})`
    })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isLive))
  return row ?? null
}

/** Whether a refresh token is, or just was, the one of a session. */
export async function isTokenOf(sql: SQL, sessionId: string, hash: Uint8Array): Promise<boolean> {
  const isIts = or(eq(sessions.refreshHash, hash), eq(sessions.previousHash, hash))
  const rows = await orm(sql)
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isIts))
  return rows.length > 0
}
