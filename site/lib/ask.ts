import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { NO_CONNECTION } from '#shared/texts/connection.ts'

/** The only fetch of the site. Every address is the page's own origin, cookies included. */

/** What went wrong, in words for the person. `status` is 0 where no answer came. */
export class AskError extends Error {
  override name = 'AskError'
  readonly status: number
  readonly code: RefusalBody['code'] | undefined
  /** Refusals by field, from a failed validation on the server. */
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | undefined

  constructor(
    text: string,
    status = 0,
    more: { code?: RefusalBody['code'] | undefined; fields?: unknown; retryAfter?: string | null } = {}
  ) {
    super(text)
    this.status = status
    this.code = more.code
    this.fields = textsOf(more.fields)
    this.retryAfterSeconds = Number(more.retryAfter) || undefined
  }
}

export const NETWORK_ERROR = 'Network error'
export const UNKNOWN_ERROR = 'Unknown error'

export interface AskOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a `Blob` as it is, with the type that `headers` say. */
  body?: unknown
  /** Sent as multipart form data instead of `body`. */
  form?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** False for calls whose 401 is an answer and not an expired session (login). */
  refresh?: boolean
  /** False for calls that nobody waits for: their 401 opens no login over the page. */
  login?: boolean
  /** Goes on when the page is left meanwhile. */
  keepalive?: boolean
}

/**
 * Calls the API and gives its JSON. An expired session is refreshed once and the call repeated; parallel calls share
 * one refresh. A session that has ended for good is opened anew by a login over the page, where the page offers one.
 *
 * @throws AskError with the server's `detail`, then `error`, then «HTTP {status}»; «Network error» without an answer.
 *   An aborted call rejects with the signal's reason.
 */
export async function ask<T>(path: string, options: AskOptions = {}): Promise<T> {
  let response = await send(path, options)
  if (response.status === 401 && options.refresh !== false && (await reopenSession(options))) {
    response = await send(path, options)
  }
  if (!response.ok) throw await refusalOf(response)
  return readJson<T>(response)
}

/** The words to show for anything that was thrown, in Russian where no answer came; `fallback` where it says nothing. */
export function errorText(error: unknown, fallback = UNKNOWN_ERROR): string {
  const text = (error instanceof Error && error.message) || fallback
  return text === NETWORK_ERROR ? NO_CONNECTION : text
}

/** Calls once, whatever comes of it. @throws AskError «Network error» without an answer. */
export async function send(
  path: string,
  { method, body, form, headers, signal, keepalive }: AskOptions
): Promise<Response> {
  const init: RequestInit = {
    method: method ?? (body === undefined && !form ? 'GET' : 'POST'),
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers
    },
    signal: signal ?? null,
    keepalive: keepalive ?? false
  }
  if (form) init.body = formData(form)
  else if (body !== undefined) init.body = body instanceof Blob ? body : JSON.stringify(body)
  try {
    return await fetch(path, init)
  } catch {
    if (signal?.aborted) throw signal.reason
    throw new AskError(NETWORK_ERROR)
  }
}

/** Asks for the password over the page. @returns whether the same person is signed in again. */
export type LoginPrompt = () => Promise<boolean>

let loginPrompt: LoginPrompt | undefined

/** What a page shows when a session ends in use; undefined where it shows nothing. */
export const setLoginPrompt = (prompt: LoginPrompt | undefined): void => {
  loginPrompt = prompt
}

export const hasLoginPrompt = (): boolean => loginPrompt !== undefined

/** @returns whether the call may be repeated. @throws AskError where nobody could tell: that ends no session. */
async function reopenSession({ login }: AskOptions): Promise<boolean> {
  const refusal = await refreshSession()
  if (refusal === null) return true
  if (refusal.status === 0 || refusal.status >= 500) throw refusal
  return login !== false && loginPrompt !== undefined && (await loginPrompt())
}

let refreshing: Promise<AskError | null> | undefined

/** Rotates the tokens. @returns null, or why it could not. */
function refreshSession(): Promise<AskError | null> {
  refreshing ??= send('/refresh', { method: 'POST' })
    .then(async response => {
      if (!response.ok) return await refusalOf(response)
      // An answer that nobody reads keeps its connection.
      await response.arrayBuffer()
      return null
    })
    .catch((error: AskError) => error)
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/** A refusal as it came: a proxy on the way may have written one of its own. */
type ForeignRefusal = Partial<RefusalBody> & { detail?: string }

async function refusalOf(response: Response): Promise<AskError> {
  const body: ForeignRefusal | null = await response.json().catch(() => null)
  const text = [body?.detail, body?.error].find(part => typeof part === 'string' && part !== '')
  return new AskError(text ?? `HTTP ${response.status}`, response.status, {
    code: body?.code,
    fields: body?.fields,
    retryAfter: response.headers.get('Retry-After')
  })
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch {
    throw new AskError(UNKNOWN_ERROR, response.status)
  }
}

function formData(fields: Record<string, string | number | boolean>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

function textsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string'))
}
