import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createAdmission, createAdmissions } from '#api/features/search/admission.ts'
import { readInTurn } from '#api/features/search/parse-query.ts'
import type { AnswerService } from '#api/features/search/search-workers.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCHES_PER_ACCOUNT } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const LINE = 'Иванов Иван Иванович'
const UNKNOWN = `ps_${'A'.repeat(43)}`

let app: TestApp
let real: AnswerService
/** Lines that were read, for their readings or for an answer. */
let lines: string[]
let gate: PromiseWithResolvers<void> | undefined

beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
  real = app.context.search
})
beforeEach(() => {
  lines = []
  gate = undefined
  app.context.search = {
    ...real,
    async read(line, signal) {
      lines.push(line)
      await gate?.promise
      return await real.read(line, signal)
    },
    async answer(request, signal) {
      lines.push(request.query)
      await gate?.promise
      return await real.answer(request, signal)
    }
  }
})
afterEach(() => {
  gate?.resolve()
  app.context.search = real
  app.context.admissions = createAdmissions()
})
afterAll(() => app.stop())

const readingsOf = (person: Person, query: string, init?: RequestInit) =>
  person.post('/api/search/parse_query', { query }, init)
const setBalance = (person: Person, balance: number) =>
  app.database.owner`UPDATE users SET requests_count = ${balance} WHERE id = ${person.user.id}`
const untilRead = async (count: number) => {
  while (lines.length < count) await Bun.sleep(5)
  await Bun.sleep(50)
}

describe('no line is read', () => {
  test('of a stranger, by a token that is none and of a call that comes too soon', async () => {
    const person = await signedInAs(app, ROLE_USER, 5)
    const program = await programOf(person, app.url)
    const stranger = createClient(app.url)
    const codes = []
    for (const token of [undefined, 'ps_short', UNKNOWN])
      codes.push((await stranger.post('/api/search', { request: LINE, token })).status)
    codes.push((await stranger.post('/api/search/parse_query', { query: LINE })).status)
    codes.push((await stranger.post('/api/search/perform', { query: LINE })).status)
    await program.ask('/api/balance')
    codes.push((await program.ask('/api/search', { request: LINE })).status)
    expect(codes).toEqual([401, 401, 401, 401, 401, 429])
    expect(lines).toEqual([])
  })

  test('without credits, but what was paid for is answered again', async () => {
    const person = await signedInAs(app, ROLE_USER, 1)
    const perform = (query: string, headers: Record<string, string> = {}) =>
      person.post('/api/search/perform', { query }, { headers })
    const rows = `${LINE}\n`
    expect((await perform(rows, { 'Idempotency-Key': 'paid' })).body.charged).toBe(1)
    expect(lines).toEqual([rows])
    expect((await perform('Петров Пётр; Сидорова Анна')).body.code).toBe('NO_CREDITS')
    const program = await programOf(person, app.url)
    expect((await program.ask('/api/search', { request: 'Петров' })).body.error_code).toBe('NO_CREDITS')
    expect(lines).toEqual([rows])
    for (const repeat of [await perform(LINE), await perform(rows, { 'Idempotency-Key': 'paid' })])
      expect([repeat.status, repeat.body.requests_left]).toEqual([200, 0])
  })
})

test('rows of a pasted text are no words of one row, and are answered again for nothing', async () => {
  const person = await signedInAs(app, ROLE_USER, 5)
  const perform = async (query: string) => {
    const { body } = await person.post('/api/search/perform', { query })
    return [body.query, body.charged]
  }
  expect(await perform('Иванов Иван\nПетров Пётр')).toEqual(['Иванов Иван; Петров Пётр', 1])
  expect(await perform('Иванов Иван Петров Пётр')).toEqual(['Иванов Иван Петров Пётр', 1])
  expect(await perform(' иванов  Иван\r\nПетров Пётр ')).toEqual(['Иванов Иван; Петров Пётр', 0])
})

