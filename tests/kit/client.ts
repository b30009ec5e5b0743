import { fetchChecked } from './check-answers.ts'

/** Sent by a browser from the page itself. */
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }

export interface TestAnswer<T = Record<string, unknown>> {
  status: number
  headers: Headers
  /** The parsed body when it is JSON, else the text. */
  body: T
}

/** A visitor of the page with a cookie jar. No call throws for a status. */
export interface Client {
  readonly cookies: Map<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and says what it expects of it
  get<T = any>(path: string, init?: RequestInit): Promise<TestAnswer<T>>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post<T = any>(path: string, body?: unknown, init?: RequestInit): Promise<TestAnswer<T>>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put<T = any>(path: string, body?: unknown, init?: RequestInit): Promise<TestAnswer<T>>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete<T = any>(path: string, init?: RequestInit): Promise<TestAnswer<T>>
  /** Adds cookies and the same-origin header unless `init` has them. */
  request(path: string, init?: RequestInit): Promise<Response>
}

/** @param url Origin of a running product, as `TestApp.url`. */
export function createClient(url: string): Client {
  const cookies = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(SAME_ORIGIN)) if (!headers.has(name)) headers.set(name, value)
    if (cookies.size > 0 && !headers.has('Cookie')) {
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await fetchChecked(new URL(path, url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    return response
  }

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const gone = attributes.some(part => {
      const [key = '', text = ''] = part.split('=')
      if (key.toLowerCase() === 'max-age') return Number(text) <= 0
      return key.toLowerCase() === 'expires' && Date.parse(text) < Date.now()
    })
    if (gone || value === '') cookies.delete(name)
    else cookies.set(name, value)
  }

  async function answer<T>(
    method: string,
    path: string,
    body: unknown,
    init: RequestInit = {}
  ): Promise<TestAnswer<T>> {
    const response = await request(path, { method, ...init, ...encoded(body, init) })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T
    }
  }

  return {
    cookies,
    request,
    get: (path, init) => answer('GET', path, undefined, init),
    post: (path, body, init) => answer('POST', path, body, init),
    put: (path, body, init) => answer('PUT', path, body, init),
    delete: (path, init) => answer('DELETE', path, undefined, init)
  }
}

/** Objects are sent as JSON; forms and strings as they are. */
function encoded(body: unknown, init: RequestInit): RequestInit {
  if (body === undefined) return {}
  if (body instanceof FormData || body instanceof URLSearchParams || typeof body === 'string') return { body }
  return {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) }
  }
}
