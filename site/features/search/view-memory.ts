import { searchHref } from '#site/lib/search-links.ts'
import { readStored, VIEWS_KEY, writeStored } from '#site/lib/search-storage.ts'
import { userId } from '#site/lib/session-store.ts'

/** How an answer is looked at. The words of the filter may name somebody, so they stay in this tab. */
export interface ViewMemory {
  /** The query of the answer's address. */
  address: string
  text: string
  /** Ids of the marked people. */
  picked: readonly string[]
  /** Id of the person whose row had the focus last. */
  here: string | null
  /** How far down the page was. */
  top: number
  /** Ids of the people who are open, the last opened last. */
  open: readonly string[]
  /** Which sources are open, and how many records of each are drawn. */
  sources: Readonly<Record<string, boolean>>
  limits: Readonly<Record<string, number>>
  /** Of which sources «ещё» brought records, as `StoredResults` says. */
  brought: readonly string[]
}

interface StoredViews {
  user: number
  /** By the id of the search, the latest last. */
  views: [searchId: string, view: ViewMemory][]
}

const VIEWS_KEPT = 10

const viewsOf = (user: number | null): StoredViews['views'] => {
  const stored = readStored<StoredViews>(VIEWS_KEY)
  return stored?.user === user && Array.isArray(stored.views) ? stored.views : []
}

export function rememberView(searchId: string, view: ViewMemory): void {
  const user = userId()
  if (user === null) return
  const others = viewsOf(user).filter(([id]) => id !== searchId)
  const views = [...others, [searchId, view]].slice(-VIEWS_KEPT)
  writeStored(VIEWS_KEY, { user, views })
}

/** How somebody looked at an answer last in this tab; null when they did not. */
export const recallView = (searchId: string | null): ViewMemory | null =>
  viewsOf(userId()).find(([id]) => id === searchId)?.[1] ?? null

/** Back to an answer, as it was looked at; where that is not known, to one person of it. */
export function answerHref(searchId: string, person?: string): string {
  const address = recallView(searchId)?.address
  return address ? `/search${address}` : searchHref(searchId, person)
}
