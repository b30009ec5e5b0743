import type { Context } from '#api/context.ts'
import {
  liveUntil,
  type PastCaller,
  purposeField,
  searchIdText,
  storedPurposeOf
} from '#api/features/search/service.ts'
import { countVerdicts } from '#api/features/verdicts/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { HISTORY_SHOWN } from '#shared/constants.ts'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { forgetOldSearches, forgetSearch, forgetSearches, lastSearches } from './store.ts'

export async function listHistory(context: Context, caller: PastCaller): Promise<HistoryItem[]> {
  const rows = await lastSearches(context.sql, caller.userId, HISTORY_SHOWN)
  const verdicts = await verdictsIn(
    context,
    caller,
    rows.flatMap(({ id, hasVerdicts }) => (hasVerdicts ? id : []))
  )
  return rows.map(row => ({
    id: row.id,
    search_id: row.searchId && searchIdText(row.searchId),
    query: row.query,
    is_api: row.isApi,
    results_count: row.resultsCount,
    verdicts: row.list ? row.rowVerdicts : verdicts && (verdicts.get(row.id) ?? 0),
    live_until: liveUntil({ searchedAt: row.createdAt, isComplete: row.isComplete }).toISOString(),
    created_at: row.createdAt.toISOString(),
    created_at_str: moscowTime(row.createdAt),
    ...purposeField({ purpose: storedPurposeOf(row) }),
    ...(row.list && { list: { id: searchIdText(row.list.publicId), state: row.list.state } })
  }))
}

/** Null when unknown; searches are listed anyway. */
async function verdictsIn(context: Context, caller: PastCaller, historyIds: readonly number[]) {
  try {
    return await countVerdicts(context, caller, historyIds)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Another user's row counts as missing. */
export async function deleteSearch(
  context: Context,
  userId: number,
  id: string,
  keepsVerdicts: boolean
): Promise<void> {
  const isForgotten =
    /^\d{1,15}$/.test(id) && (await forgetSearch(context.sql, userId, Number(id), keepsVerdicts))
  if (!isForgotten) throw new Refusal('NOT_FOUND')
}

export async function clearHistory(context: Context, userId: number, keepsVerdicts: boolean): Promise<void> {
  await forgetSearches(context.sql, userId, keepsVerdicts)
}

/** Deletes expired history and verdicts; returns how many. */
export const forgetHistory = ({ sql, config }: Pick<Context, 'sql' | 'config'>, most: number) =>
  forgetOldSearches(sql, config.historyDays, most)
