import type { SQL } from 'bun'
import { and, desc, eq, isNotNull, lt, ne, sql as text } from 'drizzle-orm'
import { type Actor, noteAct, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { passkeys, sessions, totps } from '#api/db/schema/index.ts'
import { isLive } from './refresh-store.ts'

export type OpenSession = Omit<
  typeof sessions.$inferSelect,
  'userId' | 'refreshHash' | 'previousHash' | 'rotatedAt' | 'provedAt'
>

/** One session, or all but one. */
export type EndedSessions = { only: string } | { allBut: string }

export async function liveSessions(sql: SQL, userId: number): Promise<OpenSession[]> {
  const { id, createdAt, lastSeenAt, expiresAt, device, ipPrefix, entry, entryKey, isNewPlace } = sessions
  return await orm(sql)
    .select({ id, createdAt, lastSeenAt, expiresAt, device, ipPrefix, entry, entryKey, isNewPlace })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive))
    .orderBy(desc(lastSeenAt), desc(createdAt))
}

/** Ends sessions of a user, by the user or by an administrator. */
export async function endSessionsOf(
  sql: SQL,
  userId: number,
  which: EndedSessions,
  actor: Actor
): Promise<number> {
  const isOwn = userId === actor.actorId
  const isMeant = 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.allBut)
  return await orm(sql).transaction(async tx => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isMeant))
      .returning({ id: sessions.id })
    if (ended.length === 0) return 0
    const detail = { user_id: userId, ended: ended.length }
    if (isOwn) await noteAct(tx, { ...actor, action: 'session_end_own', detail })
    else await noteAdminAct(tx, { ...actor, action: 'session_end', detail })
    return ended.length
  })
}

export async function forgetExpired(sql: SQL, most: number): Promise<number> {
  return await removePortion(sql, sessions, lt(sessions.expiresAt, text`now()`), most)
}

/** Whether a login has to take a second step. */
export async function hasFactor(tx: Pick<Orm, '$count'>, userId: number): Promise<boolean> {
  const isOn = and(eq(totps.userId, userId), isNotNull(totps.enabledAt))
  return (await tx.$count(totps, isOn)) > 0 || (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0
}
