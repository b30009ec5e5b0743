import { readStored, removeStored, TYPED_LINE_KEY, writeStored } from '#site/lib/search-storage.ts'
import { pageNavigation } from '#site/lib/server-word.ts'
import { userId } from '#site/lib/session-store.ts'
import { lineFor, type UnsentLine } from '#site/lib/unsent-line.ts'
import { searchInAddress } from './navigation-origin.ts'

/** A line that was typed and not sent. It belongs to where it was typed: a link to an answer never brings it along. */
interface TypedLine extends Omit<UnsentLine, 'user'> {
  /** Entry of the browser's history; null where the browser does not tell. */
  entry: string | null
  /** The search over whose answer it was typed; null over none. */
  search: string | null
}

interface TypedLines {
  user: number
  /** One for each entry, the last one typed last. */
  lines: readonly TypedLine[]
}

const LINES_KEPT = 20

/** The entry of the browser's history that the page stands in, as long as the tab lives. */
export const historyEntry = (): string | null => globalThis.navigation?.currentEntry?.key ?? null

/** Keeps what was typed in an entry of the history, in this tab only. */
export function keepTypedLine(line: string, search: string | null, entry: string | null): void {
  const user = userId()
  if (user === null || line.trim() === '') return
  const at = Date.now()
  const isThere = (other: TypedLine) => other.entry === entry && (entry !== null || other.search === search)
  const others = linesOf(user, at).filter(other => !isThere(other))
  storeLines(user, [...others, { at, line, entry, search }])
}

/**
 * Takes out what the user has typed in this entry of the history; that of another entry stays for it.
 *
 * @param elsewhere What else is taken, the last one typed, where nothing was typed in this entry: what was typed over the
 *   answer to a search, wherever that was shown, or what was typed anywhere, over an answer or none.
 */
export function takeTypedLine(now: number, elsewhere?: { over: string } | 'anywhere'): string {
  const user = userId()
  // Without a session it waits for its own user.
  if (user === null) return ''
  const lines = linesOf(user, now)
  const isElsewhere = ({ search }: TypedLine) =>
    elsewhere === 'anywhere' || (elsewhere !== undefined && search === elsewhere.over)
  const typed = lines.findLast(isTypedHere) ?? lines.findLast(isElsewhere)
  storeLines(
    user,
    lines.filter(other => other !== typed)
  )
  return typed?.line ?? ''
}

/** The user's lines that are not too old yet. */
function linesOf(user: number, now: number): readonly TypedLine[] {
  const stored = readStored<TypedLines>(TYPED_LINE_KEY)
  if (!Array.isArray(stored?.lines)) return []
  return stored.lines.filter(line => lineFor({ ...line, user: stored.user as number }, user, now) !== '')
}

function storeLines(user: number, lines: readonly TypedLine[]): void {
  if (lines.length === 0) removeStored(TYPED_LINE_KEY)
  else writeStored(TYPED_LINE_KEY, { user, lines: lines.slice(-LINES_KEPT) } satisfies TypedLines)
}

function isTypedHere({ entry, search }: TypedLine): boolean {
  const here = historyEntry()
  if (here !== null) return entry === here
  return pageNavigation()?.type !== 'navigate' && search === searchInAddress(location.search)
}
