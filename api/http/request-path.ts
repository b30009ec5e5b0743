import { Refusal } from '#api/lib/refusal.ts'

/** The path of `URL` at a tenth of its cost; works without a host. */
export function pathOf(url: string): string {
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const to = url.slice(from).search(/[?#]/)
  return to < 0 ? url.slice(from) : url.slice(from, from + to)
}

/** Everything behind the path as it was sent, also what a route's schema leaves out; works without a host. */
export function queryOf(url: string): Record<string, string> {
  const from = url.indexOf('?')
  return from < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(from)))
}

const NUMBER = /^\d{1,9}$/

/** Number in a path. @throws Refusal `NOT_FOUND` for anything else. */
export function pathNumber(text: string): number {
  if (!NUMBER.test(text)) throw new Refusal('NOT_FOUND')
  return Number(text)
}
