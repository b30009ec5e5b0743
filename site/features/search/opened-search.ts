import { atom, type ReadableAtom } from 'nanostores'
import type { Detail, PastSearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { readable } from '#shared/texts/direction.ts'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { AskError, errorText } from '#site/lib/ask.ts'
import type { Shown } from './results-storage.ts'
import { askPast, isCurrent, shownNow, storedAnswerOf } from './sources/shown-now.ts'

/** A search of this user with its answer. */
export interface OpenedSearch extends Shown {
  past: PastSearchAnswer
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

/** What a page asks for: a search, and whom it names of it, by ids of people or records. */
export interface OpeningOrder {
  searchId: string
  people: readonly string[]
}

/**
 * A search by its id, for nothing: its answer from the storage of this tab, where all of it may be shown still, else asked
 * for again as long as the search is live; with what «ещё» brought. Then what the page asks of it besides.
 *
 * @param detail Whether the details of everybody are needed.
 */
export function createOpening<T>(
  more: (search: OpenedSearch, searchId: string) => Promise<T>,
  detail?: Detail
) {
  const $opening = atom<Opening<T>>({ step: 'loading' })
  let lastCall = 0
  /** What the page shows. */
  let opened: OpenedSearch | null = null

  /** The last call wins. Null where the page shows what may be shown. */
  async function openNext(order: OpeningOrder, before: OpenedSearch | null, isWanted: boolean) {
    lastCall += 1
    const call = lastCall
    const search = await openSearchById(order, before, isWanted, detail)
    if ('step' in search) return call === lastCall ? search : null
    if (search === before) return null
    const next = await more(search, order.searchId).then(
      (data): Opening<T> => ({ step: 'ready', data: readable(data) }),
      error => failureOf(error, search.past.query)
    )
    if (call !== lastCall) return null
    opened = search
    return next
  }

  return {
    $opening: $opening as ReadableAtom<Opening<T>>,
    /** Never rejects. */
    async open(order: OpeningOrder): Promise<void> {
      opened = null
      $opening.set({ step: 'loading' })
      const next = await openNext(order, null, true)
      if (next) $opening.set(next)
    },
    /**
     * Asks whether all that the page shows may be shown still; what may takes its place. What cannot be told now leaves it.
     *
     * @param isWanted Somebody waits for it.
     * @returns why that cannot be told, or null. Never rejects.
     */
    async renew(order: OpeningOrder, isWanted: boolean): Promise<string | null> {
      if ($opening.get().step !== 'ready') return null
      const next = await openNext(order, opened, isWanted)
      if (next?.step === 'failed' && !next.isFinal) return next.text
      if (next) $opening.set(next)
      return null
    }
  }
}

type Failure = Exclude<Opening<never>, { step: 'loading' | 'ready' }>

async function openSearchById(
  { searchId, people }: OpeningOrder,
  before: OpenedSearch | null,
  isWanted: boolean,
  detail: Detail
): Promise<OpenedSearch | Failure> {
  // Without an id it would be the address of another call.
  if (searchId === '') return { step: 'failed', text: NO_SUCH_SEARCH, isFinal: true, hasSearch: false }
  let line: string | null = null
  try {
    const past = await askPast(searchId, { login: isWanted })
    line = past.query
    if (before && isCurrent(before, past)) return before
    const shown = await shownNow(searchId, past, before ?? storedAnswerOf(searchId), people, detail)
    return { ...shown, past, withdrawn: shown.withdrawn ?? null }
  } catch (error) {
    return failureOf(error, line)
  }
}

/** @param line Of the search; null where it is not known. */
function failureOf(error: unknown, line: string | null): Failure {
  const hasSearch = line !== null
  const text = errorText(error)
  if (!(error instanceof AskError)) return { step: 'failed', text, isFinal: false, hasSearch }
  if (line !== null && error.code === 'SEARCH_EXPIRED') return { step: 'ended', line, text }
  const isUnknown = error.status === 404 && !hasSearch
  return {
    step: 'failed',
    text: isUnknown ? NO_SUCH_SEARCH : text,
    isFinal: error.status === 400 || error.status === 404,
    hasSearch
  }
}
