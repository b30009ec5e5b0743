import { drop, keep, recall } from '#site/lib/search-session-store.ts'
import { pageNavigation } from '#site/lib/server-timing.ts'
import { userId } from '#site/lib/session-store.ts'
import { liveLine, type UnsentLine } from '#site/lib/unsent-line.ts'
import { searchInAddress } from './navigation-origin.ts'

/** A line that was typed and not sent. It belongs to where it was typed: a link to an answer never brings it along. */
interface TypedLine extends UnsentLine {
  /** Entry of the browser's history; null where the browser does not tell. */
  entry: string | null
  /** The search over whose answer it was typed; null over none. */
  search: string | null
}

/** One for each entry, the last one typed last. */
type TypedLines = readonly TypedLine[]

const LINES_KEPT = 20

/** The entry of the browser's history that the page stands in, as long as the tab lives. */
export const historyEntry = (): string | null => globalThis.navigation?.currentEntry?.key ?? null

/** Keeps what was typed in an entry of the history, in this tab only. */
export function keepTypedLine(line: string, search: string | null, entry: string | null): void {
  if (userId() === null || line.trim() === '') return
  const at = Date.now()
  const isThere = (other: TypedLine) => other.entry === entry && (entry !== null || other.search === search)
  const others = liveLines(at).filter(other => !isThere(other))
  storeLines([...others, { at, line, entry, search }])
}

/**
 * Takes out what the user has typed in this entry of the history; that of another entry stays for it.
 *
 * @param elsewhere What else is taken, the last one typed, where nothing was typed in this entry: what was typed over the
 *   answer to a search, wherever that was shown, or what was typed anywhere, over an answer or none.
 */
export function takeTypedLine(now: number, elsewhere?: { over: string } | 'anywhere'): string {
  // Without a session it waits for its own user.
  if (userId() === null) return ''
  const lines = liveLines(now)
  const isElsewhere = ({ search }: TypedLine) =>
    elsewhere === 'anywhere' || (elsewhere !== undefined && search === elsewhere.over)
  const typed = lines.findLast(isTypedHere) ?? lines.findLast(isElsewhere)
  storeLines(lines.filter(other => other !== typed))
  return typed?.line ?? ''
}

/** The user's lines that are not too old yet. */
function liveLines(now: number): TypedLines {
  const lines = recall<TypedLines>('typed')
  return Array.isArray(lines) ? lines.filter(line => liveLine(line, now) !== '') : []
}

function storeLines(lines: TypedLines): void {
  if (lines.length === 0) drop('typed')
  else keep('typed', lines.slice(-LINES_KEPT))
}

function isTypedHere({ entry, search }: TypedLine): boolean {
  const here = historyEntry()
  if (here !== null) return entry === here
  return pageNavigation()?.type !== 'navigate' && search === searchInAddress(location.search)
}
