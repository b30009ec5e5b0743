import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { storedLimits } from '#api/features/tokens/limits.ts'
import { canonicalAddress } from '#api/http/client-address.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { TokenItem } from '#shared/contracts/tokens.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => app.stop())

const HOUR_MS = 3_600_000
const listed = async (person: Person): Promise<TokenItem> =>
  (await person.get('/api/tokens')).body.api_tokens[0]
async function withToken(limits?: object) {
  const person = await registerAndLogin(app)
  const { status, body } = await person.post('/api/generate_token', limits)
  expect(status).toBe(200)
  const { id } = await listed(person)
  return { person, id, token: body.token as string, path: `/api/tokens/${id}` }
}

/** Forgets when the account called last: the interval is not what is asked about here. */
async function ask(token: string, address = '203.0.113.24') {
  await app.database.owner`DELETE FROM api_call`
  const headers = { 'x-forwarded-for': address }
  const { status, body } = await createClient(app.url).post('/api/balance', { token }, { headers })
  return status === 200 ? 200 : [status, body.error_code]
}

test('a token is made with a title, an end and networks, or with nothing as ever', async () => {
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString()
  const { person } = await withToken({
    title: ' Ночная сверка ',
    expires_at,
    networks: ['203.0.113.24', '2001:DB8::/32']
  })
  expect(await listed(person)).toMatchObject({
    title: 'Ночная сверка',
    expires_at,
    networks: ['203.0.113.24/32', '2001:db8::/32'],
    previous_until: null
  })
  const plain = await withToken()
  expect(await listed(plain.person)).toMatchObject({ title: null, expires_at: null, networks: null })
})

test('an expired token is told so, and is none of the guesses', async () => {
  const { person, path, token } = await withToken()
  expect(await ask(token)).toBe(200)
  await app.database.owner`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE token_hash IN
    (SELECT token_hash FROM api_tokens WHERE user_id = ${person.user.id})`
  expect(await ask(token)).toEqual([401, 'TOKEN_EXPIRED'])
  expect((await person.put(path, { expires_at: null })).status).toBe(200)
  expect(await ask(token)).toBe(200)
})

test.each([
  ['203.0.113.24', '203.0.113.24', true],
  ['203.0.113.24', '203.0.113.25', false],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['::ffff:203.0.113.24', '203.0.113.24', true],
  ['2001:db8::/32', '2001:db8:1::7', true],
  ['2001:db8::/32', '203.0.113.24', false],
  ['203.0.113.77/24', '203.0.113.1', true],
  ['::ffff:203.0.113.0/120', '203.0.113.9', true],
  ['::ffff:203.0.113.0/120', '203.0.114.9', false],
  ['2001:db8:7::9/32', '2001:db8:1::7', true]
])('a token for %s is taken from %s: %p', async (network, address, isTaken) => {
  const { token } = await withToken({ networks: [network] })
  expect(await ask(token, address)).toEqual(isTaken ? 200 : [401, 'TOKEN_ADDRESS'])
})

test('a refused call touches neither the interval nor the count', async () => {
  const { person, token } = await withToken({ networks: ['203.0.113.24'] })
  const before = await app.database.owner`SELECT at FROM api_call WHERE user_id = ${person.user.id}`
  expect(await ask(token, '198.51.100.7')).toEqual([401, 'TOKEN_ADDRESS'])
  expect(before).toHaveLength(0)
  expect(await app.database.owner`SELECT at FROM api_call WHERE user_id = ${person.user.id}`).toHaveLength(0)
  expect((await listed(person)).last_used).toBeNull()
})

describe('a rotated token', () => {
  test('has two texts for 24 hours, then one', async () => {
    const { person, path, token } = await withToken()
    const { status, body } = await person.post(`${path}/rotate`)
    expect(status).toBe(200)
    expect(body.token).not.toBe(token)
    for (const text of [token, body.token]) expect(await ask(text)).toBe(200)
    const shown = await listed(person)
    expect(shown.token).toBe(`ps_${body.token.slice(3, 7)}…${body.token.slice(-4)}`)
    const left = Date.parse(shown.previous_until ?? '') - Date.now()
    expect(left).toBeGreaterThan(24 * HOUR_MS - 60_000)
    expect(left).toBeLessThanOrEqual(24 * HOUR_MS)
    await app.database.owner`UPDATE api_tokens SET previous_until = now() WHERE user_id = ${person.user.id}`
    expect([await ask(token), await ask(body.token)]).toEqual([[401, 'BAD_TOKEN'], 200])
    expect((await listed(person)).previous_until).toBeNull()
    expect((await person.post(`${path}/rotate`)).status).toBe(200)
  })

  test('is one token: the account has no other, and cannot rotate it again meanwhile', async () => {
    const { person, path, token } = await withToken()
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.post(`${path}/rotate`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'TOKEN_ROTATED')).toHaveLength(9)
    expect((await person.post('/api/generate_token')).body.code).toBe('TOKEN_EXISTS')
    expect(await ask(token)).toBe(200)
    expect((await person.delete(`${path}/previous`)).status).toBe(200)
    expect(await ask(token)).toEqual([401, 'BAD_TOKEN'])
    expect((await person.delete(`${path}/previous`)).body.code).toBe('NO_SUCH_TOKEN')
  })

  test('goes whole by either of its texts', async () => {
    const { person, path, token } = await withToken()
    const { body } = await person.post(`${path}/rotate`)
    expect((await person.delete(`/api/delete_token/${token}`)).status).toBe(200)
    for (const text of [token, body.token]) expect(await ask(text)).toEqual([401, 'BAD_TOKEN'])
  })
})

