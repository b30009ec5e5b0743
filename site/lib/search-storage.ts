/** What a search leaves in the session storage of this tab. Every value is JSON with the id of its `user`. */

export const RESULTS_KEY = 'search:results'
/** How the last answers are looked at. */
export const VIEWS_KEY = 'search:views'
/** Verdicts that are chosen or noted and not saved yet. */
export const DRAFTS_KEY = 'search:drafts'
export const SENT_SEARCH_KEY = 'search:sent'
/** A line that a link has for the search page. */
export const UNSENT_LINE_KEY = 'search:line'
/** Lines that wait to become a list. */
export const LIST_LINES_KEY = 'search:list'
/** What was typed and not sent. */
export const TYPED_LINE_KEY = 'search:typed'

/** What is stored under a key: as it was written, but by whatever release or hand. Null for nothing and for no JSON. */
export function readStored<T>(key: string): Partial<T> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value in this tab. A full or forbidden storage costs the convenience only: then nothing is stored. */
export function writeStored(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    removeStored(key)
  }
}

export function removeStored(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // A browser without storage has nothing to remove.
  }
}

const KEYS = [
  RESULTS_KEY,
  VIEWS_KEY,
  DRAFTS_KEY,
  SENT_SEARCH_KEY,
  UNSENT_LINE_KEY,
  LIST_LINES_KEY,
  TYPED_LINE_KEY
]

/** Drops what belongs to anybody else. With nobody signed in only what was typed stays: its session may have ended. */
export function dropOthersSearches(user: number | null): void {
  for (const key of KEYS) {
    const waits = user === null && (key === DRAFTS_KEY || key === TYPED_LINE_KEY)
    if (!waits && (user === null || readStored<{ user: number }>(key)?.user !== user)) removeStored(key)
  }
}
