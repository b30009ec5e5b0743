/** Addresses of one search. They hold its opaque name and ids that say nothing of anybody. */

const address = (path: string, parts: [name: string, value: string][]) =>
  `${path}?${new URLSearchParams(parts)}`

/** The answer of a search, with one person open. */
export const searchHref = (searchId: string, person?: string): string =>
  address('/search', [['s', searchId], ...(person ? [['p', person] as [string, string]] : [])])

/** Two people, organisations or records of a search side by side. */
export const compareHref = (searchId: string, a: string, b: string): string =>
  address('/search/compare', [
    ['s', searchId],
    ['a', a],
    ['b', b]
  ])

/** The report on some people of a search, or on all. */
export const reportHref = (searchId: string, people: readonly string[] = []): string =>
  address('/search/report', [['s', searchId], ...people.map(id => ['p', id] as [string, string])])

export const LISTS_HREF = '/search/list'

/** The page of one list. */
export const listHref = (id: string): string => `${LISTS_HREF}/${id}`