test('calls are counted by the day of Moscow, exactly, of calls at once too', async () => {
  const { person, path, token } = await withToken()
  const calls = await Promise.all(
    Array.from({ length: 20 }, () => createClient(app.url).post('/api/balance', { token }))
  )
  const admitted = calls.filter(({ status }) => status === 200).length
  await Bun.sleep(API_INTERVAL_MS)
  expect(await ask(token)).toBe(200)
  const day = new Date(Date.now() + 3 * HOUR_MS).toISOString().slice(0, 10)
  const { body } = await person.get(`${path}/usage`)
  expect(body.days.reduce((sum: number, each: { calls: number }) => sum + each.calls, 0)).toBe(admitted + 1)
  expect(body.days[0].day >= new Date(Date.parse(day) - 24 * HOUR_MS).toISOString().slice(0, 10)).toBe(true)
})

test('somebody else’s token is none, whatever is asked of it', async () => {
  const { path, id } = await withToken()
  const other = await registerAndLogin(app)
  for (const answer of [
    await other.put(path, { title: 'мой' }),
    await other.post(`${path}/rotate`),
    await other.delete(`${path}/previous`),
    await other.get(`${path}/usage`),
    await other.put('/api/tokens/nothing', { title: 'мой' })
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'NO_SUCH_TOKEN'])
  const [row] = await app.database.owner`SELECT title FROM api_tokens WHERE id = ${id}`
  expect(row.title).toBeNull()
})

test.each([
  [{ title: 'x'.repeat(61) }, 'title'],
  [{ title: 5 }, 'title'],
  [{ expires_at: 'завтра' }, 'expires_at'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2026-13-45T99:00:00Z' }, 'expires_at'],
  [{ networks: '203.0.113.24' }, 'networks'],
  [{ networks: ['203.0.113.0/33'] }, 'networks'],
  [{ networks: ['203.0.113.24; DROP TABLE users'] }, 'networks'],
  [{ networks: ['example.com'] }, 'networks'],
  [{ networks: Array(21).fill('203.0.113.24') }, 'networks']
])('limits such as %p are refused at %s', async (limits, field) => {
  const { person, path } = await withToken()
  const { status, body } = await person.put(path, limits)
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'BAD_INPUT', [field]])
})

test.each(['fe80::1%eth0', 'fe80::1%eth0/64', 'fe80:%x', '::ffff:1.2.3.4%1', '%'])(
  'a network of one machine alone, %s, is refused',
  async network => {
    const person = await registerAndLogin(app)
    const { status, body } = await person.post('/api/generate_token', { networks: [network] })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
  }
)

test.each([
  '0.0.0.0/0',
  '::/0',
  '::ffff:10.0.0.0/50',
  '::ffff:10.0.0.0/96',
  '::FFFF:A00:0/95',
  '0:0:0:0:0:ffff:10.0.0.0/0'
])('a token for %s, which is for everybody, is refused', async network => {
  const person = await registerAndLogin(app)
  const { status, body } = await person.post('/api/generate_token', { networks: [network] })
  expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
})

test('a network is stored as the one that Postgres reads, without bits of a host, in one spelling', async () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const v4 = fc.tuple(fc.array(octet, { minLength: 4, maxLength: 4 }), fc.integer({ min: 1, max: 32 }))
  const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 128 }))
  const network = fc.oneof(
    v4.map(([octets, bits]) => `${octets.join('.')}/${bits}`),
    v6
      .filter(([address]) => !canonicalAddress(address)?.includes('.'))
      .map(([address, bits]) => `${address}/${bits}`)
  )
  await fc.assert(
    fc.asyncProperty(network, async text => {
      const [stored = ''] = storedLimits({ networks: [text] }).networks ?? []
      const [row] = await app.database.owner`SELECT network(${text}::inet) = ${stored}::cidr AS same,
        network(${text}::inet)::text AS spelled`
      expect([text, stored, row.same]).toEqual([text, stored, true])
      // Postgres writes `::1:0` as `::0.1.0.0`.
      expect(storedLimits({ networks: [row.spelled] }).networks).toEqual([stored])
    })
  )
})

test.each(['2099-02-30T00:00:00Z', '2099-04-31T12:00:00Z', '2099-13-01T00:00:00Z', '2099-02-29T00:00:00Z'])(
  'an end on a day that no calendar has is refused: %s',
  async expires_at => {
    const person = await registerAndLogin(app)
    const { status, body } = await person.post('/api/generate_token', { expires_at })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
  }
)

test('a title keeps no sign that nobody sees', async () => {
  const { person } = await withToken({ title: '\u202eНочная\u0007 сверка\u2069' })
  expect((await listed(person)).title).toBe('Ночная сверка')
})
