import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { INTERNET, isPublicAddress, type WebhookNetwork } from '#api/features/webhooks/public-address.ts'
import { send } from '#api/features/webhooks/send.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { startReceiver, type WebhookReceiver } from '#tests/kit/webhook-receiver.ts'

let app: TestApp
let person: Person
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[app, receiver] = await Promise.all([startApp(), startReceiver()])
  person = await registerAndLogin(app)
})
afterAll(async () => {
  await receiver.stop()
  await app.stop()
})

/** How often an address is added is not what is asked about here. */
async function add(url: string) {
  await app.database.owner`DELETE FROM throttles`
  return await person.post('/api/profile/webhooks', { url, events: ['list.done'] })
}
const resolving = (...addresses: string[]): WebhookNetwork => ({
  ...INTERNET,
  resolve: async () => addresses
})
const call = (network: WebhookNetwork, url = receiver.url(), attempts = 0) =>
  send(network, { url, headers: {}, body: '{}', attempts })

const INSIDE = [
  ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1'],
  ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1'],
  ...[
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::7f00:1]'
  ],
  ...[
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]'
  ],
  ...['[2001:db8::1]', '[2001:0:1::1]', '[100::1]', '[::ffff:0:127.0.0.1]']
]

test.each(INSIDE)('an address is refused when it is added, and nothing is sent to it: %s', async host => {
  const { status, body } = await add(`https://${host}/hook`)
  const { text } = PROBLEMS.WEBHOOK_PRIVATE
  expect([status, body.code, body.fields]).toEqual([400, 'WEBHOOK_PRIVATE', { url: text }])
  expect(await call(INTERNET, `https://${host}:${receiver.port}/`)).toEqual({
    status: null,
    failure: 'private_address'
  })
})

test('whatever an IPv4 address is written as, it is as public as itself', () => {
  const octet = fc.nat(255)
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), octets => {
      const plain = octets.join('.')
      const hex = octets.map(each => each.toString(16).padStart(2, '0'))
      expect(isPublicAddress(`::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`)).toBe(isPublicAddress(plain))
      // Older ways to write it in IPv6 are ways round the check.
      expect(isPublicAddress(`::${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`)).toBe(false)
      expect(isPublicAddress(`2002:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}::1`)).toBe(false)
    })
  )
  expect(['8.8.8.8', '2606:4700::1111', '1.1.1.1'].every(isPublicAddress)).toBe(true)
  expect(isPublicAddress('desk.example')).toBe(false)
})

test('a name that leads inside is refused as one that nobody has: names inside are not told', async () => {
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:10.0.0.1', '8.8.8.8']]) {
    app.context.webhookNetwork = resolving(...addresses)
    expect((await add('https://desk.example/')).body.code).toBe('WEBHOOK_UNRESOLVED')
    expect((await call(app.context.webhookNetwork)).failure).toBe('private_address')
  }
  app.context.webhookNetwork = resolving()
  expect((await add('https://desk.example/')).body.code).toBe('WEBHOOK_UNRESOLVED')
  app.context.webhookNetwork = { ...INTERNET, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
  expect((await add('https://desk.example/')).body.code).toBe('WEBHOOK_UNRESOLVED')
  app.context.webhookNetwork = INTERNET
  expect((await add('https://localhost/')).body.code).toBe('WEBHOOK_UNRESOLVED')
})

test('a name that leads inside later is refused then, and is looked up once a try', async () => {
  let looked = 0
  const turns = { ...INTERNET, resolve: async () => [looked++ === 0 ? '8.8.8.8' : '127.0.0.1'] }
  app.context.webhookNetwork = turns
  expect((await add('https://desk.example/hook')).status).toBe(200)
  const before = receiver.received.length
  expect((await call(turns)).failure).toBe('private_address')
  // Public when it is checked, inside when it is asked again: the connection goes where the check looked.
  let lookups = 0
  const rebinding: WebhookNetwork = {
    ...receiver.network,
    resolve: async () => [lookups++ === 0 ? '127.0.0.1' : '127.0.0.2']
  }
  expect((await call(rebinding)).status).toBe(204)
  expect([lookups, receiver.received.length - before]).toEqual([1, 1])
})

test.each([
  'http://desk.example/',
  'ftp://desk.example/',
  'https://me:word@desk.example/',
  'https://desk.example/#a',
  'desk.example',
  '',
  `https://desk.example/${'a'.repeat(500)}`
])('what is no address of https is refused: %s', async url => {
  const { status, body } = await add(url)
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'BAD_INPUT', ['url']])
})

test('redirects, errors and certificates are named', async () => {
  receiver.answer = () => Response.redirect('https://127.0.0.1/inside', 302)
  expect(await call(receiver.network)).toEqual({ status: 302, failure: 'redirect' })
  receiver.answer = () => new Response('no', { status: 410 })
  expect(await call(receiver.network)).toEqual({ status: 410, failure: 'status' })
  receiver.answer = () => new Response('ok')
  expect(await call(receiver.network)).toEqual({ status: 200, failure: null })
  const { ca: _, ...untrusted } = receiver.network
  expect(await call(untrusted)).toEqual({ status: null, failure: 'certificate' })
  const stranger = receiver.url().replace('desk.example', 'other.example')
  expect(await call(receiver.network, stranger)).toEqual({ status: null, failure: 'certificate' })
  expect(await call(receiver.network, 'https://desk.example:1/')).toEqual({
    status: null,
    failure: 'no_answer'
  })
})

test('a body without end and a slow one keep nobody: the status is what counts', async () => {
  let sent = 0
  receiver.answer = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 1
          controller.enqueue(new Uint8Array(64 * 1024))
        }
      })
    )
  expect(await call(receiver.network)).toEqual({ status: 200, failure: null })
  const mebibytes = sent / 16
  expect(mebibytes).toBeLessThan(32)
  receiver.answer = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1))
          return new Promise(() => {})
        }
      })
    )
  expect(await call(receiver.network)).toEqual({ status: 200, failure: null })
})

test('who does not answer, and a look-up that does not end, are late', async () => {
  receiver.answer = () => new Promise(() => {})
  const silent: WebhookNetwork = { ...INTERNET, resolve: () => new Promise(() => {}) }
  const both = await Promise.all([call(receiver.network), call(silent)])
  expect(both).toEqual([
    { status: null, failure: 'late' },
    { status: null, failure: 'late' }
  ])
})

test('each try takes the next address of a name', async () => {
  receiver.answer = () => new Response(null, { status: 204 })
  const network = { ...receiver.network, resolve: async () => ['127.0.0.2', '127.0.0.1'] }
  expect((await call(network, receiver.url(), 0)).failure).toBe('no_answer')
  expect((await call(network, receiver.url(), 1)).status).toBe(204)
})
