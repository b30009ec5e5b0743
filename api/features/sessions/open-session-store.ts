import type { SQL } from 'bun'
import { and, desc, eq, ne } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { sessions } from '#api/db/schema/index.ts'
import { isLive } from './refresh-store.ts'

export type OpenSession = Pick<typeof sessions.$inferSelect, 'id' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>

/** One session, or all but one. */
export type EndedSessions = { only: string } | { allBut: string }

export async function liveSessions(sql: SQL, userId: number): Promise<OpenSession[]> {
  const { id, createdAt, lastSeenAt, expiresAt } = sessions
  return await orm(sql)
    .select({ id, createdAt, lastSeenAt, expiresAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive))
    .orderBy(desc(lastSeenAt), desc(createdAt))
}

export async function endSessionsOf(
  sql: SQL,
  userId: number,
  which: EndedSessions,
  actor: Actor
): Promise<number> {
  const isMeant = 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.allBut)
  return await orm(sql).transaction(async tx => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isMeant))
      .returning({ id: sessions.id })
    if (ended.length === 0) return 0
    await noteAdminAct(tx, {
      ...actor,
      action: 'session_end',
      detail: { user_id: userId, ended: ended.length }
    })
    return ended.length
  })
}
