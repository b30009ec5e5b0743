import { BaseConnection, errors } from '@elastic/elasticsearch'
import { AnswerTooLargeError } from './failures.ts'

type Ask = Parameters<BaseConnection['request']>[0]
type Sent = Record<string, string>
type Limits = Parameters<BaseConnection['request']>[1]

/** A TLS failure is not always clear from its message. */
const CODE = /^[A-Z_]+$/
const REDIRECTION = 300
const CLIENT_ERROR = 400

/**
 * A connection by Bun's `fetch`: less than half the processor time of Node's `http`, a fifth of an exact look-up. It
 * also ends a call while the answer arrives. Respects HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 */
export class FetchConnection extends BaseConnection {
  /** Text only: nobody asks for a stream. */
  override async request(ask: Ask, limits: Limits): Promise<never> {
    return (await this.#answer(ask, limits)) as never
  }

  override async close(): Promise<void> {}

  async #answer({ method, path, querystring, headers, body }: Ask, limits: Limits) {
    const { signal, timeout = this.timeout, maxResponseSize = Number.POSITIVE_INFINITY } = limits
    const ending = new AbortController()
    const end = () => ending.abort()
    const timer = timeout === null ? undefined : setTimeout(end, timeout)
    signal?.addEventListener('abort', end, { once: true })
    try {
      const address = `${this.url.href.replace(/\/$/, '')}${path}${querystring ? `?${querystring}` : ''}`
      const response = await fetch(address, {
        method,
        // Compression takes longer than it saves.
        headers: { ...(this.headers as Sent), ...(headers as Sent), 'accept-encoding': 'identity' },
        ...(body && { body: body as string | Buffer<ArrayBuffer> }),
        ...(this.tls && { tls: this.tls as Bun.TLSOptions }),
        redirect: 'manual',
        signal: ending.signal
      })
      if (response.status >= REDIRECTION && response.status < CLIENT_ERROR)
        throw new Error(`answered with a redirection (${response.status})`)
      return {
        body: await textOf(response, maxResponseSize),
        statusCode: response.status,
        headers: headersOf(response)
      }
    } catch (error) {
      const isEnded = ending.signal.aborted
      // Cancels the rest of a too large answer.
      end()
      if (error instanceof AnswerTooLargeError) throw error
      if (signal?.aborted) throw new errors.RequestAbortedError('Request aborted')
      if (isEnded) throw new errors.TimeoutError('Request timed out')
      throw new errors.ConnectionError(wordsOf(error as Error))
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }
}

function headersOf(response: Response): Sent {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return Object.fromEntries(headers)
}

/** @throws AnswerTooLargeError above so many bytes. */
async function textOf(response: Response, most: number): Promise<string> {
  if (most === Number.POSITIVE_INFINITY) return await response.text()
  if (Number(response.headers.get('content-length')) > most) throw new AnswerTooLargeError(most)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new AnswerTooLargeError(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const wordsOf = ({ message, code }: Error & { code?: unknown }): string =>
  CODE.test(String(code)) ? `${message} (${code})` : message
