import { request } from 'node:https'
import { isIP } from 'node:net'
import { WEBHOOK_TIMEOUT_MS } from '#shared/constants.ts'
import type { WebhookFailure } from '#shared/labels/webhooks.ts'
import { NotSent, publicAddresses, type WebhookNetwork } from './public-address.ts'

/** What became of a try. Nothing of the answer but its status is kept. */
export interface Sent {
  status: number | null
  /** Null when it was taken. */
  failure: WebhookFailure | null
}

interface Post {
  url: string
  headers: Record<string, string>
  body: string
  /** How often it was tried before: each try takes the next address of the name. */
  attempts: number
}

/** What is read of an answer at most, so that a connection ends in order; its status alone counts. */
const ANSWER_MAX_BYTES = 16 * 1024
const CERTIFICATE = /CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_VERIFY|SSL|TLS/

/**
 * Posts to a receiver, within five seconds from the look-up of its name to its answer. The connection goes to the very
 * address that was checked, so a name that changes its mind meanwhile leads nowhere else. Redirects are not followed.
 */
export async function send(network: WebhookNetwork, { url, headers, body, attempts }: Post): Promise<Sent> {
  const target = new URL(url)
  const stop = new AbortController()
  const { signal } = stop
  const timer = setTimeout(() => stop.abort(), WEBHOOK_TIMEOUT_MS)
  try {
    const addresses = await publicAddresses(network, target, signal)
    const address = addresses[attempts % addresses.length] ?? ''
    return judged(await post(target, { address, ca: network.ca, headers, body, signal }))
  } catch (error) {
    return { status: null, failure: failureOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

function judged(status: number): Sent {
  if (status >= 200 && status < 300) return { status, failure: null }
  return { status, failure: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

function failureOf(error: unknown): WebhookFailure {
  if (error instanceof NotSent) return error.failure
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && CERTIFICATE.test(code) ? 'certificate' : 'no_answer'
}

interface Call {
  address: string
  ca: string | undefined
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/** The status of the answer, once its body was read, is too long or takes too long. */
function post(target: URL, { address, ca, headers, body, signal }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const chosen = { address, family: isIP(address) }
    let status: number | null = null
    const call = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' },
        agent: false,
        ...(ca !== undefined && { ca }),
        lookup: (_host, { all }, done) =>
          all ? done(null, [chosen]) : done(null, chosen.address, chosen.family)
      },
      answer => {
        status = answer.statusCode ?? 0
        let length = 0
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > ANSWER_MAX_BYTES) end()
        })
        answer.on('end', end)
        answer.on('error', end)
      }
    )
    function end(): void {
      if (status === null) reject(new NotSent('late'))
      else resolve(status)
      call.destroy()
    }
    signal.addEventListener('abort', end)
    call.on('error', reject)
    call.end(body)
  })
}
