import { formBody } from './body.ts'
import { Refusal } from './refusal.ts'

/** A route as Elysia lists it. */
export interface KnownRoute {
  method: string
  path: string
  hooks: { parse?: unknown; body?: unknown; query?: unknown; detail?: unknown }
}

/** What an answer to an unknown call needs of it. */
export interface Handling {
  path: string
  request: Request
  set: { headers: Record<string, string | number> }
}

/** Methods of the routes that a path belongs to. Catch-all routes do not count. */
export function methodsOf(routes: readonly KnownRoute[], path: string): string[] {
  const parts = withoutSlash(path).split('/')
  const methods = new Set<string>()
  for (const route of routes) {
    if (route.method !== 'ALL' && matches(withoutSlash(route.path).split('/'), parts))
      methods.add(route.method)
  }
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

/**
 * Answers a call that no route took: 404 for a path nobody has, 405 with `Allow` for another method of a path
 * somebody has, and the bare list for OPTIONS. No CORS header: other origins are not served.
 *
 * @throws Refusal `NO_SUCH_PATH`, `METHOD_NOT_ALLOWED`.
 */
export function answerUnknown(routes: readonly KnownRoute[], { path, request, set }: Handling): Response {
  const methods = methodsOf(routes, path)
  if (methods.length === 0) throw new Refusal('NO_SUCH_PATH')
  set.headers.allow = [...methods, 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
  throw new Refusal('METHOD_NOT_ALLOWED')
}

/** A route is reached with and without a closing slash. */
export const withoutSlash = (path: string) =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

function matches(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
  )
}

/** @throws Refusal `METHOD_NOT_ALLOWED` for anything but reading: a page takes nothing. */
export function refuseWriting({ request, set }: Handling): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  set.headers.allow = 'GET, HEAD'
  throw new Refusal('METHOD_NOT_ALLOWED')
}

/** Whether a route says `parse: formBody`, so that it reads its body itself. */
export function takesForm(routes: readonly KnownRoute[], method: string, path: string): boolean {
  return routes.some(
    route => route.method === method && route.path === path && hasFormBody(route.hooks.parse)
  )
}

function hasFormBody(parse: unknown): boolean {
  const readers = Array.isArray(parse) ? parse : [parse]
  return readers.some(
    reader => reader === formBody || (reader as { fn?: unknown } | undefined)?.fn === formBody
  )
}
