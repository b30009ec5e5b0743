import type { SQL } from 'bun'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { listRows, lists, searchHistory, searchVerdicts } from '#api/db/schema/index.ts'
import type { ListState } from '#shared/labels/lists.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'

export interface HistoryRow {
  id: number
  query: string
  isApi: boolean
  resultsCount: number
  createdAt: Date
  searchId: Uint8Array | null
  isComplete: boolean
  hasVerdicts: boolean
  /** On rows of its list. */
  rowVerdicts: number
  purpose: PurposeCode | null
  caseRef: string | null
  list: { publicId: Uint8Array; state: ListState } | null
}

/** Rows of a list share one line. */
const ownLines = (userId: number) =>
  and(eq(searchHistory.userId, userId), or(isNull(searchHistory.listId), searchHistory.isList))

export async function lastSearches(sql: SQL, userId: number, limit: number): Promise<HistoryRow[]> {
  return await orm(sql)
    .select({
      ...getTableColumns(searchHistory),
      hasVerdicts: text<boolean>`EXISTS (SELECT FROM ${searchVerdicts} v WHERE v.history_id = ${searchHistory}.id)`,
      rowVerdicts: text<number>`CASE WHEN ${searchHistory}.is_list THEN (SELECT count(r.verdict) FILTER (WHERE NOT r.withdrawn) FROM ${listRows} r
        WHERE r.list_id = ${searchHistory}.list_id)::int ELSE 0 END`,
      list: { publicId: lists.publicId, state: lists.state }
    })
    .from(searchHistory)
    .leftJoin(lists, eq(lists.id, searchHistory.listId))
    .where(ownLines(userId))
    .orderBy(desc(searchHistory.id))
    .limit(limit)
}

/**
 * Deletes lines, with or without verdicts that can be told later. Lines are locked against new verdicts.
 * @returns Whether there was a line.
 */
async function forget(sql: SQL, userId: number, id: number | null, keepsVerdicts: boolean): Promise<boolean> {
  const own = and(ownLines(userId), id === null ? undefined : eq(searchHistory.id, id))
  return await orm(sql).transaction(async tx => {
    if (keepsVerdicts) {
      const lines = await tx
        .select({ id: searchHistory.id })
        .from(searchHistory)
        .where(own)
        .orderBy(searchHistory.id)
        .for('update')
      const ids = lines.map(line => line.id)
      const isTold = and(inArray(searchVerdicts.historyId, ids), text`${searchVerdicts.tokens} <> '{}'`)
      if (ids.length > 0) await tx.update(searchVerdicts).set({ historyId: null, userId }).where(isTold)
    } else if (id === null) await tx.delete(searchVerdicts).where(eq(searchVerdicts.userId, userId))
    const rows = await tx.delete(searchHistory).where(own).returning({ id: searchHistory.id })
    return rows.length > 0
  })
}

/** @returns Whether the user had such a line. */
export const forgetSearch = (sql: SQL, userId: number, id: number, keepsVerdicts: boolean) =>
  forget(sql, userId, id, keepsVerdicts)

/** Kept verdicts go too unless `keepsVerdicts`. Lists keep their searches. */
export const forgetSearches = (sql: SQL, userId: number, keepsVerdicts: boolean) =>
  forget(sql, userId, null, keepsVerdicts)

export async function forgetOldSearches(sql: SQL, days: number, most: number): Promise<number> {
  const since = text`now() - make_interval(days => ${days})`
  const removed = await removePortion(sql, searchHistory, lt(searchHistory.createdAt, since), most)
  if (removed >= most) return removed
  const isOldKept = and(isNotNull(searchVerdicts.userId), lt(searchVerdicts.at, since))
  return removed + (await removePortion(sql, searchVerdicts, isOldKept, most - removed))
}
