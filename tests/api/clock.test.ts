import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createGuardedGateway } from '#api/features/messengers/guarded-gateway.ts'
import { GatewayError } from '#api/messengers/contract.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { balanceOf, logIn, type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

/** The process jumps, the database does not: between two machines it is always so. */
const DAY_MS = 86_400_000
const JUMPS = [
  ['a day ahead', DAY_MS],
  ['a day back', -DAY_MS]
] as const
const jump = (ms: number) => setSystemTime(new Date(Date.now() + ms))

const app = startedApp(loadPeople)
afterEach(() => {
  setSystemTime()
})

const me = async (person: Person) => (await person.get('/api/auth/me')).status
const search = async (person: Person, query: string) => {
  const { status, body } = await person.post('/api/search/perform', { query })
  expect(status).toBe(200)
  return body
}
/** As the page does: a refused token is renewed once. */
async function comeBack(person: Person): Promise<void> {
  if ((await me(person)) === 200) return
  expect((await person.post('/refresh')).status).toBe(200)
  expect(await me(person)).toBe(200)
}

test.each(JUMPS)('a clock that jumps %s, and then back, ends no session', async (_, ms) => {
  const person = await registerAndLogin(app)
  jump(ms)
  await comeBack(person)
  const late = await logIn(app, person.username)
  setSystemTime()
  await comeBack(person)
  await comeBack(late)
})

test.each(JUMPS)('a clock that jumps %s neither charges a repeat nor loses a charge', async (_, ms) => {
  const person = await registerAndLogin(app)
  expect(await search(person, 'Кузнецов Олег')).toMatchObject({ charged: 1, requests_left: 4 })
  jump(ms)
  await comeBack(person)
  expect(await search(person, 'Кузнецов Олег')).toMatchObject({ charged: 0, requests_left: 4 })
  expect(await search(person, 'Сидорова Анна')).toMatchObject({ charged: 1, requests_left: 3 })
  setSystemTime()
  await comeBack(person)
  expect(await search(person, 'Сидорова Анна')).toMatchObject({ charged: 0, requests_left: 3 })
  expect(await balanceOf(app, person.username)).toEqual({ balance: 3, ledger: 3 })
})

test.each(JUMPS)('a clock that jumps %s opens no window of guesses', async (_, ms) => {
  const { username } = await registerAndLogin(app)
  const login = (password: string) =>
    app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, turnstile_token: 'test-token' })
    })
  for (let guess = 0; guess < 10; guess += 1) expect((await login('not the password 1')).status).toBe(401)
  jump(ms)
  const refused = await login(PASSWORD)
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(500)
  expect(wait).toBeLessThanOrEqual(600)
})

test.each(JUMPS)(
  'a clock that jumps %s does not give away whom no messenger was asked for',
  async (_, ms) => {
    const gateway = createGuardedGateway({
      typicalMs: 1,
      supports: () => true,
      check: () => Promise.reject(new GatewayError('down', 'away')),
      pool: () => Promise.reject(new GatewayError('down', 'away'))
    })
    const check = { channel: 'telegram', phone: '+79732041740', requestId: 'of-a-test' } as const
    const real = await gateway.check(check, false)
    expect(real).toHaveProperty('failure')
    jump(ms)
    expect(await gateway.check(check, true)).toEqual(real)
  }
)
