import type { SQL } from 'bun'
import { REFRESH_GRACE_SECONDS, SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#shared/constants.ts'

/**
 * Opens a session, unless the password was changed since it was verified. The lock makes a change in flight finish
 * first, so that no session of the old password outlives it.
 *
 * @returns Whether it was opened.
 */
export async function openSession(
  sql: SQL,
  session: {
    id: string
    userId: number
    passwordHash: string
    refreshHash: Uint8Array
    ipPrefix: string | null
  }
): Promise<boolean> {
  const rows = await sql`WITH person AS (
      SELECT id FROM users WHERE id = ${session.userId} AND password_hash = ${session.passwordHash} FOR SHARE
    ), opened AS (
      INSERT INTO sessions (id, user_id, refresh_hash, expires_at)
      SELECT ${session.id}, id, ${session.refreshHash}, now() + make_interval(days => ${SESSION_ABSOLUTE_DAYS}) FROM person
      RETURNING user_id
    )
    INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix)
    SELECT 'user', user_id, 'ui', 'login', ${session.ipPrefix} FROM opened RETURNING 1`
  return rows.length > 0
}

/** Notes a failed login. Nothing of what was typed is kept. */
export async function noteFailedLogin(
  sql: SQL,
  userId: number | null,
  ipPrefix: string | null
): Promise<void> {
  await sql`INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix)
    VALUES ('user', ${userId}, 'ui', 'login_failed', ${ipPrefix})`
}

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
  const [row] = await sql<Rotated[]>`UPDATE sessions
    SET previous_hash = refresh_hash, refresh_hash = ${nextHash}, rotated_at = now(), last_seen_at = now()
    WHERE id = ${sessionId} AND refresh_hash = ${hash} AND expires_at > now()
      AND last_seen_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})
    RETURNING user_id AS "userId", extract(epoch FROM expires_at - now())::int AS "secondsLeft"`
  return row ?? null
}

/**
 * A token that is not the current one: `grace` for the one before it within seconds of the change (another tab asked
 * at the same time), `early` for an older one within the same seconds, `reuse` for any later use.
 */
export async function judgeStaleToken(
  sql: SQL,
  sessionId: string,
  hash: Uint8Array
): Promise<{ userId: number; verdict: 'grace' | 'early' | 'reuse' } | null> {
  const [row] = await sql<
    { userId: number; isPrevious: boolean; isEarly: boolean }[]
  >`SELECT user_id AS "userId",
      previous_hash IS NOT DISTINCT FROM ${hash}::bytea AS "isPrevious",
      rotated_at > now() - make_interval(secs => ${REFRESH_GRACE_SECONDS}) AS "isEarly"
    FROM sessions WHERE id = ${sessionId} AND expires_at > now()
      AND last_seen_at > now() - make_interval(days => ${SESSION_IDLE_DAYS})`
  if (!row) return null
  if (!row.isEarly) return { userId: row.userId, verdict: 'reuse' }
  return { userId: row.userId, verdict: row.isPrevious ? 'grace' : 'early' }
}

/** Ends a session and says in the audit why. Harmless for one that is gone. */
export async function endSession(
  sql: SQL,
  sessionId: string,
  action: 'logout' | 'session_reuse',
  ipPrefix: string | null
): Promise<void> {
  await sql`WITH ended AS (DELETE FROM sessions WHERE id = ${sessionId} RETURNING user_id)
    INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix)
    SELECT 'user', user_id, 'ui', ${action}::text, ${ipPrefix} FROM ended`
}

/** Whether a refresh token is, or just was, the one of a session. */
export async function isTokenOf(sql: SQL, sessionId: string, hash: Uint8Array): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM sessions
    WHERE id = ${sessionId} AND (refresh_hash = ${hash} OR previous_hash = ${hash})`
  return rows.length > 0
}
