import type { SQL } from 'bun'
import { and, asc, count, eq, inArray, isNull, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { searchHistory, searchVerdicts } from '#api/db/schema/index.ts'
import { VERDICTS_PER_SEARCH } from '#shared/constants.ts'

export type StoredVerdict = typeof searchVerdicts.$inferSelect

interface Change {
  userId: number
  ipPrefix: string | null
  /** Version seen; null for none, undefined for any. */
  replaces?: Date | null | undefined
}

type NewVerdict = Omit<StoredVerdict, 'id' | 'at' | 'userId' | 'historyId'> & Change & { historyId: number }

/** Times are sent in milliseconds. */
const isAsSeen = ({ replaces }: Change, before: StoredVerdict | undefined): boolean =>
  replaces === undefined || (replaces?.getTime() ?? null) === (before?.at.getTime() ?? null)

export async function verdictsOf(sql: SQL, historyId: number): Promise<StoredVerdict[]> {
  return await orm(sql)
    .select()
    .from(searchVerdicts)
    .where(eq(searchVerdicts.historyId, historyId))
    .orderBy(asc(searchVerdicts.id))
}

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

/** The locked line of history serializes verdicts. Writes nothing when another one was not seen. */
export async function storeVerdict(
  sql: SQL,
  { userId, ipPrefix, replaces, ...newVerdict }: NewVerdict
): Promise<StoredVerdict | 'no_search' | 'full' | 'changed'> {
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
    if (!isAsSeen({ userId, ipPrefix, replaces }, before)) return 'changed'
    const [existing] = before ? [] : await tx.select({ count: count() }).from(searchVerdicts).where(ofSearch)
    if (existing && existing.count >= VERDICTS_PER_SEARCH) return 'full'
    const [row] = before
      ? await tx
          .update(searchVerdicts)
          .set({ verdict, note, tokens: newVerdict.tokens, at: text`now()` })
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

export async function deleteVerdict(
  sql: SQL,
  { historyId, id, ...change }: Change & { historyId: number; id: number }
): Promise<'deleted' | 'none' | 'changed'> {
  const { userId, ipPrefix } = change
  return await orm(sql).transaction(async tx => {
    if (!(await holdSearch(tx, userId, historyId))) return 'none'
    const isThisOne = and(eq(searchVerdicts.id, id), eq(searchVerdicts.historyId, historyId))
    const [before] = await tx.select().from(searchVerdicts).where(isThisOne)
    if (before && !isAsSeen(change, before)) return 'changed'
    const [deleted] = await tx.delete(searchVerdicts).where(isThisOne).returning()
    if (!deleted) return 'none'
    await noteAct(tx, {
      actorId: userId,
      action: 'verdict_removed',
      recordIds: deleted.bRecord === null ? [deleted.aRecord] : [deleted.aRecord, deleted.bRecord],
      ipPrefix,
      detail: { history_id: historyId, verdict_id: id, before: deleted.verdict }
    })
    return 'deleted'
  })
}
