import type { HistoryAnswer, HistoryItem } from '#shared/contracts/history.ts'
import { AskError, ask, UNKNOWN_ERROR } from './ask.ts'

/** The user's last searches, newest first. @throws AskError. */
export async function fetchHistory(): Promise<HistoryItem[]> {
  const answer = await ask<HistoryItem[] | HistoryAnswer>('/api/search_history')
  const items = Array.isArray(answer) ? answer : answer.data
  if (!Array.isArray(items)) throw new AskError(UNKNOWN_ERROR)
  return items
}
