/** Addresses of one source. They hold its name, which says nothing of anybody. */

export const INDICES = { href: '/admin/indices', title: 'Индексы' } as const

const address = (page: string, name: string) => `${INDICES.href}/${page}?${new URLSearchParams({ name })}`

export const sourceHref = (name: string): string => address('source', name)

/** The source that the address of the page names; empty where it names none. */
export const nameInAddress = (): string => new URLSearchParams(location.search).get('name') ?? ''

/** Where data are loaded; of a source, or of one that is still to be chosen. */
export const importHref = (name?: string): string =>
  name ? address('import', name) : `${INDICES.href}/import`

/** One import, for a source where it is known. */
export const importPageHref = (id: string, name?: string): string =>
  `${INDICES.href}/import?${new URLSearchParams(name ? { name, id } : { id })}`
