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
  /** The call for so many rows of what the filter leaves, from the first on. */
  pathOf(limit: number, offset: number): string
}

/** Fields of a filter that stand in the address of the page, each with what may stand there. */
export type AddressFields<F> = { [Field in keyof F]?: (value: string) => boolean }

/**
 * A list that the server filters and pages by `?limit=&offset=` and the names of the filter.
 *
 * @param addressFields A search is never among them: an address is seen by more than this page.
 */
export function createList<F extends Record<string, string>, Answer>(
  path: string | (() => string),
  noFilter: F,
  shape: Shape<Answer>,
  addressFields: AddressFields<F> = {}
): ListStore<F, Answer> {
  const first: Paged<F> = { ...noFilter, page: 1 }
  const $filter = atom(first)
  function pathOf(limit: number, offset: number): string {
    const { page: _, ...filter } = $filter.get()
    const base = typeof path === 'string' ? path : path()
    const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value).trim())
    return `${base}${base.includes('?') ? '&' : '?'}${query}`
  }
  const list = createLoad(() =>
    ask<Answer>(pathOf(ADMIN_PAGE_ROWS, ($filter.get().page - 1) * ADMIN_PAGE_ROWS), { shape })
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const filter = (change: Partial<Paged<F>>) => {
    clearTimeout(timer)
    $filter.set({ ...$filter.get(), page: 1, ...change })
    writeAddress(addressFields, $filter.get())
    timer = setTimeout(list.refresh, 'search' in change ? SEARCH_PAUSE_MS : 0)
  }
  const load = () => {
    $filter.set({ ...$filter.get(), ...inAddress(addressFields) })
    return list.load()
  }
  return { ...list, load, $filter, filter, drop: () => filter(first), pathOf }
}

function inAddress<F>(addressFields: AddressFields<F>): Partial<F> {
  const named = new URLSearchParams(location.search)
  const entries = Object.entries<AddressFields<F>[keyof F]>(addressFields).flatMap(([field, isKnown]) => {
    const value = named.get(field)
    return value !== null && isKnown?.(value) ? [[field, value]] : []
  })
  return Object.fromEntries(entries) as Partial<F>
}

function writeAddress<F extends Record<string, string>>(
  addressFields: AddressFields<F>,
  filter: Paged<F>
): void {
  const url = new URL(location.href)
  for (const field of Object.keys(addressFields)) {
    if (filter[field]) url.searchParams.set(field, filter[field])
    else url.searchParams.delete(field)
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}
