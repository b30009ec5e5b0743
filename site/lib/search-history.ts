import type { HistoryAnswer, HistoryItem } from '#shared/contracts/history.ts'
import { AskError, ask, hasShape, UNKNOWN_ERROR } from './ask.ts'

const ITEMS_SHAPE = [{ id: 0, query: '', results_count: 0, created_at_str: '' }] as const

/** The user's last searches, newest first. @throws AskError. */
export async function fetchHistory(): Promise<HistoryItem[]> {
  const answer = await ask<HistoryItem[] | HistoryAnswer>('/api/search_history')
  const items = Array.isArray(answer) ? answer : answer.data
  if (!hasShape(items, ITEMS_SHAPE)) throw new AskError(UNKNOWN_ERROR)
  return items
}
