import type { Shown } from '#site/features/search/results-storage.ts'
import { $answered, type Answered, changeAnswer } from '#site/features/search/search-store.ts'

/** A call that has not ended by then keeps no other waiting; the server gives up long before. */
const TURN_MS = 20_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Changes the answer of a search while that one is on the page. One call comes after the other, since each goes on from
 * what the one before has brought.
 *
 * @param extend Null where there is nothing to change.
 * @returns the answer as it was changed; null where it was not, also since it is another one by now.
 */
export function extendAnswer(
  searchId: string,
  extend: (before: Answered) => Promise<Shown | null>
): Promise<Answered | null> {
  const next = last.then(async () => {
    const before = $answered.get()
    const change = before?.answer.search_id === searchId ? await extend(before) : null
    return before && change && changeAnswer(before, change) ? { ...before, ...change } : null
  })
  last = Promise.race([next.catch(() => null), new Promise(resolve => setTimeout(resolve, TURN_MS))])
  return next
}
