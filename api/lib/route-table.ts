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

/** The routes that a path belongs to, those without parameters first. Catch-all routes do not count. */
export function routesOf<R extends Pick<KnownRoute, 'method' | 'path'>>(
  routes: readonly R[],
  path: string
): R[] {
  const parts = withoutSlash(path).split('/')
  return routes
    .filter(({ method, path }) => method !== 'ALL' && matches(withoutSlash(path).split('/'), parts))
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
}

/** Methods of the routes that a path belongs to. */
export function methodsOf(routes: readonly KnownRoute[], path: string): string[] {
  const methods = new Set(routesOf(routes, path).map(({ method }) => method))
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
  return routes.some(route => route.method === method && route.path === path && hasFormBody(route))
}

/** Whether a route takes forms beside JSON. */
export function hasFormBody({ hooks: { parse } }: KnownRoute): boolean {
  const readers = Array.isArray(parse) ? parse : [parse]
  return readers.some(
    reader => reader === formBody || (reader as { fn?: unknown } | undefined)?.fn === formBody
  )
}
