import { randomUUID } from 'node:crypto'
import type { SQL } from 'bun'
import { and, eq, isNull, ne, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { postCredit } from '#api/db/post-credit.ts'
import { sessions, users } from '#api/db/schema/index.ts'
import { TOKENS_PER_ACCOUNT } from '#shared/constants.ts'
import { ROLE_ADMIN, type Role } from '#shared/labels/roles.ts'

export type Hindrance = 'NOT_FOUND' | 'OWN_ACCOUNT' | 'LAST_ADMINISTRATOR' | 'ALREADY_BLOCKED' | 'NOT_BLOCKED'

/** Undefined keys stay. */
interface UserChange {
  role: Role
  requestsCount: number | undefined
  telegramChatId: string | null | undefined
}

/** Serializes acts on users, so that administrators who remove each other leave one. */
const ADMINISTRATORS_LOCK = 73_200_002

type Tx = Pick<Orm, 'execute' | 'select' | '$count'>

export async function lockUser(tx: Tx, userId: number) {
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

/** Null when allowed. Blocked administrators do not count. */
export async function hindranceOf(tx: Tx, userId: number, { actorId }: Actor): Promise<Hindrance | null> {
  if (userId === actorId) return 'OWN_ACCOUNT'
  const isOther = and(eq(users.role, ROLE_ADMIN), ne(users.id, userId), isNull(users.blockedAt))
  const others = await tx.$count(users, isOther)
  return others === 0 ? 'LAST_ADMINISTRATOR' : null
}

/** Keeps the `limit` last used; returns how many were deleted. */
export async function revokeTokens(tx: Pick<Orm, 'execute'>, userId: number, limit: number): Promise<number> {
  const revoked = await tx.execute(text`DELETE FROM api_tokens WHERE id IN (
    SELECT id FROM api_tokens WHERE user_id = ${userId} ORDER BY last_used DESC NULLS LAST, id DESC OFFSET ${limit}
  ) RETURNING id`)
  return revoked.length
}

/** A change of the balance is a row of the ledger. */
export async function editUser(
  sql: SQL,
  userId: number,
  { role, requestsCount, telegramChatId }: UserChange,
  actor: Actor
): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const user = await lockUser(tx, userId)
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

/** Ledger and audit stay. */
export async function removeUser(sql: SQL, userId: number, actor: Actor): Promise<Hindrance | null> {
  return await orm(sql).transaction(async tx => {
    const before = await lockUser(tx, userId)
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

/** Ends tokens and sessions except the caller's. False for an unknown user. */
export async function storeNewPassword(
  sql: SQL,
  userId: number,
  { passwordHash, keepSession }: { passwordHash: string; keepSession: string },
  actor: Actor
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    if (!(await lockUser(tx, userId))) return false
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
