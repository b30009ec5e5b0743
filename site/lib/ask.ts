import type { RefusalBody } from '#shared/contracts/refusal.ts'
import { BAD_ANSWER, NO_CONNECTION } from '#shared/texts/connection.ts'

/** The only fetch of the site. Every address is the page's own origin, cookies included. */

/** What went wrong, in words for the person. `status` is 0 where no answer came. */
export class AskError extends Error {
  override name = 'AskError'
  readonly status: number
  /** What the server said, or who threw it; empty where nobody did and `message` only names the transport. */
  readonly words: string
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
    this.words = [NETWORK_ERROR, UNKNOWN_ERROR, `HTTP ${status}`].includes(text) ? '' : text
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
  form?: Record<string, string | number | boolean> | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** False for calls whose 401 is an answer and not an expired session (login). */
  refresh?: boolean
  /** False for calls that nobody waits for: their 401 opens no login over the page. */
  login?: boolean
  /** Goes on when the page is left meanwhile. */
  keepalive?: boolean
  /** True for the few calls whose good answer says neither `ok` nor `success`. */
  bare?: boolean
}

/**
 * What a page relies on in an answer, by example: `{ data: { rate: 0 } }`. A list tells what each of its items has, and
 * none is ever null; what may be missing or null has no place. Whole contracts would weigh more than the page.
 */
export type Shape<T> = null extends T
  ? never
  : undefined extends T
    ? never
    : T extends string
      ? ''
      : T extends number
        ? 0
        : T extends boolean
          ? true
          : T extends readonly (infer I)[]
            ? readonly [] | readonly [Shape<I>]
            : { readonly [K in keyof T]?: Shape<T[K]> }

/**
 * Calls the API and gives its JSON. An expired session is refreshed once and the call repeated; parallel calls share
 * one refresh. A session that has ended for good is opened anew by a login over the page, where the page offers one.
 *
 * @throws AskError with the server's `detail`, then `error`, then «HTTP {status}»; «Network error» without an answer,
 *   «Unknown error» for one that is not ours or lacks what the page relies on. An aborted call rejects with the signal's
 *   reason.
 */
export async function ask<T>(path: string, options: AskOptions & { shape?: Shape<T> } = {}): Promise<T> {
  let response = await send(path, options)
  if (response.status === 401 && options.refresh !== false && (await reopenSession(options))) {
    response = await send(path, options)
  }
  if (!response.ok) throw await refusalOf(response)
  const body = await readJson(response)
  if (!options.bare && !isOurs(body)) throw await refusalOf(response, body)
  if (!hasShape(body, options.shape ?? {})) throw new AskError(UNKNOWN_ERROR, response.status)
  return body as T
}

/** Every good answer of the API says so, or is a list. */
const isOurs = (body: unknown): boolean =>
  Array.isArray(body) || (isObject(body) && (body.ok === true || body.success === true))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether an answer has what a page relies on. */
export function hasShape(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape))
    return (
      Array.isArray(value) &&
      value.every(item => (shape.length === 0 ? item !== null : hasShape(item, shape[0])))
    )
  if (!isObject(shape)) return typeof value === typeof shape
  return isObject(value) && Object.entries(shape).every(([key, part]) => hasShape(value[key], part))
}

/**
 * The words to show for anything that was thrown, always Russian: the server's, or why no answer came, else `fallback`
 * with the status. The text of an exception of the page itself is for nobody.
 */
export function errorText(error: unknown, fallback: string = BAD_ANSWER): string {
  if (!(error instanceof AskError)) return fallback
  if (error.words) return error.words
  if (error.message === NETWORK_ERROR) return NO_CONNECTION
  return error.status >= 400 ? `${fallback} (${error.message})` : fallback
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

async function refusalOf(response: Response, read?: unknown): Promise<AskError> {
  const body = (read ?? (await response.json().catch(() => null))) as ForeignRefusal | null
  const text = [body?.detail, body?.error].find(part => typeof part === 'string' && part !== '')
  const silence = response.ok ? UNKNOWN_ERROR : `HTTP ${response.status}`
  return new AskError(text ?? silence, response.status, {
    code: body?.code,
    fields: body?.fields,
    retryAfter: response.headers.get('Retry-After')
  })
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new AskError(UNKNOWN_ERROR, response.status)
  }
}

function formData(fields: NonNullable<AskOptions['form']>): FormData {
  if (fields instanceof FormData) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

function textsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string'))
}
