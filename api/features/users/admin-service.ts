import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { countPendingOfUser, paymentStats } from '#api/features/payments/service.ts'
import { secondStepOf } from '#api/features/second-factor/service.ts'
import type { OpenSession, SignedInUser } from '#api/features/sessions/service.ts'
import { listTokens } from '#api/features/tokens/service.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PageQuery } from '#shared/contracts/admin/calls.ts'
import type {
  LedgerAnswer,
  ListedUser,
  UserAnswer,
  UserSession,
  UsersAnswer,
  UsersQuery
} from '#shared/contracts/admin/users.ts'
import { LEDGER_KINDS } from '#shared/labels/ledger.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { UserEdit } from '#shared/rules/admin-users.ts'
import { editUser, type Hindrance, removeUser, storeNewPassword } from './admin-store.ts'
import { blockUser, unblockUser } from './block-store.ts'
import { pageOfLedger, pageOfUsers, searchCounts, type UserRow, userById } from './listing-store.ts'
import { userShapeOf } from './service.ts'

export async function listUsers(context: Context, query: UsersQuery): Promise<UsersAnswer> {
  const { rows, total } = await pageOfUsers(context.sql, query)
  return { ok: true, users: rows.map(row => listed(context, row)), total }
}

const listed = (context: Context, row: UserRow): ListedUser => ({
  ...userShapeOf(context, row, row.tokenCount),
  created_at: row.createdAt.toISOString(),
  last_login_at: row.lastLoginAt?.toISOString() ?? null,
  blocked_at: row.blockedAt?.toISOString() ?? null,
  blocked_reason: row.blockedReason
})

/** @throws Refusal `NOT_FOUND`. */
export async function existingUser(context: Context, id: string): Promise<UserRow> {
  const row = await userById(context.sql, pathNumber(id))
  if (row === null) throw new Refusal('NOT_FOUND')
  return row
}

/** A user with counts and sessions. @throws Refusal `NOT_FOUND`. */
export async function readUser(context: Context, id: string, asker: SignedInUser): Promise<UserAnswer> {
  const row = await existingUser(context, id)
  const [{ searches, viaApi, empty, lastAt }, ways, pending, sessions, tokens, paid] = await Promise.all([
    searchCounts(context.sql, row.id),
    secondStepOf(context, row.id),
    countPendingOfUser(context.sql, row.id),
    context.sessions.listOf(row.id),
    listTokens(context, row.id),
    paymentStats(context, row.id)
  ])
  const history = {
    searches,
    via_api: viaApi,
    empty,
    last_at: lastAt?.toISOString() ?? null,
    last_at_str: lastAt && moscowTime(lastAt),
    kept_days: context.config.auditDays
  }
  const shown = sessions.map(session => sessionView(session, asker.sessionId))
  const user = listed(context, row)
  return {
    ok: true,
    user,
    history,
    second_step: ways,
    pending_payments: pending,
    sessions: shown,
    tokens,
    paid
  }
}

const sessionView = (
  { id, createdAt, lastSeenAt, expiresAt }: OpenSession,
  currentId: string
): UserSession => ({
  id,
  created_at: createdAt.toISOString(),
  created_at_str: moscowTime(createdAt),
  last_seen_at: lastSeenAt.toISOString(),
  last_seen_at_str: moscowTime(lastSeenAt),
  expires_at: expiresAt.toISOString(),
  is_current: id === currentId
})

/** @throws Refusal `NOT_FOUND`. */
export async function readLedger(context: Context, id: string, page: PageQuery): Promise<LedgerAnswer> {
  const user = await existingUser(context, id)
  const { rows, total } = await pageOfLedger(context.sql, user.id, page)
  const shown = rows.map(({ at, listId, ...row }) => ({
    ...row,
    title: [LEDGER_KINDS[row.kind], listId !== null && `список ${listId}`].filter(Boolean).join(', '),
    at: at.toISOString(),
    at_str: moscowTime(at)
  }))
  return { ok: true, rows: shown, total }
}

async function actOn(
  { accountTurns }: Context,
  userId: number,
  act: () => Promise<Hindrance | null>
): Promise<void> {
  const hindrance = await accountTurns.take(userId, act)
  if (hindrance !== null) throw new Refusal(hindrance)
}

/** Applies from the next request. @throws Refusal `NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`. */
export async function updateUser(
  context: Context,
  id: string,
  edit: UserEdit,
  actor: Actor
): Promise<ListedUser> {
  const userId = pathNumber(id)
  const { role, requests_count: requestsCount, telegram_chat_id: telegramChatId } = edit
  await actOn(context, userId, () =>
    editUser(context.sql, userId, { role, requestsCount, telegramChatId }, actor)
  )
  return listed(context, await existingUser(context, id))
}

/**
 * Unblocks without a reason. Applies from the next request.
 * @throws Refusal `NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`, `ALREADY_BLOCKED`, `NOT_BLOCKED`.
 */
export async function setBlocked(
  context: Context,
  id: string,
  reason: string | null,
  actor: Actor
): Promise<ListedUser> {
  const userId = pathNumber(id)
  await actOn(context, userId, () =>
    reason === null ? unblockUser(context.sql, userId, actor) : blockUser(context.sql, userId, reason, actor)
  )
  return listed(context, await existingUser(context, id))
}

/** @throws Refusal `NOT_FOUND`, `OWN_ACCOUNT`, `LAST_ADMINISTRATOR`. */
export async function deleteUser(context: Context, id: string, actor: Actor): Promise<void> {
  const userId = pathNumber(id)
  await actOn(context, userId, () => removeUser(context.sql, userId, actor))
}

/** Ends the user's sessions except the caller's. @throws Refusal `COMMON_PASSWORD`, `NOT_FOUND`, `OVERLOADED`. */
export async function resetPassword(
  context: Context,
  id: string,
  { password, keepSession }: { password: string; keepSession: string },
  actor: Actor
): Promise<void> {
  const { id: userId, username } = await existingUser(context, id)
  await context.passwords.refuseCommon(password, username, 'new_password')
  const passwordHash = await context.passwords.hash(password)
  await actOn(context, userId, async () => {
    const isStored = await storeNewPassword(context.sql, userId, { passwordHash, keepSession }, actor)
    return isStored ? null : 'NOT_FOUND'
  })
}
