import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, createClient, type TestAnswer } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { type OwnServer, startOnOwnServer } from '#tests/kit/own-server.ts'

const CREDITS = 10_000
const PEOPLE = 4
const REQUEST_MS = 2_000
const SEARCH_MS = 5_000
const BACK_MS = 2_000
/** Those that hash a password wait for the processor besides, as they do when all is well. */
const HASHING = ['login', 'register', 'password']
const PHONE = '+7 973 204-17-40'

interface Person {
  client: Client
  username: string
  id: number
  /** Answers that said a credit was taken. */
  paid: number
}

let stage: OwnServer
let people: Person[]
let questions = 0
let hashingMs = 0

beforeAll(async () => {
  stage = await startOnOwnServer()
  people = await Promise.all(Array.from({ length: PEOPLE }, newPerson))
  const calls = await Promise.all(people.flatMap(everything))
  hashingMs = Math.max(...calls.filter(({ name }) => HASHING.includes(name)).map(({ ms }) => ms))
})
afterAll(() => stage?.close())

async function newPerson(): Promise<Person> {
  const client = createClient(stage.product.url)
  const username = uniqueName()
  const account = { username, password: PASSWORD, turnstile_token: 'test-token' }
  expect((await client.post('/api/auth/register', account)).status).toBe(200)
  const { body } = await client.post('/api/auth/login', account)
  const id = body.user.id as number
  await stage.owner`SELECT post_credit(${id}, 'grant', ${`test ${username}`}, ${CREDITS - 5})`
  return { client, username, id, paid: 0 }
}

interface Call {
  name: string
  status: number
  ms: number
  retryAfter: string | null
  code: unknown
}

async function timed(name: string, call: Promise<TestAnswer<{ code?: unknown } | string>>): Promise<Call> {
  const startedAt = performance.now()
  const { status, headers, body } = await call
  const ms = performance.now() - startedAt
  return { name, status, ms, retryAfter: headers.get('retry-after'), code: Object(body).code }
}

/** Mostly a question of its own, so that it is searched and paid for. */
async function search(person: Person, query = `Иванов Иван ${1000 + ++questions}`): Promise<Call> {
  const call = person.client.post('/api/search/perform', { query })
  const answer = await timed('search', call)
  const { status, body } = await call
  if (status === 200) person.paid += body.charged
  return answer
}

const logIn = ({ username }: Person, password = PASSWORD) =>
  timed(
    'login',
    createClient(stage.product.url).post('/api/auth/login', {
      username,
      password,
      turnstile_token: 'test-token'
    })
  )

/** One call of everything that a person can ask of the database. */
function everything(person: Person): Promise<Call>[] {
  const { client } = person
  const visitor = createClient(stage.product.url)
  const account = { username: uniqueName(), password: PASSWORD, turnstile_token: 'test-token' }
  const passwords = { current_password: PASSWORD, new_password: PASSWORD, confirm_password: PASSWORD }
  return [
    search(person),
    logIn(person),
    timed('register', visitor.post('/api/auth/register', account)),
    timed('refresh', client.post('/refresh')),
    timed('password', client.post('/api/profile/change-password', passwords)),
    timed('messengers', client.post('/api/check_telegram', { phone: PHONE })),
    timed('numbering', client.post('/api/search/check_operator', { phone: PHONE })),
    timed('forget', client.delete('/api/search_history/999999999')),
    ...['/api/auth/me', '/api/search_history', '/api/news', '/api/search/stats', '/api/search/health'].map(
      path => timed(path, client.get(path))
    )
  ]
}

const limitOf = (name: string) =>
  name === 'search' ? SEARCH_MS : REQUEST_MS + (HASHING.includes(name) ? hashingMs : 0)

/** An account's searches that wait behind its own are refused as too many. */
const isRefusal = ({ status, code }: Call) =>
  status === 503 || (status === 429 && code === 'TOO_MANY_SEARCHES')

