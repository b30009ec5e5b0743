import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import { LISTS_HREF } from './search-links.ts'
import { LIST_LINES_KEY, readStored, removeStored, UNSENT_LINE_KEY, writeStored } from './search-storage.ts'
import { $session } from './session-store.ts'

export interface UnsentLine {
  user: number
  /** Milliseconds of the epoch. */
  at: number
  line: string
}

/**
 * Leaves the line of a link for the search page, in this tab only. An address would carry it to logs, and one with a query
 * spends a credit at once.
 */
export function leaveLine(line: string): void {
  const session = $session.get()
  if (session.step !== 'in') return
  const unsent: UnsentLine = { user: session.user.id, at: Date.now(), line }
  writeStored(UNSENT_LINE_KEY, unsent)
}

/** Opens the page of a new list with these lines. */
export function openList(lines: string): void {
  leaveListLines(lines)
  location.assign(LISTS_HREF)
}

/** Leaves lines for a new list in the same way. */
export function leaveListLines(lines: string): void {
  const session = $session.get()
  if (session.step !== 'in') return
  const unsent: UnsentLine = { user: session.user.id, at: Date.now(), line: lines }
  writeStored(LIST_LINES_KEY, unsent)
}

/** Takes them out again for the user who left them; empty for anybody else and after 30 minutes. */
export function takeListLines(user: number | null, now: number): string {
  const unsent = readStored<UnsentLine>(LIST_LINES_KEY)
  removeStored(LIST_LINES_KEY)
  return lineFor(unsent, user, now)
}

/** Takes the line out again for the user who left it; empty for anybody else and after 30 minutes. */
export function takeUnsentLine(user: number | null, now: number): string {
  const unsent = readStored<UnsentLine>(UNSENT_LINE_KEY)
  removeStored(UNSENT_LINE_KEY)
  return lineFor(unsent, user, now)
}

/** What a stored line is to a user; empty where it is somebody else's, older than 30 minutes or broken. */
export function lineFor(unsent: Partial<UnsentLine> | null, user: number | null, now: number): string {
  const age = now - (unsent?.at ?? Number.NaN)
  const isGood = unsent?.user === user && age >= 0 && age <= SESSION_RESULTS_MINUTES * 60_000
  return isGood && typeof unsent?.line === 'string' ? unsent.line : ''
}
