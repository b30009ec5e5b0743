import type { PastSearchAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { WITHDRAWN_UNKNOWN } from '#shared/labels/withdrawn.ts'
import { takeVerdicts } from '#site/features/search/people/verdict-store.ts'
import { loadResults, type Shown, type StoredResults } from '#site/features/search/results-storage.ts'
import { recallView } from '#site/features/search/view-memory.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { userId } from '#site/lib/session-store.ts'
import { withNext } from './next-records.ts'

/** A search of this user, with its verdicts in their store. @throws AskError */
export async function askPast(searchId: string): Promise<PastSearchAnswer> {
  const past = await ask<PastSearchAnswer>(`/api/search/${encodeURIComponent(searchId)}`)
  takeVerdicts(searchId, past.verdicts, past.withdrawn !== 'unknown')
  return past
}

/** The answer of a search in the storage of this tab. */
export function keptAnswer(searchId: string): StoredResults | null {
  const kept = loadResults(userId(), Date.now(), null)
  return kept?.answer.search_id === searchId ? kept : null
}

/** What of a search may not be shown any more. @throws AskError while that is not known. */
export function knownWithdrawn({ withdrawn }: PastSearchAnswer): Withdrawn | null {
  if (withdrawn === 'unknown') throw new AskError(WITHDRAWN_UNKNOWN)
  return withdrawn
}

/** Whether an answer that this tab has is what may be shown of its search still. */
export const isCurrent = ({ withdrawn }: Shown, past: PastSearchAnswer): boolean =>
  JSON.stringify(withdrawn ?? null) === JSON.stringify(past.withdrawn)

/**
 * The answer of a search as it may be shown now: the one that this tab has, or else asked for again, with what «ещё» had
 * brought.
 *
 * @throws AskError, `SEARCH_EXPIRED` where it is not for nothing any more.
 */
export async function shownNow(searchId: string, past: PastSearchAnswer, kept: Shown | null): Promise<Shown> {
  if (kept && isCurrent(kept, past)) return kept
  const answer = await ask<SearchAnswer>('/api/search/perform', { body: { search_id: searchId } })
  let shown: Shown = { answer, cursors: {} }
  for (const source of (kept ?? recallView(searchId))?.brought ?? []) shown = await withNext(shown, source)
  return past.withdrawn === 'unknown' ? shown : { ...shown, withdrawn: past.withdrawn }
}
