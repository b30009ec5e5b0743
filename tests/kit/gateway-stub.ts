import { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/messengers/contract.ts'

const TIMESTAMP_MAX_AGE_SECONDS = 300
const POOL = {
  total_accounts: 3,
  limited_accounts: 1,
  active_accounts: 2,
  is_nearly_empty: false,
  warning_message: null,
  accounts_list: [
    { folder: 'one', session_files: 1, has_json: true },
    { folder: 'two', session_files: 2, has_json: false }
  ],
  limited_list: [{ folder: 'three', session_files: 1, has_json: true }]
}

export interface GatewayStub {
  url: string
  secret: string
  /** Bodies of correctly signed checks, in order. */
  checks: { channel: string; phone: string; request_id: string }[]
  /** Replaces every answer until it is null again. */
  override: (() => Response | Promise<Response>) | null
  stop(): Promise<void>
}

/** Violations of the contract that the conformance checks must detect. */
export interface Flaws {
  trustsAnySignature?: boolean
  trustsOldTimestamps?: boolean
  answersAnything?: boolean
  forgets?: boolean
}

/** A small service that keeps `api/messengers/contract.ts`: phones with an even last digit are registered. */
export function startGatewayStub(flaws: Flaws = {}): GatewayStub {
  const secret = 'a-secret-of-the-messenger-gateway'
  let checkCount = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname.replace('/some/prefix', '')
      const body = await request.text()
      if (!isSigned(request, path, body)) return Response.json({ error: 'signature' }, { status: 401 })
      if (request.method === 'GET' && path === '/v1/pool') return stub.override?.() ?? Response.json(POOL)
      if (request.method !== 'POST' || path !== '/v1/check') return new Response(null, { status: 404 })
      const check = checkIn(body)
      if (!check) return new Response(null, { status: 400 })
      stub.checks.push(check)
      if (stub.override) return stub.override()
      checkCount += 1
      const isRegistered = (flaws.forgets ? checkCount : Number(check.phone.slice(-1))) % 2 === 0
      return Response.json({
        found: isRegistered,
        display_message: isRegistered ? `${check.channel}: есть` : 'нет'
      })
    }
  })
  const stub: GatewayStub = {
    url: `http://127.0.0.1:${server.port}`,
    secret,
    checks: [],
    override: null,
    stop: () => server.stop(true)
  }

  function isSigned(request: Request, path: string, body: string): boolean {
    const timestamp = request.headers.get(TIMESTAMP_HEADER) ?? ''
    const received = request.headers.get(SIGNATURE_HEADER)
    const age = Math.abs(Date.now() / 1000 - Number(timestamp))
    if (!flaws.trustsOldTimestamps && !(age <= TIMESTAMP_MAX_AGE_SECONDS)) return false
    return (
      flaws.trustsAnySignature ||
      received === signature(secret, { method: request.method, path, timestamp, body })
    )
  }

  function checkIn(body: string): GatewayStub['checks'][number] | null {
    try {
      const check = JSON.parse(body)
      const isWhole =
        ['telegram', 'whatsapp'].includes(check.channel) &&
        /^\+\d{8,15}$/.test(check.phone) &&
        typeof check.request_id === 'string'
      return isWhole || flaws.answersAnything ? check : null
    } catch {
      return null
    }
  }
  return stub
}
