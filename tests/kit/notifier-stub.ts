import { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/lib/signed-call.ts'

interface SentMessage {
  channel: string
  to: string
  subject: string
  text: string
  request_id: string
}

/** A small service that keeps `api/notifiers/contract.ts` and remembers what it was given. */
export interface NotifierStub {
  url: string
  secret: string
  messages: SentMessage[]
  /** Replaces every answer until it is null again. */
  override: (() => Response | Promise<Response>) | null
  /** The code in the last message to somebody. */
  codeFor(to: string): string
  /** The secret of the link in the last message to somebody. */
  linkFor(to: string): string
  stop(): Promise<void>
}

export function startNotifierStub(): NotifierStub {
  const secret = 'a-secret-of-the-notifier'
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname: path } = new URL(request.url)
      const body = await request.text()
      const timestamp = request.headers.get(TIMESTAMP_HEADER) ?? ''
      const expected = signature(secret, { method: request.method, path, timestamp, body })
      if (request.headers.get(SIGNATURE_HEADER) !== expected) return new Response(null, { status: 401 })
      if (stub.override) return stub.override()
      stub.messages.push(JSON.parse(body))
      return Response.json({ accepted: true })
    }
  })
  const lastText = (to: string) => stub.messages.findLast(message => message.to === to)?.text ?? ''
  const stub: NotifierStub = {
    url: `http://127.0.0.1:${server.port}`,
    secret,
    messages: [],
    override: null,
    codeFor: to => /\b\d{6}\b/.exec(lastText(to))?.[0] ?? '',
    linkFor: to => /#([\w-]{43})/.exec(lastText(to))?.[1] ?? '',
    stop: () => server.stop(true)
  }
  return stub
}

/** What a product needs to send through it. */
export const notifierEnv = ({ url, secret }: NotifierStub) => ({
  NOTIFIER_DRIVER: 'http',
  NOTIFIER_URL: url,
  NOTIFIER_SECRET: secret
})
