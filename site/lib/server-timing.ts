export const pageNavigation = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined

/**
 * What the server said of the request for this page (`docs/how-it-works/contract.md` §6). Null where it said nothing,
 * where the browser does not tell, and for a page that may have come from the browser's memory.
 */
export function serverTimingValue(name: 'site' | 'session'): string | null {
  const navigation = pageNavigation()
  if (navigation?.type === 'back_forward') return null
  return navigation?.serverTiming?.find(timing => timing.name === name)?.description || null
}
