import type { PastSearchAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { restoreRequest, typeLine } from './ask/readings-store.ts'
import type { ReadingChoice } from './ask/readings-view.ts'
import { loadResults } from './results-storage.ts'
import { $search, confirmSearch, type Search, showAgain, userId } from './search-store.ts'
import { NO_SUCH_SEARCH, SEARCH_FAILED } from './texts.ts'

/**
 * Shows a search of this user again by its id: from the tab, or asked for anew while that is free. Afterwards its line is
 * shown and asked about, since it would cost a credit. Never rejects.
 */
export async function openPastSearch(searchId: string, now = Date.now()): Promise<void> {
  const stored = loadResults(userId(), now, null)
  if (stored?.answer.search_id === searchId) {
    const { user: _, ...results } = stored
    const answered = { step: 'answered', ...results, fresh: false } as const
    restoreRequest(answered)
    showAgain(answered)
    return
  }
  const opening: Search = { step: 'opening', query: '', choice: null }
  $search.set(opening)
  try {
    const past = await ask<PastSearchAnswer>(`/api/search/${searchId}`)
    if ($search.get() !== opening) return
    const { query } = past
    const choice = past.reading && typeof past.reading === 'object' ? (past.reading as ReadingChoice) : null
    typeLine(query)
    if (Date.parse(past.live_until) <= Date.now()) return confirmSearch({ query, choice })
    const answer = await ask<SearchAnswer>('/api/search/perform', { body: { search_id: searchId } })
    if ($search.get() !== opening) return
    const at = Date.parse(answer.searched_at)
    const answered = { step: 'answered', query, choice, answer, at, fresh: false } as const
    restoreRequest(answered)
    showAgain(answered)
  } catch (error) {
    if ($search.get() === opening) $search.set(failureOf(error))
  }
}

function failureOf(error: unknown): Search {
  const rest = { step: 'failed', query: '', choice: null } as const
  if (error instanceof AskError && error.status === 404)
    return { ...rest, text: NO_SUCH_SEARCH, reason: 'unknown' }
  if (error instanceof AskError && error.status === 401) return { step: 'idle' }
  return { ...rest, text: errorText(error, SEARCH_FAILED), reason: 'unknown' }
}