function expectRefused(calls: readonly Call[], others: unknown[] = []): void {
  expect(calls.filter(call => !isRefusal(call))).toEqual([])
  expect(calls.filter(call => !(Number(call.retryAfter) > 0))).toEqual([])
  expect(calls.filter(({ name, ms }) => ms > limitOf(name))).toEqual([])
  const down = calls.filter(call => call.name !== '/api/search/health' && call.status === 503)
  const codes = down.map(call => call.code)
  const expected = ['DATABASE_DOWN', 'SEARCH_DOWN', ...others]
  expect(codes.filter(code => !expected.includes(code))).toEqual([])
}

/** Until each kind of call is answered again. */
async function untilBack(person: Person): Promise<number> {
  const since = performance.now()
  for (;;) {
    const calls = await Promise.all([
      search(person),
      logIn(person),
      timed('me', person.client.get('/api/auth/me'))
    ])
    if (calls.every(call => call.status === 200)) return performance.now() - since
    if (performance.now() - since > 20_000) throw new Error(`not back: ${JSON.stringify(calls)}`)
    await Bun.sleep(50)
  }
}

/** Searches without a pause until stopped, whatever they get. */
function load(): () => Promise<void> {
  let isOn = true
  const works = people.map(async person => {
    while (isOn) {
      const { status } = await search(person)
      if (status !== 200) await Bun.sleep(50)
    }
  })
  return async () => {
    isOn = false
    await Promise.all(works)
  }
}

const bookedOf = async ({ id }: Person): Promise<{ charges: number; open: number }> => {
  const [booked] = await stage.owner`SELECT
      (SELECT count(*)::int FROM credit_ledger WHERE user_id = ${id} AND kind = 'search') AS charges,
      (SELECT count(*)::int FROM search_delivery WHERE user_id = ${id}) AS open`
  return { ...booked }
}

/** When all is refunded that must be, each has paid for what was answered, and for nothing else. */
async function expectTrueBooks(): Promise<void> {
  // What was handed over is confirmed with the next answer.
  for (const person of people) await search(person)
  await Bun.sleep(300)
  // What was charged and not answered is known as such before anybody makes it older.
  for (const { id, paid } of people) {
    const [charged] = await stage.owner`SELECT
        -(SELECT coalesce(sum(delta), 0)::int FROM credit_ledger WHERE user_id = ${id} AND kind IN ('search', 'refund'))
        - (SELECT coalesce(sum(charged), 0)::int FROM search_delivery WHERE user_id = ${id}) AS paid`
    expect({ id, paid: charged.paid }).toEqual({ id, paid })
  }
  await stage.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
  await stage.owner`SELECT settle_searches(interval '35 seconds', 500)`
  for (const { id, paid } of people) {
    const [books] = await stage.owner`SELECT requests_count AS balance,
        (SELECT sum(delta)::int FROM credit_ledger l WHERE l.user_id = u.id) AS ledger,
        (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id AND kind = 'search') AS charges,
        (SELECT count(*)::int FROM credit_ledger l JOIN search_history h ON h.id::text = l.ref
          WHERE l.user_id = u.id AND kind = 'search' AND h.user_id = u.id) AS asked
      FROM users u WHERE u.id = ${id}`
    expect({ ...books }).toMatchObject({ balance: CREDITS - paid, ledger: CREDITS - paid })
    expect(books.asked).toBe(books.charges)
  }
}

/** Places of passwords that nobody found wrong. */
async function expectNoPlacesTaken(): Promise<void> {
  const [row] = await stage.owner`SELECT coalesce(sum(count), 0)::int AS taken FROM throttles
    WHERE key LIKE 'login:%' OR key LIKE 'password:%'`
  expect(row.taken).toBe(0)
}

/** No event has two lines within a second, and none stands for a request each. */
function expectQuietLog(from: number): void {
  const lines = stage.product
    .said()
    .slice(from)
    .split('\n')
    .filter(line => line.startsWith('{'))
  const saidAt = new Map<string, number>()
  const tooSoon: string[] = []
  for (const line of lines) {
    const { event, at } = JSON.parse(line)
    const ms = Date.parse(at)
    if (ms - (saidAt.get(event) ?? 0) < 950) tooSoon.push(line)
    saidAt.set(event, ms)
  }
  expect(tooSoon).toEqual([])
}

