import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import type { SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { drop, keep, recall } from '#site/lib/search-session-store.ts'
import { userId } from '#site/lib/session-store.ts'
import type { ReadingChoice } from './ask/readings-view.ts'

/** An answer with what it answered and when it came, in milliseconds of the epoch. */
export interface StoredResults {
  at: number
  query: string
  choice: ReadingChoice | null
  /** It was paid for, though an equal search still went on. */
  isAnew?: boolean
  answer: SearchAnswer
  /** When the records of an earlier search were read anew; absent where they are those of its own moment. */
  readAt?: number | undefined
  /** Where «ещё» goes on, by source, and under '' of all of them: null at the end. */
  cursors?: Record<string, string | null>
  /** Of which sources «ещё» brought records, in that order; '' for all, «+» and an id for those of a person. */
  brought?: readonly string[]
  /** What it had when the search was made and has no more. */
  withdrawn?: Withdrawn | null
}

/** What may change of an answer on the page. */
export type Shown = Pick<StoredResults, 'answer' | 'readAt' | 'cursors' | 'brought' | 'withdrawn'>

/** How long a busy page may keep an answer waiting, in milliseconds. */
const WAIT_MS = 2_000

/** The answer that waits to be written, and whose it is: somebody else may sign in in the same tab. */
let waiting: { user: number | null; results: StoredResults } | null = null

/**
 * Stores the last answer. To write out a large one takes a slow phone long enough to be felt: it is done once the page has
 * nothing else to do, or is left. Whoever loads it meanwhile gets it.
 */
export function storeResults(results: StoredResults): void {
  waiting = { user: userId(), results }
  if (typeof requestIdleCallback === 'undefined') writeWaiting()
  else {
    requestIdleCallback(writeWaiting, { timeout: WAIT_MS })
    addEventListener('pagehide', writeWaiting, { once: true })
  }
}

function writeWaiting(): void {
  const results = ownWaiting()
  if (results) keep('results', results)
  waiting = null
}

const ownWaiting = () => (waiting?.user === userId() ? waiting?.results : undefined)

export function clearResults(): void {
  waiting = null
  drop('results')
}

/** The stored answer of this user, unless it is older than 30 minutes, broken, or of another query. */
export function loadResults(now: number, query: string | null): StoredResults | null {
  const stored = readResults()
  if (!stored) return null
  const age = now - stored.at
  if (age < 0 || age > SESSION_RESULTS_MINUTES * 60_000) {
    clearResults()
    return null
  }
  return query === null || query.trim() === stored.query.trim() ? stored : null
}

/** What another release stored, or somebody wrote by hand, counts as nothing. */
function readResults(): StoredResults | null {
  const stored = ownWaiting() ?? recall<StoredResults>('results')
  const { results_by_source, failed_sources, completeness } = stored?.answer ?? {}
  return results_by_source && failed_sources && completeness && hasReasons(stored?.answer)
    ? (stored as StoredResults)
    : null
}

function hasReasons(answer: Partial<SearchAnswer> | undefined): boolean {
  const { matches, persons } = answer ?? {}
  if (!matches || !Array.isArray(persons)) return false
  return (
    Object.values(matches).every(match => match.reasons) &&
    persons.every(person => person.query_reasons && (!isDetailed(person) || (person.apart && person.phones)))
  )
}
