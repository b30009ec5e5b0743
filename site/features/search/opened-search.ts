import { atom, type ReadableAtom } from 'nanostores'
import type { PastSearchAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import { askPast, keptAnswer, shownNow } from './sources/shown-now.ts'
import { NO_SUCH_SEARCH } from './texts.ts'

/** A search of this user with its answer. */
export interface OpenedSearch {
  past: PastSearchAnswer
  answer: SearchAnswer
  withdrawn: Withdrawn | null
}

/**
 * What a page about one search has come to. `ended`: it is not for nothing any more. `failed`: `isFinal` where asking again would say the same; `hasSearch` where the search itself is there.
 */
export type Opening<T> =
  | { step: 'loading' }
  | { step: 'ready'; data: T }
  | { step: 'ended'; line: string; text: string }
  | { step: 'failed'; text: string; isFinal: boolean; hasSearch: boolean }

/**
 * A search by its id, for nothing: its answer from the storage of this tab, where all of it may be shown still, else asked
 * for again as long as the search is live; with what «ещё» brought. Then what the page asks of it besides.
 */
export function createOpening<T>(more: (search: OpenedSearch, searchId: string) => Promise<T>) {
  const $opening = atom<Opening<T>>({ step: 'loading' })
  let lastCall = 0
  return {
    $opening: $opening as ReadableAtom<Opening<T>>,
    /** The last call wins. Never rejects. */
    async open(searchId: string): Promise<void> {
      lastCall += 1
      const call = lastCall
      $opening.set({ step: 'loading' })
      const next = await openSearchById(searchId, more)
      if (call === lastCall) $opening.set(next)
    }
  }
}

async function openSearchById<T>(
  searchId: string,
  more: (search: OpenedSearch, searchId: string) => Promise<T>
): Promise<Opening<T>> {
  // Without an id it would be the address of another call.
  if (searchId === '') return { step: 'failed', text: NO_SUCH_SEARCH, isFinal: true, hasSearch: false }
  let line: string | null = null
  try {
    const past = await askPast(searchId)
    line = past.query
    const { answer, withdrawn = null } = await shownNow(searchId, past, keptAnswer(searchId))
    return { step: 'ready', data: await more({ past, answer, withdrawn }, searchId) }
  } catch (error) {
    if (!(error instanceof AskError))
      return { step: 'failed', text: errorText(error), isFinal: false, hasSearch: line !== null }
    if (line !== null && error.code === 'SEARCH_EXPIRED') return { step: 'ended', line, text: error.message }
    const isUnknown = error.status === 404 && line === null
    return {
      step: 'failed',
      text: isUnknown ? NO_SUCH_SEARCH : error.message,
      isFinal: error.status === 400 || error.status === 404,
      hasSearch: line !== null
    }
  }
}