describe('the readings of a line', () => {
  test('are free for who has no credits', async () => {
    const person = await signedInAs(app, ROLE_USER, 5)
    await setBalance(person, 0)
    const { status, body } = await readingsOf(person, LINE)
    expect([status, body.readings[0].kind]).toEqual([200, 'full_name'])
    expect(lines).toEqual([LINE])
  })

  test('take the share of searches: eight calls of an account hold its slots, another account has its own', async () => {
    gate = Promise.withResolvers()
    const [crowded, other] = [await signedInAs(app, ROLE_USER, 5), await signedInAs(app, ROLE_USER, 5)]
    const crowd = Array.from({ length: 8 }, (_, at) => readingsOf(crowded, `Петров ${1900 + at}`))
    await untilRead(SEARCHES_PER_ACCOUNT)
    const search = crowded.post('/api/search/perform', { query: 'Сидорова Анна' })
    const quick = readingsOf(other, LINE)
    await untilRead(SEARCHES_PER_ACCOUNT + 1)
    expect(lines).toHaveLength(SEARCHES_PER_ACCOUNT + 1)
    expect(lines.at(-1)).toBe(LINE)
    gate.resolve()
    const answers = [...(await Promise.all(crowd)), await quick, await search]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('are refused with the seconds to wait when too many of an account wait', async () => {
    gate = Promise.withResolvers()
    const few = createAdmission({ total: 4, perAccount: 1, waitingPerAccount: 1, waitMs: 300 })
    app.context.admissions = { ...app.context.admissions, search: few }
    const person = await signedInAs(app, ROLE_USER, 5)
    const first = readingsOf(person, LINE)
    await untilRead(1)
    for (const { status, headers, body } of await Promise.all([1, 2, 3].map(() => readingsOf(person, LINE))))
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'TOO_MANY_SEARCHES', '1'])
    gate.resolve()
    expect((await first).status).toBe(200)
  })

  test('rest a while after a line, longer than it took, before the next of the account', async () => {
    const one = createAdmission({ total: 4, perAccount: 1, waitingPerAccount: 9, waitMs: 10_000 })
    app.context.admissions = { ...app.context.admissions, search: one }
    app.context.search = { ...real, read: async () => ({ readings: [], tookMs: 200 }) }
    const person = await signedInAs(app, ROLE_USER, 5)
    await readingsOf(person, LINE)
    const answeredAt = performance.now()
    await readingsOf(person, LINE)
    expect(performance.now() - answeredAt).toBeGreaterThan(600)
  })

  test('rest after a line that is refused, as after another', async () => {
    const one = createAdmission({ total: 4, perAccount: 1, waitingPerAccount: 9, waitMs: 10_000 })
    app.context.admissions = { ...app.context.admissions, search: one }
    app.context.search = {
      ...real,
      read: async () => {
        await Bun.sleep(100)
        throw new Refusal('QUERY_TOO_LONG')
      }
    }
    const person = await signedInAs(app, ROLE_USER, 5)
    const answers = await Promise.all(
      [1, 2].map(() => readingsOf(person, LINE).then(() => performance.now()))
    )
    expect(Math.max(...answers) - Math.min(...answers)).toBeGreaterThan(600)
  })

  test('are not looked for when nobody waits for them any more', async () => {
    gate = Promise.withResolvers()
    const person = await signedInAs(app, ROLE_USER, 5)
    const leave = new AbortController()
    const left = Array.from({ length: 20 }, (_, at) =>
      readingsOf(person, `Петров ${1900 + at}`, { signal: leave.signal }).catch(() => 'left')
    )
    await untilRead(SEARCHES_PER_ACCOUNT)
    leave.abort()
    expect(await Promise.all(left)).toEqual(Array(20).fill('left'))
    await Bun.sleep(200)
    gate.resolve()
    await Bun.sleep(200)
    expect(lines).toHaveLength(SEARCHES_PER_ACCOUNT)
    const gone = new AbortController()
    const reading = readInTurn(LINE, gone.signal)
    gone.abort(new Error('gone'))
    expect(await reading.catch(error => error.message)).toBe('gone')
  })
})
