import { readStored, removeStored, TYPED_LINE_KEY, writeStored } from '#site/lib/search-storage.ts'
import { pageNavigation } from '#site/lib/server-word.ts'
import { userId } from '#site/lib/session-store.ts'
import { lineFor, type UnsentLine } from '#site/lib/unsent-line.ts'
import { searchInAddress } from './navigation-origin.ts'

/** A line that was typed and not sent. It belongs to where it was typed: a link to an answer never brings it along. */
interface TypedLine extends UnsentLine {
  /** Entry of the browser's history; null where the browser does not tell. */
  entry: string | null
  /** The search over whose answer it was typed; null over none. */
  search: string | null
}

/** The entry of the browser's history that the page stands in, as long as the tab lives. */
export const historyEntry = (): string | null => globalThis.navigation?.currentEntry?.key ?? null

/** Keeps what was typed in an entry of the history, in this tab only. */
export function keepTypedLine(line: string, search: string | null, entry: string | null): void {
  const user = userId()
  if (user === null || line.trim() === '') return
  const typed: TypedLine = { user, at: Date.now(), line, entry, search }
  writeStored(TYPED_LINE_KEY, typed)
}

/**
 * Takes out what the user has typed in this entry of the history; that of another entry stays for it.
 *
 * @param shown In an address that names no search: whose answer is shown there, null for none. Then what was typed over
 *   that answer anywhere else is taken as well.
 */
export function takeTypedLine(now: number, shown?: string | null): string {
  const typed = readStored<TypedLine>(TYPED_LINE_KEY)
  const line = lineFor(typed, userId(), now)
  const isOver = shown === null || (shown !== undefined && typed?.search === shown)
  if (line !== '' && !isOver && !isTypedHere(typed)) return ''
  removeStored(TYPED_LINE_KEY)
  return line
}

function isTypedHere(typed: Partial<TypedLine> | null): boolean {
  const entry = historyEntry()
  if (entry !== null) return typed?.entry === entry
  const isAgain = pageNavigation()?.type !== 'navigate'
  return isAgain && typed?.search === searchInAddress(location.search)
}
