import type { SQL } from 'bun'
import { and, asc, desc, eq, isNotNull, isNull, like, or, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { apiTokens, auditEvents, users } from '#api/db/schema/index.ts'
import type { UserOrder, UsersQuery } from '#shared/contracts/admin/users.ts'
import type { LedgerKind } from '#shared/labels/ledger.ts'
import type { Role } from '#shared/labels/roles.ts'

const LISTED = {
  id: users.id,
  username: users.username,
  role: users.role,
  requestsCount: users.requestsCount,
  telegramChatId: users.telegramChatId,
  createdAt: users.createdAt,
  blockedAt: users.blockedAt,
  blockedReason: users.blockedReason,
  lastLoginAt: users.lastLoginAt,
  tokenCount: text<number>`(SELECT count(*)::int FROM ${apiTokens} t WHERE t.user_id = ${users}.id)`
}

export type UserRow = Pick<typeof users.$inferSelect, Exclude<keyof typeof LISTED, 'tokenCount'>> & {
  tokenCount: number
}

const COLUMNS = {
  id: users.id,
  username: users.usernameKey,
  role: users.role,
  requests_count: users.requestsCount,
  created_at: users.createdAt,
  last_login_at: users.lastLoginAt
} as const satisfies Record<UserOrder, unknown>

const WHOLE_NUMBER = /^\d{1,9}$/
const escaped = (part: string) => part.replace(/[\\%_]/g, sign => `\\${sign}`)

export async function pageOfUsers(
  sql: SQL,
  { search, role, state, sort, limit, offset }: UsersQuery
): Promise<{ rows: UserRow[]; total: number }> {
  const isFound =
    search === ''
      ? undefined
      : or(
          like(users.usernameKey, `%${escaped(search.toLowerCase())}%`),
          eq(users.telegramChatId, search),
          WHOLE_NUMBER.test(search) ? eq(users.id, Number(search)) : undefined
        )
  const isInState = { '': undefined, active: isNull(users.blockedAt), blocked: isNotNull(users.blockedAt) }[
    state
  ]
  const condition = and(isFound, role === '' ? undefined : eq(users.role, role), isInState)
  const column = COLUMNS[sort.replace('-', '') as UserOrder]
  const rows = await orm(sql)
    .select(LISTED)
    .from(users)
    .where(condition)
    // Users who never came are last either way.
    .orderBy(text`${sort.startsWith('-') ? desc(column) : asc(column)} NULLS LAST`, asc(users.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await orm(sql).$count(users, condition) }
}

export async function eldestOfRole(sql: SQL, role: Role): Promise<string | null> {
  const [row] = await orm(sql)
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.role, role), isNull(users.blockedAt)))
    .orderBy(asc(users.id))
    .limit(1)
  return row?.username ?? null
}

export const countUsers = (sql: SQL): Promise<number> => orm(sql).$count(users)

export async function userById(sql: SQL, userId: number): Promise<UserRow | null> {
  const [row] = await orm(sql).select(LISTED).from(users).where(eq(users.id, userId))
  return row ?? null
}

interface SearchCounts {
  searches: number
  viaApi: number
  empty: number
  lastAt: Date | null
}

/** From the audit, which nobody takes back: a user may delete their history. */
export async function searchCounts(sql: SQL, userId: number): Promise<SearchCounts> {
  const [row] = await orm(sql)
    .select({
      searches: text<number>`count(*)::int`,
      viaApi: text<number>`(count(*) FILTER (WHERE ${auditEvents.via} = 'api'))::int`,
      empty: text<number>`(count(*) FILTER (WHERE ${auditEvents.resultCount} = 0))::int`,
      lastAt: text<Date | null>`max(${auditEvents.at})`.mapWith(auditEvents.at)
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, userId), eq(auditEvents.action, 'search')))
  return row ?? { searches: 0, viaApi: 0, empty: 0, lastAt: null }
}

interface StoredMovement {
  id: number
  delta: number
  balance: number
  kind: LedgerKind
  at: Date
  /** Of a search in a list that is still there. */
  listId: number | null
}

/** Newest first with balances. Bun's SQL: the builder has no window functions. */
export async function pageOfLedger(
  sql: SQL,
  userId: number,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ rows: StoredMovement[]; total: number }> {
  const rows: StoredMovement[] = await sql`WITH page AS MATERIALIZED (
      SELECT id, delta, kind, ref, at, (sum(delta) OVER (ORDER BY id))::float8 AS balance
      FROM credit_ledger WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT p.id::float8 AS id, p.delta, p.kind, p.at, p.balance, h.list_id::float8 AS "listId"
      FROM page p LEFT JOIN search_history h
        ON h.id = CASE WHEN p.kind IN ('search', 'refund') THEN p.ref::int8 END AND h.user_id = ${userId}
      ORDER BY p.id DESC`
  const [counted] = await sql`SELECT count(*)::int AS total FROM credit_ledger WHERE user_id = ${userId}`
  return { rows, total: counted.total }
}
