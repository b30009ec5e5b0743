import type { SQL } from 'bun'
import { and, desc, eq, getTableColumns, lt, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { searchHistory, searchVerdicts } from '#api/db/schema/index.ts'

export interface HistoryRow {
  id: number
  query: string
  isApi: boolean
  resultsCount: number
  createdAt: Date
  searchId: Uint8Array | null
  isComplete: boolean
  hasVerdicts: boolean
}

export async function lastSearches(sql: SQL, userId: number, limit: number): Promise<HistoryRow[]> {
  return await orm(sql)
    .select({
      ...getTableColumns(searchHistory),
      hasVerdicts: text<boolean>`EXISTS (SELECT FROM ${searchVerdicts} v WHERE v.history_id = ${searchHistory}.id)`
    })
    .from(searchHistory)
    .where(eq(searchHistory.userId, userId))
    .orderBy(desc(searchHistory.id))
    .limit(limit)
}

/** @returns Whether there was such a row of this user. */
export async function forgetSearch(sql: SQL, userId: number, id: number): Promise<boolean> {
  const rows = await orm(sql)
    .delete(searchHistory)
    .where(and(eq(searchHistory.userId, userId), eq(searchHistory.id, id)))
    .returning({ id: searchHistory.id })
  return rows.length > 0
}

export async function forgetSearches(sql: SQL, userId: number): Promise<void> {
  await orm(sql).delete(searchHistory).where(eq(searchHistory.userId, userId))
}

export async function forgetOldSearches(sql: SQL, days: number, most: number): Promise<number> {
  const since = text`now() - make_interval(days => ${days})`
  return await removePortion(sql, searchHistory, lt(searchHistory.createdAt, since), most)
}
