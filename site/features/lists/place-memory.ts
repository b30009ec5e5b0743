import { keep, recall } from '#site/lib/search-session-store.ts'
import { pageNavigation } from '#site/lib/server-timing.ts'
import { EVERY_ROW, type RowsFilter } from './list-calls.ts'

/** How a list is looked at. The words of the filter may name somebody, so they stay in this tab. */
export interface ListPlace {
  filter: RowsFilter
  /** The row that had the focus, else the first in the window, by its place within the filter; null for none. */
  place: number | null
  hasFocus: boolean
  /** How far below the window's upper edge it stood. */
  offset: number
}

/** By the id of the list, the latest last. */
type Places = [listId: string, place: ListPlace][]

const PLACES_KEPT = 10

const storedPlaces = (): Places => {
  const places = recall<Places>('places')
  return Array.isArray(places) ? (places as Places) : []
}

export function rememberPlace(listId: string, place: ListPlace): void {
  const others = storedPlaces().filter(([id]) => id !== listId)
  keep('places', [...others, [listId, place]].slice(-PLACES_KEPT))
}

/** Where somebody was in a list who comes back by the browser's own way; null for who opens it by a link. */
export function recallPlace(listId: string): ListPlace | null {
  const way = pageNavigation()?.type
  if (way !== 'back_forward' && way !== 'reload') return null
  const place = storedPlaces().find(([id]) => id === listId)?.[1]
  return place ? { ...place, filter: { ...EVERY_ROW, ...place.filter } } : null
}
