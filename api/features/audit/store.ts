import type { SQL } from 'bun'
import { and, desc, eq, notInArray, or, sql as text } from 'drizzle-orm'
import { bigintArray } from '#api/db/array-literal.ts'
import { orm } from '#api/db/orm.ts'
import { auditEvents, users } from '#api/db/schema/index.ts'
import type { AuditQuery } from '#shared/contracts/admin/audit.ts'
import { LOOK_ACTS, SEARCH_ACTS } from '#shared/labels/audit-acts.ts'

/** In the words of its index, which holds no other acts. */
const IS_NO_SEARCH = text.raw(`action not in (${SEARCH_ACTS.map(act => `'${act}'`).join(', ')})`)
const WHOLE_NUMBER = /^\d{1,9}$/

const STORED = {
  id: auditEvents.id,
  at: auditEvents.at,
  /** To the microsecond, by which events are told apart. */
  moment: text<string>`to_char(${auditEvents.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  action: auditEvents.action,
  actorKind: auditEvents.actorKind,
  actorId: auditEvents.actorId,
  username: users.username,
  via: auditEvents.via,
  ipPrefix: auditEvents.ipPrefix,
  sourceKeys: auditEvents.sourceKeys,
  detail: auditEvents.detail
}

export type StoredEvent = Pick<
  typeof auditEvents.$inferSelect,
  'id' | 'at' | 'action' | 'actorKind' | 'actorId' | 'via' | 'ipPrefix' | 'sourceKeys' | 'detail'
> & { moment: string; username: string | null }

/** No list is met by nothing, and neither is one without a token. */
const hasOneOf = (tokenLists: readonly (readonly bigint[])[]) =>
  or(
    text`false`,
    ...tokenLists
      .filter(tokens => tokens.length > 0)
      .map(tokens => text`${auditEvents.queryTokens} @> ${bigintArray(tokens)}::int8[]`)
  )

/**
 * Newest first. An account that is gone is found by its number.
 *
 * @param tokenLists Only acts with all tokens of one of these lists.
 */
export async function pageOfEvents(
  sql: SQL,
  { act, user, day, before, limit }: AuditQuery,
  tokenLists?: readonly (readonly bigint[])[]
): Promise<StoredEvent[]> {
  const named = text`(SELECT id FROM users WHERE username_key = ${user.toLowerCase()})`
  const actor = WHOLE_NUMBER.test(user) ? text`coalesce(${named}, ${Number(user)})` : named
  const [moment, id] = before.split('_')
  const isSearch = SEARCH_ACTS.some(search => search === act)
  const isWhole = user === '' && act === '' && !tokenLists
  return await orm(sql)
    .select(STORED)
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(
      and(
        tokenLists && hasOneOf(tokenLists),
        act === '' ? undefined : eq(auditEvents.action, act),
        user === '' && !isSearch && !tokenLists ? IS_NO_SEARCH : undefined,
        isWhole ? notInArray(auditEvents.action, [...LOOK_ACTS]) : undefined,
        user === '' ? undefined : text`${auditEvents.actorId} = ${actor}`,
        day === ''
          ? undefined
          : text`${auditEvents.at} >= ${day}::date::timestamp AT TIME ZONE 'Europe/Moscow'`,
        day === ''
          ? undefined
          : text`${auditEvents.at} < (${day}::date + 1)::timestamp AT TIME ZONE 'Europe/Moscow'`,
        before === ''
          ? undefined
          : text`(${auditEvents.at}, ${auditEvents.id}) < (${moment}::timestamptz, ${Number(id)}::bigint)`
      )
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit)
}

export const countActsSince = (sql: SQL, hours: number): Promise<number> =>
  orm(sql).$count(
    auditEvents,
    and(IS_NO_SEARCH, text`${auditEvents.at} > now() - make_interval(hours => ${hours})`)
  )
