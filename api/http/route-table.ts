import { Refusal } from '#api/lib/refusal.ts'
import { formBody, ignoredBody, jsonBody, unreadBody, unreadForm } from './body.ts'
import { answerPreflight } from './other-origins.ts'

export interface TableRoute {
  method: string
  path: string
  hooks: { parse?: unknown; body?: unknown; query?: unknown; detail?: unknown }
}

export interface UnroutedCall {
  path: string
  request: Request
  set: { headers: Record<string, string | number> }
}

/** Static routes first; catch-all routes do not count. */
export function routesOf<R extends Pick<TableRoute, 'method' | 'path'>>(
  routes: readonly R[],
  path: string
): R[] {
  const parts = withoutSlash(path).split('/')
  return routes
    .filter(({ method, path }) => method !== 'ALL' && matches(withoutSlash(path).split('/'), parts))
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
}

function methodsOf(routes: readonly TableRoute[], path: string): string[] {
  const methods = new Set(routesOf(routes, path).map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

/**
 * 404 for unknown paths; 405 for other methods, 204 for OPTIONS, both with `Allow`. Only open paths serve other origins.
 *
 * @param isOpen Other origins are served.
 * @throws Refusal `NO_SUCH_PATH`, `METHOD_NOT_ALLOWED`.
 */
export function answerUnrouted(
  routes: readonly TableRoute[],
  { path, request, set }: UnroutedCall,
  isOpen: boolean
): Response {
  const methods = methodsOf(routes, path)
  if (methods.length === 0) throw new Refusal('NO_SUCH_PATH')
  set.headers.allow = [...methods, 'OPTIONS'].join(', ')
  if (request.method === 'OPTIONS') {
    if (isOpen) answerPreflight(set.headers, methods)
    return new Response(null, { status: 204 })
  }
  throw new Refusal('METHOD_NOT_ALLOWED')
}

export const withoutSlash = (path: string) =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

function matches(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
  )
}

/** @throws Refusal `METHOD_NOT_ALLOWED` except for GET and HEAD. */
export function refuseOtherThanReading({ request, set }: UnroutedCall): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  set.headers.allow = 'GET, HEAD'
  throw new Refusal('METHOD_NOT_ALLOWED')
}

/** Undefined for catch-all routes. */
export const chosenRoute = (
  routes: readonly TableRoute[],
  method: string,
  path: string
): TableRoute | undefined => routes.find(route => route.method === method && route.path === path)

/** For Elysia's `onParse`. @returns Undefined when the route has its own reader. */
export function bodyOf(request: Request, route: TableRoute | undefined): Promise<unknown> | undefined {
  if (route && hasReader(route, formBody, unreadBody, unreadForm)) return undefined
  return route?.hooks.body ? jsonBody({ request }) : ignoredBody({ request })
}

export const hasFormBody = (route: TableRoute): boolean => hasReader(route, formBody, unreadForm)

function hasReader({ hooks: { parse } }: TableRoute, ...wanted: unknown[]): boolean {
  const readers = Array.isArray(parse) ? parse : [parse]
  return readers.some(
    reader => wanted.includes(reader) || wanted.includes((reader as { fn?: unknown } | undefined)?.fn)
  )
}
