import type { PastSearchAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { takeVerdicts } from '#site/features/search/people/verdict-store.ts'
import { loadResults, type Shown, type StoredResults } from '#site/features/search/results-storage.ts'
import { recallView } from '#site/features/search/view-memory.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { userId } from '#site/lib/session-store.ts'

import { withNext } from './next-records.ts'

/** A search of this user, with its verdicts in their store. @throws AskError */
export async function askPast(searchId: string): Promise<PastSearchAnswer> {
  const past = await ask<PastSearchAnswer>(`/api/search/${encodeURIComponent(searchId)}`)
  takeVerdicts(searchId, past.verdicts)
  return past
}

/** The answer of a search in the storage of this tab. */
export function keptAnswer(searchId: string): StoredResults | null {
  const kept = loadResults(userId(), Date.now(), null)
  return kept?.answer.search_id === searchId ? kept : null
}

/** What of a search may not be shown any more. @throws AskError while that is not known. */
function knownWithdrawn({ withdrawn }: PastSearchAnswer): Withdrawn | null {
  if (withdrawn === 'unknown') throw new AskError('Источники не ответили')
  return withdrawn
}

/** Whether an answer that this tab has is what may be shown of its search still. @throws AskError while that is not known. */
export const isCurrent = ({ withdrawn }: Shown, past: PastSearchAnswer): boolean =>
  JSON.stringify(withdrawn ?? null) === JSON.stringify(knownWithdrawn(past))

/**
 * The answer of a search as it may be shown now: the one that this tab has, or else asked for again, with what «ещё» had
 * brought.
 *
 * @throws AskError while it is not known what may be, `SEARCH_EXPIRED` where it is not for nothing any more.
 */
export async function shownNow(searchId: string, past: PastSearchAnswer, kept: Shown | null): Promise<Shown> {
  const withdrawn = knownWithdrawn(past)
  if (kept && isCurrent(kept, past)) return kept
  const answer = await ask<SearchAnswer>('/api/search/perform', { body: { search_id: searchId } })
  let shown: Shown = { answer, cursors: {} }
  for (const source of (kept ?? recallView(searchId))?.brought ?? []) shown = await withNext(shown, source)
  return { ...shown, withdrawn }
}
