/** What the browser tells about how a page was entered. */
export interface Arrival {
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
 * site, or from nowhere that can be told; such a page must not spend a credit by itself (`reference/security.md` D8).
 */
export type Entry = 'own' | 'again' | 'foreign'

/** How the page was entered. Our pages send `Referrer-Policy: same-origin`, so their links carry our own referrer. */
export function entryOf({ type, referrer, origin, site }: Arrival): Entry {
  if (type === 'reload' || type === 'back_forward') return 'again'
  if (site !== null) return site === 'none' || site === 'same-origin' ? 'own' : 'foreign'
  return originOf(referrer) === origin ? 'own' : 'foreign'
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** The query of the address: `q`, else `query`; null when it is missing or blank. */
export function askedInAddress(search: string): string | null {
  const params = new URLSearchParams(search)
  const asked = params.get('q') ?? params.get('query')
  return asked?.trim() ? asked : null
}

/** Reads the arrival of this page from the browser. */
export function readArrival(): Arrival {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return {
    type: navigation?.type ?? 'navigate',
    referrer: document.referrer,
    origin: location.origin,
    site: navigation?.serverTiming?.find(({ name }) => name === 'site')?.description || null
  }
}
