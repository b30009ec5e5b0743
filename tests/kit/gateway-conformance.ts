import { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/messengers/contract.ts'
import { httpGateway } from '#api/messengers/http.ts'

/** One demand of the contract; `check` throws where the service does not meet it. */
export interface Demand {
  says: string
  check(): Promise<void>
}

/** Nobody's number, so a real service may be asked about it. */
const PHONE = '79732041740'
const OLD_SECONDS = 3_600

/** What `api/messengers/contract.ts` demands of a running service, for its operator to run against it. */
export function gatewayConformance(url: string, secret: string): Demand[] {
  const gateway = httpGateway(url, secret)
  const question = (channel: 'telegram' | 'whatsapp') => ({
    channel,
    phone: PHONE,
    requestId: crypto.randomUUID()
  })

  /** Sends a call that is not quite right and gives the status. */
  async function statusOf(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    { key = secret, age = 0, signed = true } = {}
  ): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1000) - age)
    const headers = {
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: signature(key, { method, path, timestamp, body })
    }
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(signed && headers) },
      ...(body !== '' && { body }),
      redirect: 'manual'
    })
    await response.arrayBuffer()
    return response.status
  }

  async function expectStatus(wanted: number, call: Promise<number>): Promise<void> {
    const status = await call
    if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}`)
  }

  const whole = JSON.stringify({ channel: 'telegram', phone: `+${PHONE}`, request_id: 'conformance' })
  return [
    {
      says: 'answers a check of both channels in the shape and time of the contract',
      check: async () => {
        await gateway.check(question('telegram'))
        await gateway.check(question('whatsapp'))
      }
    },
    {
      says: 'answers the same question with the same verdict',
      check: async () => {
        const asked = question('telegram')
        const first = await gateway.check(asked)
        const again = await gateway.check(asked)
        if (first.found !== again.found) throw new Error('found changed between two equal calls')
      }
    },
    {
      says: 'reports its pool, with counts that agree with the lists',
      check: async () => {
        const pool = await gateway.pool()
        if (pool.accounts_list.length > pool.total_accounts || pool.limited_list.length > pool.total_accounts)
          throw new Error('a list is longer than total_accounts')
      }
    },
    {
      says: 'refuses a call without a signature',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', whole, { signed: false }))
    },
    {
      says: 'refuses a signature of another secret',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', whole, { key: `${secret}x` }))
    },
    {
      says: 'refuses an unsigned look at the pool',
      check: () => expectStatus(401, statusOf('GET', '/v1/pool', '', { signed: false }))
    },
    {
      says: 'refuses a timestamp of an hour ago',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', whole, { age: OLD_SECONDS }))
    },
    {
      says: 'refuses a timestamp an hour ahead',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', whole, { age: -OLD_SECONDS }))
    },
    {
      says: 'refuses a body that is no JSON',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', '{'))
    },
    {
      says: 'refuses a channel it does not know',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', whole.replace('telegram', 'pigeon')))
    },
    {
      says: 'refuses a phone that is none',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', whole.replace(`+${PHONE}`, 'phone')))
    },
    { says: 'knows no other path', check: () => expectStatus(404, statusOf('GET', '/v1/nothing', '')) }
  ]
}
