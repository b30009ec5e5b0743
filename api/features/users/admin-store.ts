import { randomUUID } from 'node:crypto'
import type { SQL } from 'bun'
import { and, eq, isNull, ne, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { postCredit } from '#api/db/post-credit.ts'
import { sessions, users } from '#api/db/schema/index.ts'
import { TOKENS_PER_ACCOUNT } from '#shared/constants.ts'
import { ROLE_ADMIN, type Role } from '#shared/labels/roles.ts'

/** What keeps an administrator from an act on a user. */
export type Hindrance = 'NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'ALREADY_BLOCKED' | 'NOT_BLOCKED'

/** Keys that are undefined leave their value as it is. */
export interface UserChange {
  role: Role
  requestsCount: number | undefined
  telegramChatId: string | null | undefined
}

/**
 * One at a time changes a user: two administrators who take away each other leave one, and who is none any more when their
 * turn comes changes nobody.
 */
const ADMINISTRATORS_LOCK = 73_200_002

type Tx = Pick<Orm, 'execute' | 'select' | '$count'>

/** The user as they are, whose row is held from now on. */
export async function holdUser(tx: Tx, userId: number) {
  await tx.execute(text`SELECT pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
  const [user] = await tx
    .select({
      username: users.username,
      role: users.role,
      requests_count: users.requestsCount,
      telegram_chat_id: users.telegramChatId,
      blocked_reason: users.blockedReason
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return user
}

/** Why an administrator may not be taken away; null where they may. A blocked one does not count. */
export async function hindranceOf(tx: Tx, userId: number, { actorId }: Actor): Promise<Hindrance | null> {
  if (userId === actorId) return 'OWN_ACCOUNT'
  const isOther = and(eq(users.role, ROLE_ADMIN), ne(users.id, userId), isNull(users.blockedAt))
  const others = await tx.$count(users, isOther)
  return others === 0 ? 'LAST_ADMINISTRATOR' : null
}

/** Deletes tokens but for the `limit` that were used last; they end at once. Says how many. */
export async function revokeTokens(tx: Pick<Orm, 'execute'>, userId: number, limit: number): Promise<number> {
  const revoked = await tx.execute(text`DELETE FROM api_tokens WHERE id IN (
    SELECT id FROM api_tokens WHERE user_id = ${userId} ORDER BY last_used DESC NULLS LAST, id DESC OFFSET ${limit}
  ) RETURNING id`)
  return revoked.length
}

/** Changes a user under the lock of their row; the difference of the balance becomes a row of the ledger. */
export async function editUser(
  sql: SQL,
  userId: number,
  { role, requestsCount, telegramChatId }: UserChange,
  actor: Actor
): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const user = await holdUser(tx, userId)
    if (!user) return 'NOT_FOUND'
    const hindrance =
      user.role === ROLE_ADMIN && role !== ROLE_ADMIN ? await hindranceOf(tx, userId, actor) : null
    if (hindrance !== null) return hindrance
    const { username, blocked_reason: _, ...before } = user
    const after = {
      role,
      requests_count: requestsCount ?? before.requests_count,
      telegram_chat_id: telegramChatId === undefined ? before.telegram_chat_id : telegramChatId
    }
    await tx.update(users).set({ role, telegramChatId: after.telegram_chat_id }).where(eq(users.id, userId))
    const delta = after.requests_count - before.requests_count
    const credit = { userId, kind: 'admin', ref: `${actor.actorId}:${randomUUID()}`, delta }
    if (delta !== 0 && (await postCredit(tx, credit)) === null) throw new Error('an edit was not booked')
    const tokens = role === ROLE_ADMIN ? 0 : await revokeTokens(tx, userId, TOKENS_PER_ACCOUNT)
    const detail = { user_id: userId, username, before, after, ...(tokens > 0 && { revoked_tokens: tokens }) }
    await noteAdminAct(tx, { ...actor, action: 'user_update', detail })
    return null
  })
}

/** Sessions, tokens and history go with the account; ledger and audit stay. */
export async function removeUser(sql: SQL, userId: number, actor: Actor): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const before = await holdUser(tx, userId)
    if (!before) return 'NOT_FOUND'
    if (userId === actor.actorId) return 'OWN_ACCOUNT'
    const hindrance = before.role === ROLE_ADMIN ? await hindranceOf(tx, userId, actor) : null
    if (hindrance !== null) return hindrance
    await tx.delete(users).where(eq(users.id, userId))
    await noteAdminAct(tx, {
      ...actor,
      action: 'user_delete',
      detail: { user_id: userId, before, after: null }
    })
    return null
  })
}

/** Sets another password, deletes the tokens, and ends every session but the one that asks. False when there is no such user. */
export async function storeNewPassword(
  sql: SQL,
  userId: number,
  { passwordHash, keepSession }: { passwordHash: string; keepSession: string },
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    if (!(await holdUser(tx, userId))) return false
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, keepSession)))
      .returning({ id: sessions.id })
    const revoked = await revokeTokens(tx, userId, 0)
    const before = { sessions: ended.length, tokens: revoked }
    const detail = { user_id: userId, before, after: { sessions: 0, tokens: 0 } }
    await noteAdminAct(tx, { ...actor, action: 'password_reset', detail })
    return true
  })
}
