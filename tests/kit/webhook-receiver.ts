import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookNetwork } from '#api/features/webhooks/public-address.ts'

/** A call as it came. */
export interface Received {
  path: string
  host: string
  signature: string
  body: string
  /** Of the body. */
  id: string
  event: string
  data: Record<string, unknown>
}

/** A system that is told of events, with a certificate that it made itself. */
export interface WebhookReceiver {
  port: number
  received: Received[]
  /** What it answers next; 204 without it. */
  answer: (request: Request) => Response | Promise<Response>
  /** Every name leads to it, and its certificate is trusted. */
  network: WebhookNetwork
  /** Its address under a name that its certificate has. */
  url(path?: string): string
  stop(): Promise<void>
}

export const RECEIVER_HOST = 'desk.example'
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

export async function startReceiver(): Promise<WebhookReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'sverka-hook-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const openssl = Bun.spawnSync([
    ...['openssl', 'req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert, '-subj', `/CN=${RECEIVER_HOST}`],
    ...['-addext', `subjectAltName=DNS:${RECEIVER_HOST}`]
  ])
  if (openssl.exitCode !== 0) throw new Error(openssl.stderr.toString())
  const ca = readFileSync(cert, 'utf8')
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    tls: { key: readFileSync(key, 'utf8'), cert: ca },
    async fetch(request) {
      const body = await request.text()
      received.push({
        path: new URL(request.url).pathname,
        host: request.headers.get('host') ?? '',
        signature: request.headers.get('x-sverka-signature') ?? '',
        body,
        ...JSON.parse(body)
      })
      return await receiver.answer(request)
    }
  })
  rmSync(folder, { recursive: true })
  const receiver: WebhookReceiver = {
    port: server.port ?? 0,
    received,
    answer: () => new Response(null, { status: 204 }),
    network: { resolve: async () => ['127.0.0.1'], isPublic: () => true, ca },
    url: (path = '/hook') => `https://${RECEIVER_HOST}:${server.port}${path}`,
    stop: () => server.stop(true)
  }
  return receiver
}
