import { LIST_LINES_KEY, writeStored } from '#site/lib/search-storage.ts'
import { $session } from '#site/lib/session-store.ts'

/** Leaves lines for a new list in this tab, and opens its page. An address would carry them to logs. */
export function openList(lines: string): void {
  const session = $session.get()
  if (session.step !== 'in') return
  writeStored(LIST_LINES_KEY, { user: session.user.id, at: Date.now(), lines })
  location.assign('/search/list')
}
