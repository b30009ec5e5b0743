import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createAdmission, createAdmissions } from '#api/features/search/admission.ts'
import { readUnlessAborted } from '#api/features/search/answer/parse-query.ts'
import { readingsOf as readingsOfLine } from '#api/features/search/catalogue.ts'
import type { AnswerService } from '#api/features/search/search-worker-pool.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SEARCHES_PER_ACCOUNT } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const LINE = 'Иванов Иван Иванович'
const TIMED = { readings: [], tookMs: 20 }
const UNKNOWN = `ps_${'A'.repeat(43)}`

let real: AnswerService
/** Lines that were read, for their readings or for an answer. */
let lines: string[]
let gate: PromiseWithResolvers<void> | undefined

const app = startedApp(async app => {
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

const readingsOf = (person: Person, query: string, init?: RequestInit) =>
  person.post('/api/search/parse_query', { query }, init)
const setBalance = (person: Person, balance: number) =>
  app.database.owner`UPDATE users SET requests_count = ${balance} WHERE id = ${person.user.id}`
/** How long each slot of a search rests, in ms. */
function restsOfSlots(): (number | undefined)[] {
  const rests: (number | undefined)[] = []
  const { search } = app.context.admissions
  const enter = async (userId: number, signal: AbortSignal) => ({
    ...(await search.enter(userId, signal)),
    leave: (restMs?: number) => void rests.push(restMs)
  })
  app.context.admissions = { ...app.context.admissions, search: { ...search, enter } }
  return rests
}
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

  test.each([
    ['was read', async () => ({ readings: [], tookMs: 20 }), 200, 180],
    ['was refused', async () => ({ refused: 'QUERY_TOO_LONG' as const, tookMs: 20 }), 400, 180],
    ['took long', async () => ({ readings: [], tookMs: 500 }), 200, 1_000],
    ['cost a thread', () => Promise.reject(new Refusal('SEARCH_DOWN')), 503, 1_000]
  ])('let the account rest after a line that %s', async (_, read, status, restMs) => {
    app.context.search = { ...real, read }
    const rests = restsOfSlots()
    expect((await readingsOf(await signedInAs(app, ROLE_USER, 5), LINE)).status).toBe(status)
    expect(rests).toEqual([restMs])
  })

  test('let the account rest after a line that its caller did not wait for', async () => {
    gate = Promise.withResolvers()
    const { promise } = gate
    app.context.search = { ...real, read: () => promise.then(() => TIMED) }
    const rests = restsOfSlots()
    const leave = new AbortController()
    const reading = readingsOfLine(app.context, 1, LINE, leave.signal).catch(error => error.message)
    await new Promise(setImmediate)
    leave.abort(new Error('gone'))
    gate.resolve()
    expect([await reading, rests]).toEqual(['gone', [180]])
  })

  test('are timed where they are made, also of a line that is refused', async () => {
    const refused = await readUnlessAborted('Иванов '.repeat(100), new AbortController().signal)
    expect(refused).toEqual({ refused: 'QUERY_TOO_LONG', tookMs: expect.any(Number) })
    expect(refused.tookMs).toBeGreaterThan(0)
  })

  test('are not looked for when nobody waits for them any more', async () => {
    gate = Promise.withResolvers()
    const person = await signedInAs(app, ROLE_USER, 5)
    const { search } = app.context.admissions
    const signals: AbortSignal[] = []
    const enter = (userId: number, signal: AbortSignal) => {
      signals.push(signal)
      return search.enter(userId, signal)
    }
    app.context.admissions = { ...app.context.admissions, search: { ...search, enter } }
    const leave = new AbortController()
    const left = Array.from({ length: 20 }, (_, at) =>
      readingsOf(person, `Петров ${1900 + at}`, { signal: leave.signal }).catch(() => 'left')
    )
    expect(
      await until(
        () => signals.length,
        count => count === left.length
      )
    ).toBe(left.length)
    leave.abort()
    expect(await Promise.all(left)).toEqual(Array(20).fill('left'))
    expect(await until(() => signals.every(({ aborted }) => aborted))).toBe(true)
    gate.resolve()
    // Of the same account, whose calls come in turn: what was still to be read would be before it.
    expect((await readingsOf(person, LINE)).status).toBe(200)
    expect(lines.slice(SEARCHES_PER_ACCOUNT)).toEqual([LINE])
    const gone = new AbortController()
    const reading = readUnlessAborted(LINE, gone.signal)
    gone.abort(new Error('gone'))
    expect(await reading).toEqual({ readings: [], tookMs: 0 })
  })
})
