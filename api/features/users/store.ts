import type { SQL } from 'bun'
import { and, type SQL as Condition, eq, ne } from 'drizzle-orm'
import { noteAct, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { postCredit } from '#api/db/post-credit.ts'
import { providerAccounts, sessions, users } from '#api/db/schema/index.ts'
import type { Role } from '#shared/labels/roles.ts'

interface NewUser {
  username: string
  passwordHash: string
  role: Role
  requests: number
  action: 'register' | 'admin_create'
  ipPrefix: string | null
  identity?: ProviderIdentity | undefined
}

export interface ProviderIdentity {
  issuer: string
  subject: string
}

export const usernameKeyOf = (username: string) => username.toLowerCase()

/** Adds account, ledger row and audit row together. @returns Id, or null when the name is taken. */
export async function insertUser(sql: SQL, user: NewUser): Promise<number | null> {
  const { username, passwordHash, role, requests, action, ipPrefix, identity } = user
  const isOwn = action === 'register'
  return await orm(sql).transaction(async tx => {
    const [account] = await tx
      .insert(users)
      .values({ username, usernameKey: usernameKeyOf(username), passwordHash, role })
      .onConflictDoNothing({ target: users.usernameKey })
      .returning({ id: users.id })
    if (!account) return null
    const { id } = account
    if (identity) await tx.insert(providerAccounts).values({ ...identity, userId: id })
    const first = { userId: id, kind: isOwn ? 'signup' : 'grant', ref: String(id), delta: requests }
    if (requests > 0 && (await postCredit(tx, first)) === null)
      throw new Error('first credits were not booked')
    const actor = isOwn ? {} : { actorKind: 'system', via: 'command' }
    await noteAct(tx, { ...actor, actorId: id, action, ipPrefix, detail: { requests } })
    return id
  })
}

export type AccountCredentials = Pick<
  typeof users.$inferSelect,
  'id' | 'username' | 'passwordHash' | 'blockedAt'
>

async function passwordWhere(sql: SQL, condition: Condition): Promise<AccountCredentials | null> {
  const [row] = await orm(sql)
    .select({
      id: users.id,
      username: users.username,
      passwordHash: users.passwordHash,
      blockedAt: users.blockedAt
    })
    .from(users)
    .where(condition)
  return row ?? null
}

export const credentialsByName = (sql: SQL, username: string) =>
  passwordWhere(sql, eq(users.usernameKey, usernameKeyOf(username)))

export const credentialsById = (sql: SQL, userId: number) => passwordWhere(sql, eq(users.id, userId))

/** Locks the user, so that a login with the old password opens its session before sessions end. False when changed. */
export async function replacePassword(
  sql: SQL,
  change: { userId: number; oldHash: string; newHash: string; keepSession: string; ipPrefix: string | null }
): Promise<boolean> {
  const { userId, oldHash, newHash, keepSession, ipPrefix } = change
  return await orm(sql).transaction(async tx => {
    const changed = await tx
      .update(users)
      .set({ passwordHash: newHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash)))
      .returning({ id: users.id })
    if (changed.length === 0) return false
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keepSession)))
    await noteAct(tx, { actorId: userId, action: 'password_change', ipPrefix })
    return true
  })
}

/** Audits before and after. */
export async function storeTelegramChat(
  sql: SQL,
  userId: number,
  chatId: string | null,
  ipPrefix: string | null
): Promise<void> {
  const isTheirs = eq(users.id, userId)
  await orm(sql).transaction(async tx => {
    const [old] = await tx
      .select({ chatId: users.telegramChatId })
      .from(users)
      .where(isTheirs)
      .for('no key update')
    if (!old) return
    await tx.update(users).set({ telegramChatId: chatId }).where(isTheirs)
    const detail = { before: old.chatId, after: chatId }
    await noteAdminAct(tx, { actorId: userId, action: 'settings_change', ipPrefix, detail })
  })
}

/** What an account has: tokens, lists that run, and lists whose end was not looked at. */
export interface AccountCounts {
  tokens: number
  running: number
  ended: number
}

export async function countOwned(sql: SQL, userId: number): Promise<AccountCounts> {
  const [counts] = await sql<AccountCounts[]>`SELECT
      (SELECT count(*)::int FROM api_tokens WHERE user_id = ${userId}) AS tokens,
      count(*) FILTER (WHERE state = 'running')::int AS running,
      count(*) FILTER (WHERE state <> 'running')::int AS ended
    FROM list WHERE user_id = ${userId} AND NOT is_api AND seen_at IS NULL
      AND (state IN ('running', 'done') OR pause_reason = 'credits')`
  return counts ?? { tokens: 0, running: 0, ended: 0 }
}
