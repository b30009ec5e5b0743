import type { SQL } from 'bun'
import { desc, eq, ne, sql as text } from 'drizzle-orm'
import { noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { riskSignals, users } from '#api/db/schema/index.ts'
import { RISK_SIGNALS_SHOWN } from '#shared/admin-constants.ts'
import { RISK_SLOW_SECONDS } from '#shared/constants.ts'
import type { SignalState } from '#shared/labels/signals.ts'

/**
 * Lets an account with an open signal search once in `RISK_SLOW_SECONDS`, in one statement: callers of any number of
 * processes lock one row.
 *
 * @returns Seconds to wait; null of whoever may search now.
 */
export async function takeSlowTurn(sql: SQL, userId: number): Promise<number | null> {
  const [row] = await sql<{ wait: number | null }[]>`WITH slowed AS (
      SELECT FROM risk_signal WHERE user_id = ${userId} AND state <> 'closed' LIMIT 1
    ), taken AS (
      INSERT INTO search_pace AS p (user_id, next_at)
        SELECT ${userId}, clock_timestamp() + make_interval(secs => ${RISK_SLOW_SECONDS}) FROM slowed
      ON CONFLICT (user_id) DO UPDATE SET next_at = clock_timestamp() + make_interval(secs => ${RISK_SLOW_SECONDS})
        -- A clock that was set back keeps nobody waiting.
        WHERE p.next_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => ${RISK_SLOW_SECONDS})
      RETURNING user_id
    )
    SELECT CASE WHEN EXISTS (SELECT FROM slowed) AND NOT EXISTS (SELECT FROM taken)
      THEN least(${RISK_SLOW_SECONDS}, greatest(1, ceil(extract(epoch FROM coalesce(
        (SELECT next_at FROM search_pace WHERE user_id = ${userId}) - clock_timestamp(), interval '1 second')))))::int
      END AS wait`
  return row?.wait ?? null
}

export type StoredSignal = typeof riskSignals.$inferSelect & {
  username: string
  decidedByName: string | null
}

const isOpen = ne(riskSignals.state, 'closed')

/** Open ones first, the newest first; of closed ones the latest. */
export async function latestSignals(sql: SQL): Promise<StoredSignal[]> {
  const rows = await orm(sql)
    .select({
      signal: riskSignals,
      username: users.username,
      decidedByName: text<string | null>`(SELECT username FROM users d WHERE d.id = ${riskSignals.decidedBy})`
    })
    .from(riskSignals)
    .innerJoin(users, eq(users.id, riskSignals.userId))
    .orderBy(desc(isOpen), desc(riskSignals.notedAt), desc(riskSignals.id))
    .limit(RISK_SIGNALS_SHOWN)
  return rows.map(({ signal, ...names }) => ({ ...signal, ...names }))
}

export const countOpenSignals = (sql: SQL): Promise<number> => orm(sql).$count(riskSignals, isOpen)

/**
 * Takes an open signal in hand, or closes it, with its audit. Of two administrators at once the second finds it decided.
 *
 * @returns False when there is none, or it is closed, or in that state.
 */
export async function decideSignal(
  sql: SQL,
  id: number,
  { state, reason }: { state: Exclude<SignalState, 'new'>; reason: string | null },
  actor: { actorId: number; ipPrefix: string | null }
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const [old] = await tx.select().from(riskSignals).where(eq(riskSignals.id, id)).for('update')
    if (!old || old.state === 'closed' || old.state === state) return false
    const decided = { state, reason, decidedBy: actor.actorId, decidedAt: text`clock_timestamp()` }
    await tx.update(riskSignals).set(decided).where(eq(riskSignals.id, id))
    const detail = {
      user_id: old.userId,
      signal: old.kind,
      before: { state: old.state },
      after: { state, reason }
    }
    await noteAdminAct(tx, { ...actor, action: 'signal_decide', detail })
    return true
  })
}
