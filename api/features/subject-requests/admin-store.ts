import type { SQL } from 'bun'
import { and, asc, type SQL as Condition, desc, eq, getTableColumns, inArray, sql as text } from 'drizzle-orm'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { subjectRequests, users } from '#api/db/schema/index.ts'
import type { RequestsQuery } from '#shared/contracts/admin/subject-requests.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import { type RequestList, requestNumber } from '#shared/labels/subject-requests.ts'
import type { RequestRow } from './store.ts'

const STATES: Record<RequestList, RequestRow['state'][]> = {
  waiting: ['open', 'document'],
  done: ['done'],
  refused: ['refused'],
  new: ['new']
}

export type ListedRequest = RequestRow & { username: string | null }

const LISTED = { ...getTableColumns(subjectRequests), username: users.username }

const inList = (list: RequestList): Condition => inArray(subjectRequests.state, STATES[list])

/** Those whose term ends first, then the newest. */
export async function pageOfRequests(
  sql: SQL,
  { list, limit, offset }: RequestsQuery
): Promise<ListedRequest[]> {
  const order = list === 'waiting' ? [asc(subjectRequests.dueOn)] : []
  return await orm(sql)
    .select(LISTED)
    .from(subjectRequests)
    .leftJoin(users, eq(users.id, subjectRequests.decidedBy))
    .where(inList(list))
    .orderBy(...order, desc(subjectRequests.id))
    .limit(limit)
    .offset(offset)
}

/** How many each list has, and how many wait beyond their term. */
export async function countRequests(
  sql: SQL,
  today: string
): Promise<Record<RequestList | 'overdue', number>> {
  const count = (condition: Condition) => text<number>`count(*) FILTER (WHERE ${condition})::int`
  const [row] = await orm(sql)
    .select({
      waiting: count(inList('waiting')),
      done: count(inList('done')),
      refused: count(inList('refused')),
      new: count(inList('new')),
      overdue: count(text`${inList('waiting')} AND ${subjectRequests.dueOn} < ${today}::date`)
    })
    .from(subjectRequests)
  return row ?? { waiting: 0, done: 0, refused: 0, new: 0, overdue: 0 }
}

export async function findRequest(sql: SQL, id: number): Promise<ListedRequest | null> {
  const [row] = await orm(sql)
    .select(LISTED)
    .from(subjectRequests)
    .leftJoin(users, eq(users.id, subjectRequests.decidedBy))
    .where(eq(subjectRequests.id, id))
  return row ?? null
}

type Tx = Parameters<Parameters<Orm['transaction']>[0]>[0]

/**
 * Changes a request under its lock, with an audit row of the act. Of two at once the second finds what the first has made.
 *
 * @param change Throws to leave it as it is.
 * @returns Null where there is none.
 */
export async function changeRequest(
  sql: SQL,
  id: number,
  act: { action: AuditAct; actor: Actor; reason?: string },
  change: (row: RequestRow, tx: Tx) => Promise<Partial<RequestRow>>
): Promise<RequestRow | null> {
  return await orm(sql).transaction(async tx => {
    const isMeant = eq(subjectRequests.id, id)
    const [row] = await tx.select().from(subjectRequests).where(isMeant).for('update')
    if (!row) return null
    const next = await change(row, tx)
    const isChanged = Object.keys(next).length > 0
    const [changed] = isChanged
      ? await tx.update(subjectRequests).set(next).where(isMeant).returning()
      : [row]
    await noteAdminAct(tx, {
      ...act.actor,
      action: act.action,
      detail: {
        request: requestNumber(id),
        ...(act.reason && { reason: act.reason }),
        before: { state: row.state },
        after: { state: changed?.state }
      }
    })
    return changed ?? null
  })
}

/** Notes that the answer has gone. */
export async function noteAnswered(sql: SQL, id: number): Promise<void> {
  await orm(sql)
    .update(subjectRequests)
    .set({ answeredAt: text`now()` })
    .where(and(eq(subjectRequests.id, id), inArray(subjectRequests.state, ['done', 'refused', 'document'])))
}

/**
 * Requests without a code go a day after it has expired; what a decided one stated goes so many days after the decision, and
 * its number, kind and times stay. At most so many of each; says how many went.
 */
export async function forgetOldRequests(sql: SQL, days: number, most: number): Promise<number> {
  const [row] = await orm(sql).execute<{ count: number }>(text`WITH unconfirmed AS (
      DELETE FROM subject_request WHERE id IN (
        SELECT id FROM subject_request WHERE state = 'new' AND code_expires_at < now() - interval '1 day'
        LIMIT ${most} FOR UPDATE SKIP LOCKED) RETURNING 1),
    forgotten AS (
      UPDATE subject_request SET stated = NULL, answer = NULL, reason = NULL, report_hash = NULL WHERE id IN (
        SELECT id FROM subject_request WHERE stated IS NOT NULL AND decided_at < now() - make_interval(days => ${days})
        LIMIT ${most} FOR UPDATE SKIP LOCKED) RETURNING 1)
    SELECT greatest((SELECT count(*) FROM unconfirmed), (SELECT count(*) FROM forgotten))::int AS count`)
  return row?.count ?? 0
}
