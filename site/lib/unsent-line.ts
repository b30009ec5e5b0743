import { SESSION_RESULTS_MINUTES } from '#shared/constants.ts'
import { LISTS_HREF } from './search-links.ts'
import { keep, type Part, take } from './search-session-store.ts'

export interface UnsentLine {
  /** Milliseconds of the epoch. */
  at: number
  line: string
}

const leave = (part: Part, line: string) => keep(part, { at: Date.now(), line } satisfies UnsentLine)

/**
 * Leaves the line of a link for the search page, in this tab only. An address would carry it to logs, and one with a query
 * spends a credit at once.
 */
export const leaveLine = (line: string): void => leave('line', line)

/** Opens the page of a new list with these lines. */
export function openList(lines: string): void {
  leaveListLines(lines)
  location.assign(LISTS_HREF)
}

/** Leaves lines for a new list in the same way. */
export const leaveListLines = (lines: string): void => leave('list', lines)

/** Takes them out again for the user who left them; empty for anybody else and after 30 minutes. */
export const takeListLines = (now: number): string => liveLine(take<UnsentLine>('list'), now)

/** Takes the line out again for the user who left it; empty for anybody else and after 30 minutes. */
export const takeUnsentLine = (now: number): string => liveLine(take<UnsentLine>('line'), now)

/** A line that was kept; empty where it is older than 30 minutes or broken. */
export function liveLine(unsent: Partial<UnsentLine> | null, now: number): string {
  const age = now - (unsent?.at ?? Number.NaN)
  const isGood = age >= 0 && age <= SESSION_RESULTS_MINUTES * 60_000
  return isGood && typeof unsent?.line === 'string' ? unsent.line : ''
}
