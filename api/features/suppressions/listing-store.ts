import type { SQL } from 'bun'
import { and, count, desc, eq, inArray, isNull, sql as text } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Orm, orm } from '#api/db/orm.ts'
import { suppressions, users } from '#api/db/schema/index.ts'
import type { SuppressionState } from '#shared/labels/suppressions.ts'

type Tx = Pick<Orm, 'select'>

const lifters = alias(users, 'lifters')
const isEntry = isNull(suppressions.mainId)
const IS_EXPIRED = text`(${suppressions.state} <> 'lifted' and ${suppressions.expiresAt} <= now())`
const STATE = text<SuppressionState>`CASE WHEN ${IS_EXPIRED} THEN 'expired' ELSE ${suppressions.state} END`

const LISTED = {
  id: suppressions.id,
  kind: suppressions.kind,
  token: suppressions.token,
  values: text<number>`(SELECT count(*)::int + 1 FROM suppression v WHERE v.main_id = ${suppressions.id})`,
  reason: suppressions.class,
  request: suppressions.request,
  state: STATE,
  addedAt: suppressions.createdAt,
  addedBy: users.username,
  expiresAt: suppressions.expiresAt,
  liftedAt: suppressions.liftedAt,
  liftedBy: lifters.username,
  liftReason: suppressions.liftReason,
  eraseFrom: suppressions.eraseFrom,
  erasedAt: suppressions.erasedAt
}

const listed = (db: Tx) =>
  db
    .select(LISTED)
    .from(suppressions)
    .leftJoin(users, eq(users.id, suppressions.addedBy))
    .leftJoin(lifters, eq(lifters.id, suppressions.liftedBy))
export type ListedEntry = Awaited<ReturnType<typeof entriesOf>>[number]

export async function pageOfEntries(
  sql: SQL,
  { state, limit, offset }: { state: string; limit: number; offset: number }
) {
  const which = and(isEntry, state === '' ? undefined : eq(STATE, state))
  const db = orm(sql)
  const [rows, totals, inForce] = await Promise.all([
    listed(db)
      .where(which)
      .orderBy(desc(suppressions.createdAt), desc(suppressions.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(suppressions).where(which),
    countEntriesInForce(sql)
  ])
  return { rows, total: totals[0]?.total ?? 0, inForce }
}

export const countEntriesInForce = (sql: SQL): Promise<number> =>
  orm(sql).$count(suppressions, and(isEntry, text`${STATE} in ('active', 'provisional')`))

export const entriesOf = (db: Tx, ids: readonly number[]) =>
  listed(db)
    .where(and(isEntry, inArray(suppressions.id, [...ids])))
    .orderBy(suppressions.id)

/** Entries in force that have one of these tokens among their values, by their numbers. */
export async function entriesWith(sql: SQL, tokens: readonly string[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`SELECT DISTINCT coalesce(main_id, id) AS id FROM suppression
    WHERE encode(token, 'hex') = ANY (${`{${tokens.join(',')}}`}::text[])
      AND prefix = ANY (${`{${tokens.map(token => Buffer.from(token, 'hex').readBigInt64BE(0)).join(',')}}`}::int8[])
      AND state <> 'lifted' AND (expires_at IS NULL OR expires_at > now())`
  return rows.map(({ id }) => id)
}
