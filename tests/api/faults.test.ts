import { afterEach, beforeEach, expect, test } from 'bun:test'
import { APP_LIMITS } from '#api/db/connect.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
let person: Person
beforeEach(async () => {
  setLogLevel('error')
  app = await startApp({}, undefined, undefined, APP_LIMITS)
  person = await registerAndLogin(app)
})
afterEach(() => app.stop())

const DOWN = {
  ok: false,
  success: false,
  code: 'DATABASE_DOWN',
  error: 'База данных временно недоступна. Попробуйте позже.'
}

test('a lock that is held too long is answered in two seconds and leaves nothing behind', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const holding = app.database.owner.begin(async tx => {
    await tx`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`
    await held
  })
  await Bun.sleep(50)
  const answers = await Promise.all([
    person.get('/api/auth/me'),
    person.get('/api/news'),
    person.post('/refresh')
  ])
  // Nothing is let go before.
  expect(answers.map(answer => answer.status)).toEqual([503, 503, 200])
  expect(answers[0]?.body).toMatchObject(DOWN)
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  release()
  await holding
  expect((await person.get('/api/auth/me')).status).toBe(200)
})

test('connections that the server ends cost at most a try', async () => {
  await app.database.owner`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const statuses: number[] = []
  for (let round = 0; round < 15; round++) statuses.push((await person.get('/api/auth/me')).status)
  expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.slice(-3)).toEqual([200, 200, 200])
})

test('a database that is gone is told as such on every route', async () => {
  await app.database.app.close({ timeout: 0 })
  const login = { username: person.username, password: PASSWORD, turnstile_token: 'test-token' }
  const answers = [
    await person.get('/api/auth/me'),
    await person.get('/api/search_history'),
    await person.post('/refresh'),
    await createClient(app.url).post('/api/auth/login', login),
    await createClient(app.url).post('/api/auth/register', login)
  ]
  expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(503))
  for (const answer of answers) expect(answer.body).toMatchObject(DOWN)
})

test('a transaction that this process let stand too long is an outage, and no fault of ours', async () => {
  const failure = await app.database.app
    .begin(async tx => {
      await tx`SET LOCAL idle_in_transaction_session_timeout = 50`
      await Bun.sleep(500)
      await tx`SELECT 1`
    })
    .catch(error => error)
  expect(isDatabaseDown(failure)).toBe(true)
})

test('a fault of ours tells its number and nothing else', async () => {
  await app.database.owner`DROP TABLE news`
  const answer = await person.get('/api/news')
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    ok: false,
    success: false,
    code: 'UNEXPECTED',
    error: 'Внутренняя ошибка сервера',
    request_id: answer.headers.get('x-request-id')
  })
})
