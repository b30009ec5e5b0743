/**
 * The path that `URL` would give, at a tenth of its cost for every request. A client that sends no host has a URL
 * without one.
 */
export function pathOf(url: string): string {
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const to = url.slice(from).search(/[?#]/)
  return to < 0 ? url.slice(from) : url.slice(from, from + to)
}
