import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import { LIST_LINES_KEY, readStored, removeStored, writeStored } from './search-storage.ts'
import { $session } from './session-store.ts'

export const LISTS_HREF = '/search/list'

/** The page of one list. */
export const listHref = (id: string): string => `${LISTS_HREF}/${id}`

interface LeftLines {
  user: number
  /** Milliseconds of the epoch. */
  at: number
  lines: string
}

/** Leaves lines for a new list in this tab, and opens its page. An address would carry them to logs. */
export function openList(lines: string): void {
  const session = $session.get()
  if (session.step !== 'in') return
  const left: LeftLines = { user: session.user.id, at: Date.now(), lines }
  writeStored(LIST_LINES_KEY, left)
  location.assign(LISTS_HREF)
}

/** Takes them out again for the user who left them; empty for anybody else, and after 30 minutes. */
export function takeListLines(user: number | null, now: number): string {
  const left = readStored<LeftLines>(LIST_LINES_KEY)
  removeStored(LIST_LINES_KEY)
  const age = now - (left?.at ?? Number.NaN)
  const isGood = left?.user === user && age >= 0 && age <= SESSION_RESULTS_MINUTES * 60_000
  return isGood && typeof left?.lines === 'string' ? left.lines : ''
}
