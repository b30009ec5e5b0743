import type { Context } from '#api/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { HISTORY_SHOWN } from '#shared/constants.ts'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { forgetSearch, forgetSearches, lastSearches } from './store.ts'

/** The last searches of a user, newest first. */
export async function listHistory(context: Context, userId: number): Promise<HistoryItem[]> {
  const rows = await lastSearches(context.sql, userId, HISTORY_SHOWN)
  return rows.map(row => ({
    id: row.id,
    query: row.query,
    is_api: row.is_api,
    results_count: row.results_count,
    created_at: row.created_at.toISOString(),
    created_at_str: moscowTime(row.created_at)
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
