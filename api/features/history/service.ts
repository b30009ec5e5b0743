import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { HISTORY_SHOWN } from '#shared/constants.ts'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { forgetOldSearches, forgetSearch, forgetSearches, lastSearches } from './store.ts'

/** The last searches of a user, newest first. */
export async function listHistory(context: Context, userId: number): Promise<HistoryItem[]> {
  const rows = await lastSearches(context.sql, userId, HISTORY_SHOWN)
  return rows.map(row => ({
    id: row.id,
    query: row.query,
    is_api: row.isApi,
    results_count: row.resultsCount,
    verdicts: row.verdicts,
    created_at: row.createdAt.toISOString(),
    created_at_str: moscowTime(row.createdAt)
  }))
}

/** Forgets one search. Somebody else's row is answered like one that never was. */
export async function deleteSearch(context: Context, userId: number, id: string): Promise<void> {
  const known = /^\d{1,15}$/.test(id) && (await forgetSearch(context.sql, userId, Number(id)))
  if (!known) throw new Refusal('NOT_FOUND')
}

export async function clearHistory(context: Context, userId: number): Promise<void> {
  await forgetSearches(context.sql, userId)
}

/** Forgets what is older than `HISTORY_DAYS`, at most so many searches; says how many. */
export const forgetHistory = ({ sql, config }: Pick<Context, 'sql' | 'config'>, most: number) =>
  forgetOldSearches(sql, config.historyDays, most)
