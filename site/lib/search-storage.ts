/** What a search leaves in the session storage of this tab. Every value is JSON with the id of its `user`. */

export const RESULTS_KEY = 'search:results'
export const SENT_SEARCH_KEY = 'search:sent'
/** The line that was typed when the session ended. It waits for the same user to sign in again. */
export const UNSENT_LINE_KEY = 'search:line'

/** Drops what belongs to anybody else. With nobody signed in only an unsent line stays. */
export function dropOthersSearches(user: number | null): void {
  try {
    for (const key of [RESULTS_KEY, SENT_SEARCH_KEY, UNSENT_LINE_KEY]) {
      const waits = user === null && key === UNSENT_LINE_KEY
      if (!waits && (user === null || ownerOf(key) !== user)) sessionStorage.removeItem(key)
    }
  } catch {
    // A browser without storage has nothing to drop.
  }
}

function ownerOf(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')?.user
  } catch {
    return undefined
  }
}
