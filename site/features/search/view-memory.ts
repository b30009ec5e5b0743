import { searchHref } from '#site/lib/search-links.ts'
import { keep, recall } from '#site/lib/search-session-store.ts'

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

/** By the id of the search, the latest last. */
type Views = [searchId: string, view: ViewMemory][]

const VIEWS_KEPT = 10

const storedViews = (): Views => {
  const views = recall<Views>('views')
  return Array.isArray(views) ? (views as Views) : []
}

export function rememberView(searchId: string, view: ViewMemory): void {
  const others = storedViews().filter(([id]) => id !== searchId)
  keep('views', [...others, [searchId, view]].slice(-VIEWS_KEPT))
}

/** How somebody looked at an answer last in this tab; null when they did not. */
export const recallView = (searchId: string | null): ViewMemory | null =>
  storedViews().find(([id]) => id === searchId)?.[1] ?? null

/** Back to an answer, as it was looked at; where that is not known, to one person of it. */
export function answerHref(searchId: string, person?: string): string {
  const address = recallView(searchId)?.address
  return address ? `/search${address}` : searchHref(searchId, person)
}
