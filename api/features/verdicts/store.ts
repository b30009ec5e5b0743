import type { SQL } from 'bun'
import { and, asc, count, eq, inArray, isNull, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { searchHistory, searchVerdicts } from '#api/db/schema/index.ts'
import { VERDICTS_PER_SEARCH } from '#shared/constants.ts'

export type StoredVerdict = typeof searchVerdicts.$inferSelect

type NewVerdict = Omit<StoredVerdict, 'id' | 'at'> & { userId: number; ipPrefix: string | null }

export async function verdictsOf(sql: SQL, historyId: number): Promise<StoredVerdict[]> {
  return await orm(sql)
    .select()
    .from(searchVerdicts)
    .where(eq(searchVerdicts.historyId, historyId))
    .orderBy(asc(searchVerdicts.id))
}

/** Of these lines of history. */
export async function verdictsOfAll(sql: SQL, historyIds: readonly number[]): Promise<StoredVerdict[]> {
  return await orm(sql)
    .select()
    .from(searchVerdicts)
    .where(inArray(searchVerdicts.historyId, [...historyIds]))
}

/** False when the line of history is gone. */
async function holdSearch(tx: Pick<Orm, 'select'>, userId: number, historyId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: searchHistory.id })
    .from(searchHistory)
    .where(and(eq(searchHistory.id, historyId), eq(searchHistory.userId, userId)))
    .for('no key update')
  return rows.length > 0
}

/**
 * Writes a verdict, or another one in its place, with its audit row in one transaction; what changes nothing is not
 * written again. The line of history is held, so that verdicts of one search take turns and none outlives it.
 */
export async function storeVerdict(
  sql: SQL,
  { userId, ipPrefix, ...newVerdict }: NewVerdict
): Promise<StoredVerdict | 'no_search' | 'full'> {
  const { historyId, a, b, aRecord, bRecord, verdict, note } = newVerdict
  return await orm(sql).transaction(async tx => {
    if (!(await holdSearch(tx, userId, historyId))) return 'no_search'
    const ofSearch = eq(searchVerdicts.historyId, historyId)
    const isSamePair = and(
      ofSearch,
      eq(searchVerdicts.a, a),
      b === null ? isNull(searchVerdicts.b) : eq(searchVerdicts.b, b)
    )
    const [before] = await tx.select().from(searchVerdicts).where(isSamePair)
    if (before && before.verdict === verdict && before.note === note) return before
    const [existing] = before ? [] : await tx.select({ count: count() }).from(searchVerdicts).where(ofSearch)
    if (existing && existing.count >= VERDICTS_PER_SEARCH) return 'full'
    const [row] = before
      ? await tx
          .update(searchVerdicts)
          .set({ verdict, note, at: text`now()` })
          .where(eq(searchVerdicts.id, before.id))
          .returning()
      : await tx.insert(searchVerdicts).values(newVerdict).returning()
    if (!row) throw new Error('the verdict was not written')
    await noteAct(tx, {
      actorId: userId,
      action: 'verdict_set',
      recordIds: bRecord === null ? [aRecord] : [aRecord, bRecord],
      ipPrefix,
      detail: { history_id: historyId, verdict_id: row.id, before: before?.verdict ?? null, verdict }
    })
    return row
  })
}

/** @returns Whether there was such a verdict of this search. */
export async function deleteVerdict(
  sql: SQL,
  {
    userId,
    historyId,
    id,
    ipPrefix
  }: { userId: number; historyId: number; id: number; ipPrefix: string | null }
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    if (!(await holdSearch(tx, userId, historyId))) return false
    const [deleted] = await tx
      .delete(searchVerdicts)
      .where(and(eq(searchVerdicts.id, id), eq(searchVerdicts.historyId, historyId)))
      .returning()
    if (!deleted) return false
    await noteAct(tx, {
      actorId: userId,
      action: 'verdict_removed',
      recordIds: deleted.bRecord === null ? [deleted.aRecord] : [deleted.aRecord, deleted.bRecord],
      ipPrefix,
      detail: { history_id: historyId, verdict_id: id, before: deleted.verdict }
    })
    return true
  })
}
