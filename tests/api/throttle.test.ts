import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SQL } from 'bun'
import { freeThrottlePlaces, takeThrottlePlace, takeThrottlePlaces } from '#api/features/throttle/store.ts'
import { HASHED_AND_WAITING, holdPasswords } from '#tests/kit/held-passwords.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

let app: TestApp
beforeAll(async () => {
  // Behind a trusted proxy a test can come from any address.
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1', REGISTRATIONS_PER_HOUR: '3' })
})
afterAll(() => app.stop())

const call = (path: string, address: string, username: string, password: string) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username, password, turnstile_token: 'test-token' })
  })
const login = (address: string, username: string, password = 'wrong password 1') =>
  call('/api/auth/login', address, username, password)
const signUp = (address: string, username = uniqueName()) =>
  call('/api/auth/register', address, username, PASSWORD)

let nextAddress = 1
const newAddress = () => `198.51.100.${nextAddress++}`
async function newName(): Promise<string> {
  const name = uniqueName()
  expect((await signUp(newAddress(), name)).status).toBe(200)
  return name
}
const count = (answers: Response[], status: number) =>
  answers.filter(answer => answer.status === status).length

test('whoever is refused by a window that began meanwhile is told of its end too', async () => {
  const { owner, app: sql } = app.database
  const take = (connection: SQL) => takeThrottlePlace(connection, 'test:race', 1, 600)
  let refused: Promise<number | null> | undefined
  await owner.begin(async first => {
    expect(await take(first)).toBeNull()
    refused = take(sql)
    // It must have begun, and be waiting for the first.
    await Bun.sleep(200)
  })
  expect(await refused).toBe(600)
})

describe('wrong passwords', () => {
  test('are verified at most ten times per account, also two hundred at once from many addresses', async () => {
    const name = await newName()
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => login(`203.0.113.${at}`, name)))
    expect(count(answers, 401)).toBe(10)
    expect(count(answers, 429)).toBe(190)
    const allRefused = answers.filter(answer => answer.status === 429)
    for (const { headers } of allRefused) {
      const wait = Number(headers.get('retry-after'))
      expect(wait).toBeGreaterThan(300)
      expect(wait).toBeLessThanOrEqual(600)
    }
    expect(await allRefused[0]?.json()).toMatchObject({
      code: 'TOO_MANY_LOGINS',
      error: 'Слишком много попыток входа. Попробуйте через 10 мин.'
    })
  })

  test('hold up the right password too, until the window ends', async () => {
    const name = await newName()
    for (let guess = 0; guess < 10; guess++) expect((await login(newAddress(), name)).status).toBe(401)
    expect((await login(newAddress(), name, PASSWORD)).status).toBe(429)
    await app.database
      .owner`UPDATE throttles SET window_ends_at = now() WHERE key = ${`login:account:${name}`}`
    expect((await login(newAddress(), name, PASSWORD)).status).toBe(200)
  })

  test('count for a name in any spelling of case', async () => {
    const name = await newName()
    for (let guess = 0; guess < 10; guess++) await login(newAddress(), guess % 2 ? name : name.toUpperCase())
    expect((await login(newAddress(), name, PASSWORD)).status).toBe(429)
  })

  test('are thirty per address over all accounts, and leave the accounts alone', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 60 }, () => login(address, uniqueName())))
    expect([count(answers, 401), count(answers, 429)]).toEqual([30, 30])
    const name = await newName()
    for (let guess = 0; guess < 12; guess++) expect((await login(address, name)).status).toBe(429)
    expect((await login(newAddress(), name, PASSWORD)).status).toBe(200)
  })

  test('do not end a session that is open', async () => {
    const person = await registerAndLogin(app)
    for (let guess = 0; guess < 11; guess++) await login(newAddress(), person.username)
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })
})

test('more passwords than can be hashed soon are sent away at once', async () => {
  const hashing = holdPasswords()
  const atOnce: Response[] = []
  const logins = Array.from({ length: 160 }, async (_, at) => {
    const answer = await login(`192.0.2.${at}`, uniqueName())
    if (hashing.isHeld) atOnce.push(answer)
    return answer
  })
  await until(() => atOnce.length === 160 - HASHED_AND_WAITING)
  expect(count(atOnce, 503)).toBe(160 - HASHED_AND_WAITING)
  hashing.release()
  expect(count(await Promise.all(logins), 401)).toBe(HASHED_AND_WAITING)
  const [refused] = atOnce
  expect(await refused?.json()).toMatchObject({ code: 'OVERLOADED' })
  expect(refused?.headers.get('retry-after')).toBe('5')
})

test('right passwords use no place up', async () => {
  const name = await newName()
  const address = newAddress()
  for (let round = 0; round < 32; round++) expect((await login(address, name, PASSWORD)).status).toBe(200)
})

describe('right logins of one account from one address', () => {
  test('take their places in the order in which they give them back', async () => {
    const { owner } = app.database
    // As a login names them.
    const limits = ['login:address:order', 'login:account:order'].map(key => ({
      key,
      most: 10,
      windowSeconds: 60
    }))
    const keys = limits.map(({ key }) => key)
    await takeThrottlePlaces(owner, limits)
    const untilWaiting = async (sql: SQL, most: number) => {
      while ((await sql`SELECT FROM pg_locks WHERE NOT granted`).length < most) await Bun.sleep(5)
    }
    let both: Promise<unknown> = Promise.resolve()
    await owner.begin(async tx => {
      await tx`SELECT FROM throttles WHERE key = 'login:account:order' FOR UPDATE`
      const givingBack = freeThrottlePlaces(owner, keys)
      await untilWaiting(tx, 1)
      const taking = takeThrottlePlaces(owner, limits)
      both = Promise.all([givingBack, taking])
      await untilWaiting(tx, 2)
    })
    await both
    expect(await owner`SELECT count FROM throttles WHERE key IN ${owner(keys)}`).toEqual([
      { count: 1 },
      { count: 1 }
    ])
  })

  test('all succeed and leave no place taken', async () => {
    const name = await newName()
    const address = newAddress()
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const answers: Response[] = []
        for (let round = 0; round < 3; round++) answers.push(await login(address, name, PASSWORD))
        return answers.map(({ status }) => status)
      })
    )
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    const places = await app.database.owner`SELECT key FROM throttles
      WHERE key IN (${`login:account:${name}`}, ${`login:address:${address}`}) AND count > 0`
    expect(places).toEqual([])
  })
})

test('a household with IPv6 is one client', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => login(`2001:db8:1:2::${(at + 1).toString(16)}`, uniqueName()))
  )
  expect([count(answers, 401), count(answers, 429)]).toEqual([30, 10])
  expect((await login('2001:db8:1:3::1', uniqueName())).status).toBe(401)
})

describe('registrations', () => {
  test('are limited per address and hour, also at once', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(address)))
    expect([count(answers, 200), count(answers, 429)]).toEqual([3, 5])
    const refused = await signUp(address)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(await refused.json()).toMatchObject({
      code: 'TOO_MANY_REGISTRATIONS',
      error: 'Слишком много регистраций с этого адреса. Попробуйте через 60 мин.'
    })
    expect((await signUp(newAddress())).status).toBe(200)
  })

  test('tell only so often that a name is taken, and do not count then', async () => {
    const name = await newName()
    const address = newAddress()
    for (let round = 0; round < 9; round++) expect((await signUp(address, name)).status).toBe(409)
    expect((await signUp(address, name)).status).toBe(429)
    expect((await signUp(address)).status).toBe(200)
  })
})
