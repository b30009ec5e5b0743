import type { SQL } from 'bun'
import { eq, inArray, lt, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { listRows, lists, searchHistory } from '#api/db/schema/index.ts'
import type { ListState } from '#shared/labels/lists.ts'
import type { ListAct } from './store.ts'

const FROM: Record<'paused' | 'stopped', ListState[]> = {
  paused: ['running'],
  stopped: ['running', 'paused']
}

/** Pauses or stops a list; rows that wait when it is stopped are searched no more. False where it is in another state by now. */
export async function endList(sql: SQL, act: ListAct, state: 'paused' | 'stopped'): Promise<boolean> {
  const { listId, userId, isApi, ipPrefix } = act
  const rows = await sql`WITH ended AS (
      UPDATE list SET state = ${state}, pause_reason = CASE WHEN ${state} = 'paused' THEN 'user' END, changed_at = now(),
        ended_at = CASE WHEN ${state} = 'stopped' THEN now() END
      WHERE id = ${listId} AND state = ANY (${`{${FROM[state].join(',')}}`}::text[]) RETURNING id
    ), unsearched AS (
      SELECT n FROM list_row
      WHERE list_id IN (SELECT id FROM ended) AND ${state} = 'stopped' AND state = 'waiting' ORDER BY n FOR UPDATE
    ), skipped AS (
      UPDATE list_row SET state = 'skipped', reason = 'STOPPED', try_after = NULL
      WHERE list_id = ${listId} AND state = 'waiting' AND (SELECT count(*) FROM unsearched) > 0
    ), noted AS (
      INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix, detail)
        SELECT 'user', ${userId}, ${isApi ? 'api' : 'ui'}, ${`list_${state}`}, ${ipPrefix}, jsonb_build_object('list_id', id)
        FROM ended
    ) SELECT id FROM ended`
  return rows.length > 0
}

/** Notes that these were looked at: of the user's own, those that have ended, or paused by themselves. */
export async function noteSeen(sql: SQL, userId: number, publicIds: readonly Uint8Array[]): Promise<void> {
  const names = publicIds.map(each => Buffer.from(each).toString('hex'))
  await sql`UPDATE list SET seen_at = now() WHERE user_id = ${userId} AND seen_at IS NULL
    AND (state IN ('done', 'stopped') OR pause_reason = 'credits')
    AND public_id IN (SELECT decode(name, 'hex') FROM jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) AS name)`
}

/**
 * Deletes a list with all that it has left: the list itself last, since charges of its rows look at it, yet locked first, as
 * whoever starts it does. False where somebody else has deleted it.
 */
export async function deleteList(sql: SQL, { listId, userId, isApi, ipPrefix }: ListAct): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const held = await tx
      .select({ id: lists.id })
      .from(lists)
      .where(eq(lists.id, listId))
      .for('no key update')
    if (held.length === 0) return false
    await tx.delete(listRows).where(eq(listRows.listId, listId))
    await tx.delete(searchHistory).where(eq(searchHistory.listId, listId))
    await tx.delete(lists).where(eq(lists.id, listId))
    const via = isApi ? 'api' : 'ui'
    await noteAct(tx, { actorId: userId, via, action: 'list_delete', ipPrefix, detail: { list_id: listId } })
    return true
  })
}

/** Rows first, so that no statement has more to do than `most` says. */
export async function forgetOldLists(sql: SQL, days: number, most: number): Promise<number> {
  const isOld = lt(lists.createdAt, text`now() - make_interval(days => ${days})`)
  const ofOld = inArray(listRows.listId, orm(sql).select({ id: lists.id }).from(lists).where(isOld))
  const rows = await removePortion(sql, listRows, ofOld, most)
  return rows === most ? rows : rows + (await removePortion(sql, lists, isOld, most - rows))
}
