import { atom, type ReadableAtom } from 'nanostores'
import { ADMIN_PAGE_ROWS } from '#shared/constants.ts'
import { ask, type Shape } from '#site/lib/ask.ts'
import { createLoad, type LoadStore } from '#site/lib/load-store.ts'

const SEARCH_PAUSE_MS = 300

/** `page` counts from 1. */
export type Paged<F> = F & { page: number }

export interface ListStore<F, Answer> extends LoadStore<Answer> {
  $filter: ReadableAtom<Paged<F>>
  /** Asks for another page or filter, from its first page; while somebody types a search it waits for the end of it. */
  filter(change: Partial<Paged<F>>): void
  drop(): void
}

/** A list that the server filters and pages by `?limit=&offset=` and the names of the filter. */
export function createList<F extends Record<string, string>, Answer>(
  path: string | (() => string),
  noFilter: F,
  shape: Shape<Answer>
): ListStore<F, Answer> {
  const first: Paged<F> = { ...noFilter, page: 1 }
  const $filter = atom(first)
  const load = createLoad(() => {
    const { page, ...filter } = $filter.get()
    const query = new URLSearchParams({
      limit: String(ADMIN_PAGE_ROWS),
      offset: String((page - 1) * ADMIN_PAGE_ROWS)
    })
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value).trim())
    return ask<Answer>(`${typeof path === 'string' ? path : path()}?${query}`, { shape })
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const filter = (change: Partial<Paged<F>>) => {
    clearTimeout(timer)
    $filter.set({ ...$filter.get(), page: 1, ...change })
    timer = setTimeout(load.refresh, 'search' in change ? SEARCH_PAUSE_MS : 0)
  }
  return { ...load, $filter, filter, drop: () => filter(first) }
}
