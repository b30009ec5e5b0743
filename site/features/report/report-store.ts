import { createOpening, type OpenedSearch } from '#site/features/search/opened-search.ts'
import { loadEarlier } from '#site/features/search/person/earlier-store.ts'
import { reportHref } from '#site/lib/search-links.ts'

/** A search with the moment at which its report was put together. */
export interface ReportSource extends OpenedSearch {
  searchId: string
  composedAt: Date
}

/** What the address of the page names: a search, and people of it; none for all. */
export function reportInAddress(query: string): { searchId: string; people: string[] } {
  const params = new URLSearchParams(query)
  return { searchId: params.get('s') ?? '', people: [...new Set(params.getAll('p'))] }
}

const report = createOpening<ReportSource>(async (search, searchId) => {
  await loadEarlier(searchId)
  return { ...search, searchId, composedAt: new Date() }
}, 'full')

export const $report = report.$opening

/** Opens the search that the address names. Never rejects. */
export const openReport = (): Promise<void> => report.open(reportInAddress(location.search))

/** Shows of the report what may be shown now. @returns why that cannot be told, or null. Never rejects. */
export const renewReport = (isWanted: boolean): Promise<string | null> =>
  report.renew(reportInAddress(location.search), isWanted)

/** Puts the chosen people into the address, in place of those before. */
export function writePeople(searchId: string, people: readonly string[]): void {
  history.replaceState(history.state, '', reportHref(searchId, people))
}
