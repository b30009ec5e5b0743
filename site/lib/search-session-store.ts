/**
 * All that searches keep in this tab: the storage of its session holds each part as JSON with the id of its user, and only
 * they are given it. An entry of the browser's history holds no part: a logout empties the storage, but no entry other than
 * its own.
 */
const PARTS = {
  /** The last answer. */
  results: 'search:results',
  /** How the last answers are looked at. */
  views: 'search:views',
  /** Verdicts that are chosen or noted and not saved yet. */
  drafts: 'search:drafts',
  /** The last search that was sent. */
  sent: 'search:sent',
  /** A line that a link has for the search page. */
  line: 'search:line',
  /** How the last lists are looked at. */
  places: 'search:places',
  /** Notes about rows of lists that are not saved yet. */
  notes: 'search:notes',
  /** Lines that wait to become a list. */
  list: 'search:list',
  /** What was typed and not sent, by the entries of the history. */
  typed: 'search:typed'
} as const
export type Part = keyof typeof PARTS
export const partKey = (part: Part): string => PARTS[part]

/** What was typed waits for its user, whose session may have ended. */
const WAITING: readonly Part[] = ['drafts', 'typed', 'notes']

interface StoredPart<T> {
  user: number
  value: T
}

let owner: number | null = null

/** Whose parts are given and kept from now on; null while nobody is signed in. */
export const setOwner = (user: number | null): void => {
  owner = user
}

/** What the user has kept: as it was written, but by whatever release or hand. Null for nothing and for no JSON. */
export function recall<T>(part: Part): Partial<T> | null {
  const stored = read<Partial<T>>(part)
  return owner !== null && stored?.user === owner ? (stored.value ?? null) : null
}

/** The same, which is dropped thereby, whosever it is. Without a user it waits. */
export function take<T>(part: Part): Partial<T> | null {
  const value = recall<T>(part)
  if (owner !== null) drop(part)
  return value
}

/** Keeps it for the user, in this tab only. A full or forbidden storage costs the convenience only: then nothing is kept. */
export function keep(part: Part, value: unknown): void {
  if (owner === null) return
  try {
    sessionStorage.setItem(PARTS[part], JSON.stringify({ user: owner, value } satisfies StoredPart<unknown>))
  } catch {
    drop(part)
  }
}

export function drop(part: Part): void {
  try {
    sessionStorage.removeItem(PARTS[part])
  } catch {
    // A browser without storage has nothing to remove.
  }
}

/** Drops what belongs to anybody else. */
export function dropOthersSearches(): void {
  for (const part of Object.keys(PARTS) as Part[]) {
    const waits = owner === null && WAITING.includes(part)
    if (!waits && (owner === null || read(part)?.user !== owner)) drop(part)
  }
}

function read<T>(part: Part): Partial<StoredPart<T>> | null {
  try {
    return JSON.parse(sessionStorage.getItem(PARTS[part]) ?? 'null')
  } catch {
    return null
  }
}
