import type { SQL } from 'bun'
import { eq } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { sessions, users } from '#api/db/schema/index.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type Hindrance, hindranceOf, lockUser, revokeTokens } from './admin-store.ts'

/** Opening a session waits for the user's row, and then finds them blocked. */
async function shutOut(tx: Pick<Orm, 'delete' | 'execute'>, userId: number) {
  const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })
  return { ended_sessions: ended.length, revoked_tokens: await revokeTokens(tx, userId, 0) }
}

/** Name, balance and history stay. */
export async function blockUser(
  sql: SQL,
  userId: number,
  reason: string,
  actor: Actor
): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const user = await lockUser(tx, userId)
    if (!user) return 'NOT_FOUND'
    if (userId === actor.actorId) return 'OWN_ACCOUNT'
    if (user.blocked_reason !== null) return 'ALREADY_BLOCKED'
    const hindrance = user.role === ROLE_ADMIN ? await hindranceOf(tx, userId, actor) : null
    if (hindrance !== null) return hindrance
    await tx.update(users).set({ blockedAt: new Date(), blockedReason: reason }).where(eq(users.id, userId))
    const detail = {
      user_id: userId,
      username: user.username,
      before: null,
      after: { reason },
      ...(await shutOut(tx, userId))
    }
    await noteAdminAct(tx, { ...actor, action: 'user_block', detail })
    return null
  })
}

/** Tokens made meanwhile do not return. */
export async function unblockUser(sql: SQL, userId: number, actor: Actor): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const user = await lockUser(tx, userId)
    if (!user) return 'NOT_FOUND'
    if (user.blocked_reason === null) return 'NOT_BLOCKED'
    await shutOut(tx, userId)
    await tx.update(users).set({ blockedAt: null, blockedReason: null }).where(eq(users.id, userId))
    const { username, blocked_reason: reason } = user
    await noteAdminAct(tx, {
      ...actor,
      action: 'user_unblock',
      detail: { user_id: userId, username, before: { reason }, after: null }
    })
    return null
  })
}
