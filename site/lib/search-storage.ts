/** What a search leaves in the session storage of this tab. Every value is JSON with the id of its `user`. */

export const RESULTS_KEY = 'search:results'
/** How the last answers are looked at. */
export const VIEWS_KEY = 'search:views'
export const SENT_SEARCH_KEY = 'search:sent'
/** A line that waits for the search page: of a link that fills it, or of a session that ended before it was sent. */
export const UNSENT_LINE_KEY = 'search:line'

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

/** Drops what belongs to anybody else. With nobody signed in only an unsent line stays. */
export function dropOthersSearches(user: number | null): void {
  for (const key of [RESULTS_KEY, VIEWS_KEY, SENT_SEARCH_KEY, UNSENT_LINE_KEY]) {
    const waits = user === null && key === UNSENT_LINE_KEY
    if (!waits && (user === null || readStored<{ user: number }>(key)?.user !== user)) removeStored(key)
  }
}
