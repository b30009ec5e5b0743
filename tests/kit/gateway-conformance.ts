import { SIGNATURE_HEADER, signature, TIMESTAMP_HEADER } from '#api/messengers/contract.ts'
import { httpGateway } from '#api/messengers/http.ts'

/** `check` throws when the service violates the contract. */
export interface Requirement {
  title: string
  check(): Promise<void>
}

/** Belongs to nobody, so a real service may be asked about it. */
const PHONE = '79732041740'
const OLD_SECONDS = 3_600

/** The requirements of `api/messengers/contract.ts`, for an operator to run against a service. */
export function gatewayConformance(url: string, secret: string): Requirement[] {
  const gateway = httpGateway(url, secret)
  const newCheck = (channel: 'telegram' | 'whatsapp') => ({
    channel,
    phone: PHONE,
    requestId: crypto.randomUUID()
  })

  /** Status of a call with the given faults. */
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

  async function expectStatus(expected: number, call: Promise<number>): Promise<void> {
    const status = await call
    if (status !== expected) throw new Error(`answered ${status} instead of ${expected}`)
  }

  const validBody = JSON.stringify({ channel: 'telegram', phone: `+${PHONE}`, request_id: 'conformance' })
  return [
    {
      title: 'answers a check of both channels in the shape and time of the contract',
      check: async () => {
        await gateway.check(newCheck('telegram'))
        await gateway.check(newCheck('whatsapp'))
      }
    },
    {
      title: 'answers the same check with the same result',
      check: async () => {
        const check = newCheck('telegram')
        const first = await gateway.check(check)
        const second = await gateway.check(check)
        if (first.isRegistered !== second.isRegistered)
          throw new Error('the result changed between two equal calls')
      }
    },
    {
      title: 'reports its pool, with counts that agree with the lists',
      check: async () => {
        const pool = await gateway.pool()
        if (pool.accounts_list.length > pool.total_accounts || pool.limited_list.length > pool.total_accounts)
          throw new Error('a list is longer than total_accounts')
      }
    },
    {
      title: 'refuses a call without a signature',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', validBody, { signed: false }))
    },
    {
      title: 'refuses a signature of another secret',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', validBody, { key: `${secret}x` }))
    },
    {
      title: 'refuses an unsigned look at the pool',
      check: () => expectStatus(401, statusOf('GET', '/v1/pool', '', { signed: false }))
    },
    {
      title: 'refuses a timestamp of an hour ago',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', validBody, { age: OLD_SECONDS }))
    },
    {
      title: 'refuses a timestamp an hour ahead',
      check: () => expectStatus(401, statusOf('POST', '/v1/check', validBody, { age: -OLD_SECONDS }))
    },
    {
      title: 'refuses a body that is no JSON',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', '{'))
    },
    {
      title: 'refuses a channel it does not know',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', validBody.replace('telegram', 'pigeon')))
    },
    {
      title: 'refuses a phone that is none',
      check: () => expectStatus(400, statusOf('POST', '/v1/check', validBody.replace(`+${PHONE}`, 'phone')))
    },
    { title: 'knows no other path', check: () => expectStatus(404, statusOf('GET', '/v1/nothing', '')) }
  ]
}
