import { afterAll, describe, expect, test } from 'bun:test'
import { gatewayConformance } from '#tests/kit/gateway-conformance.ts'
import { type Flaws, startGatewayStub } from '#tests/kit/gateway-stub.ts'

/** An operator's own service, when its address is given; the reference one of the kit always. */
const { MESSENGER_URL, MESSENGER_SECRET } = process.env
const stub = startGatewayStub()
afterAll(() => stub.stop())

const services = [['the reference service', stub.url, stub.secret]]
if (MESSENGER_URL && MESSENGER_SECRET)
  services.push(['the service at MESSENGER_URL', MESSENGER_URL, MESSENGER_SECRET])

describe.each(services)('%s', (_, url = '', secret = '') => {
  for (const { title, check } of gatewayConformance(url, secret)) {
    test(title, async () => expect(await check()).toBeUndefined())
  }
})

const flawed: [Flaws, string[]][] = [
  [
    { trustsAnySignature: true, trustsOldTimestamps: true },
    ['without a signature', 'another secret', 'unsigned look', 'an hour ago', 'an hour ahead']
  ],
  [{ trustsOldTimestamps: true }, ['an hour ago', 'an hour ahead']],
  [{ answersAnything: true }, ['channel it does not know', 'phone that is none']],
  [{ forgets: true }, ['same result']]
]

test.each(flawed)('a service that %j fails where it is wrong and nowhere else', async (flaws, wrong) => {
  const service = startGatewayStub(flaws)
  const failed: string[] = []
  for (const { title, check } of gatewayConformance(service.url, service.secret)) {
    await check().catch(() => failed.push(title))
  }
  await service.stop()
  expect(failed).toHaveLength(wrong.length)
  for (const [at, part] of wrong.entries()) expect(failed[at]).toContain(part)
})

test('a service that is not there fails every demand', async () => {
  const service = startGatewayStub()
  await service.stop()
  const demands = gatewayConformance(service.url, service.secret)
  const outcomes = await Promise.allSettled(demands.map(({ check }) => check()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
})
