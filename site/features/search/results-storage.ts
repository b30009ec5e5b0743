import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { ReadingChoice } from './ask/readings-view.ts'

/** Where the last answer is kept, in this tab only. Logging out clears the whole session storage. */
export const RESULTS_KEY = 'search:results'

/** An answer with what it answered and when it came, in milliseconds of the epoch. */
export interface Kept {
  /** Whose it is: somebody else may sign in in the same tab. */
  user: number
  at: number
  query: string
  choice: ReadingChoice | null
  answer: SearchAnswer
}

/** Keeps the last answer. A full or forbidden storage costs the convenience only. */
export function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(RESULTS_KEY, JSON.stringify(kept))
  } catch {
    forget()
  }
}

/** The kept answer, unless it is somebody else's, older than 30 minutes, broken, or of another query than asked for. */
export function restore(user: number | null, now: number, query: string | null): Kept | null {
  const kept = read()
  if (!kept) return null
  const age = now - kept.at
  if (kept.user !== user || age < 0 || age > SESSION_RESULTS_MINUTES * 60_000) {
    forget()
    return null
  }
  return query === null || query.trim() === kept.query.trim() ? kept : null
}

export function forget(): void {
  try {
    sessionStorage.removeItem(RESULTS_KEY)
  } catch {
    // A browser without storage has nothing to forget.
  }
}

/** What another release kept, or somebody wrote by hand, is nothing. */
function read(): Kept | null {
  try {
    const kept: Partial<Kept> | null = JSON.parse(sessionStorage.getItem(RESULTS_KEY) ?? 'null')
    const { results_by_source, persons, failed_sources } = kept?.answer ?? {}
    return results_by_source && persons && failed_sources ? (kept as Kept) : null
  } catch {
    return null
  }
}
