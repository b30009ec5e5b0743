import { atom, type ReadableAtom } from 'nanostores'
import type { PastSearchAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { $session } from '#site/lib/session-store.ts'
import { takeVerdicts } from './people/verdict-store.ts'
import { loadResults } from './results-storage.ts'

/** A search of this user with its answer. */
export interface KeptSearch {
  past: PastSearchAnswer
  answer: SearchAnswer
}

/**
 * What a page about one search has come to. `ended`: it is not for nothing any more. `failed`: `isFinal` where asking again would say the same; `isKnown` where the search itself is there.
 */
export type Kept<T> =
  | { step: 'loading' }
  | { step: 'ready'; data: T }
  | { step: 'ended'; line: string; text: string }
  | { step: 'failed'; text: string; isFinal: boolean; isKnown: boolean }

/** Of a search that is nobody's, or somebody else's: the two are not told apart. */
const NO_SUCH_SEARCH = 'Такого поиска нет среди ваших: он удалён или его делал другой пользователь.'

/**
 * A search by its id, for nothing: its answer from the storage of this tab, with what «ещё» brought, else asked for again
 * as long as the search is live. Its verdicts go into their store. Then what the page asks of it besides.
 */
export function createKept<T>(more: (kept: KeptSearch, searchId: string) => Promise<T>) {
  const $kept = atom<Kept<T>>({ step: 'loading' })
  let lastCall = 0
  return {
    $kept: $kept as ReadableAtom<Kept<T>>,
    /** The last call wins. Never rejects. */
    async open(searchId: string): Promise<void> {
      lastCall += 1
      const call = lastCall
      $kept.set({ step: 'loading' })
      const next = await openKept(searchId, more)
      if (call === lastCall) $kept.set(next)
    }
  }
}

async function openKept<T>(
  searchId: string,
  more: (kept: KeptSearch, searchId: string) => Promise<T>
): Promise<Kept<T>> {
  // Without an id it would be the address of another call.
  if (searchId === '') return { step: 'failed', text: NO_SUCH_SEARCH, isFinal: true, isKnown: false }
  let line: string | null = null
  try {
    const past = await ask<PastSearchAnswer>(`/api/search/${encodeURIComponent(searchId)}`)
    line = past.query
    takeVerdicts(searchId, past.verdicts)
    const stored = storedAnswer(searchId)
    const answer =
      stored ?? (await ask<SearchAnswer>('/api/search/perform', { body: { search_id: searchId } }))
    return { step: 'ready', data: await more({ past, answer }, searchId) }
  } catch (error) {
    if (!(error instanceof AskError))
      return { step: 'failed', text: errorText(error), isFinal: false, isKnown: line !== null }
    if (line !== null && error.code === 'SEARCH_EXPIRED') return { step: 'ended', line, text: error.message }
    const isUnknown = error.status === 404 && line === null
    return {
      step: 'failed',
      text: isUnknown ? NO_SUCH_SEARCH : error.message,
      isFinal: error.status === 400 || error.status === 404,
      isKnown: line !== null
    }
  }
}

function storedAnswer(searchId: string): SearchAnswer | null {
  const session = $session.get()
  const user = session.step === 'in' ? session.user.id : null
  const stored = loadResults(user, Date.now(), null)
  return stored?.answer.search_id === searchId ? stored.answer : null
}
