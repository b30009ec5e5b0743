import { pageNavigation, serverTimingValue } from '#site/lib/server-timing.ts'

/** What the browser tells about the navigation to this page. */
export interface Navigation {
  /** `PerformanceNavigationTiming.type`. */
  type: string
  /** `document.referrer`. */
  referrer: string
  /** `location.origin`. */
  origin: string
  /** `Sec-Fetch-Site` of the page's own request, which the server hands back as `Server-Timing`; null when it did not. */
  site: string | null
}

/**
 * `own`: from one of our pages, or typed by the person. `again`: reloaded, or come back to. `foreign`: from another
 * site, or from nowhere that can be told; such a page must not spend a credit by itself.
 */
export type NavigationOrigin = 'own' | 'again' | 'foreign'

/** Where the navigation began. Our pages send `Referrer-Policy: same-origin`, so their links carry our own referrer. */
export function navigationOriginOf({ type, referrer, origin, site }: Navigation): NavigationOrigin {
  if (type === 'reload' || type === 'back_forward') return 'again'
  if (site !== null) return site === 'none' || site === 'same-origin' ? 'own' : 'foreign'
  return addressOrigin(referrer) === origin ? 'own' : 'foreign'
}

function addressOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** The query of the address: `q`, else `query`; null when it is missing or blank. */
export function queryInAddress(search: string): string | null {
  const params = new URLSearchParams(search)
  const query = params.get('q') ?? params.get('query')
  return query?.trim() ? query : null
}

const SEARCH_ID = /^[\w-]{22}$/

/** The id of the search that the address names; null when it is missing or garbage. */
export function searchInAddress(search: string): string | null {
  const id = new URLSearchParams(search).get('s')
  return id !== null && SEARCH_ID.test(id) ? id : null
}

/** Reads the navigation of this page from the browser. */
export function readNavigation(): Navigation {
  return {
    type: pageNavigation()?.type ?? 'navigate',
    referrer: document.referrer,
    origin: location.origin,
    site: serverTimingValue('site')
  }
}