describe.each([
  ['a server that is stopped', () => stage.signalServer('SIGSTOP'), () => stage.signalServer('SIGCONT')],
  ['a network that is silent', () => stage.network.fallSilent(), () => stage.network.goOn()]
])('%s', (_name, freeze, thaw) => {
  test('is told within the limits, costs nobody anything, and is forgotten when it is over', async () => {
    const [person] = people as [Person]
    const saidBefore = stage.product.said().length
    const stopLoad = load()
    await Bun.sleep(500)
    // Some of these are half done when everything stops.
    const halfDone = Array.from({ length: 12 }, async (_, at) => {
      await Bun.sleep(at * 5)
      return await logIn(person)
    })
    await Bun.sleep(40)
    freeze()
    const frozenAt = performance.now()
    try {
      expectRefused(await Promise.all(people.flatMap(everything)))
      for (const { name, ms } of await Promise.all(halfDone)) expect(ms).toBeLessThan(limitOf(name))
      expect(performance.now() - frozenAt).toBeLessThan(SEARCH_MS)
      // By now it is known: nobody waits, however many ask.
      const many = await Promise.all(Array.from({ length: 5 }, () => people.flatMap(everything)).flat())
      expectRefused(many)
      // What needs no database.
      const free = ['/api/openapi.json', '/api/auth/turnstile-config', '/nothing']
      const answers = await Promise.all(free.map(path => createClient(stage.product.url).get(path)))
      expect(answers.map(answer => answer.status)).toEqual([200, 200, 404])
      await Bun.sleep(1_500)
    } finally {
      thaw()
      await stopLoad()
    }
    expect(await untilBack(person)).toBeLessThan(BACK_MS + hashingMs)
    expectQuietLog(saidBefore)
    await expectTrueBooks()
    await expectNoPlacesTaken()
  })
})

test('a server that dies under load is told within the limits too', async () => {
  const [person] = people as [Person]
  const stopLoad = load()
  await Bun.sleep(300)
  stage.signalServer('SIGKILL')
  try {
    const calls = await Promise.all(people.flatMap(everything))
    expect(calls.filter(({ status }) => status !== 503 && status >= 500)).toEqual([])
    expectRefused(calls.filter(({ status }) => status === 503))
  } finally {
    await stopLoad()
  }
  expect(await untilBack(person)).toBeLessThan(10_000)
  await expectTrueBooks()
})

test('whoever holds the row of one user keeps nobody else waiting', async () => {
  const [held, ...others] = people as [Person, ...Person[]]
  const paidBefore = held.paid
  const { charges: chargesBefore } = await bookedOf(held)
  const change = () => held.client.put('/api/profile/settings', { telegram_chat_id: '123456789' })
  await stage.owner`UPDATE users SET role = 'Администратор' WHERE id = ${held.id}`
  await stage.owner.begin(async tx => {
    await tx`SELECT FROM users WHERE id = ${held.id} FOR UPDATE`
    const waiting = Promise.all([
      ...Array.from({ length: 30 }, () => search(held)),
      ...Array.from({ length: 20 }, () => timed('settings', change())),
      logIn(held)
    ])
    await Bun.sleep(100)
    for (let round = 0; round < 5; round += 1) {
      const beside = await Promise.all(
        others.flatMap(other => [search(other), timed('me', other.client.get('/api/auth/me'))])
      )
      expect(beside.filter(({ status, ms }) => status !== 200 || ms > REQUEST_MS)).toEqual([])
    }
    // An account's changes that wait behind its own are its own load.
    expectRefused(await waiting, ['OVERLOADED'])
  })
  expect(held.paid).toBe(paidBefore)
  // What was refused is not charged once the row is free, not even until it is refunded.
  await Bun.sleep(1_000)
  expect(await bookedOf(held)).toEqual({ charges: chargesBefore, open: 0 })
  expect((await search(held)).status).toBe(200)
  await expectTrueBooks()
  await expectNoPlacesTaken()
})
