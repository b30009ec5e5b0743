import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createAdmission, createAdmissions } from '#api/features/search/admission.ts'
import type { AnswerService } from '#api/features/search/search-worker-pool.ts'
import { LINE_MAX_CHARS, SEARCH_DEADLINE_MS, SEARCHES_PER_ACCOUNT } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { balanceOf, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let real: AnswerService
/** Lines that went to the engine. */
let queries: string[]
let gate: PromiseWithResolvers<void>

const app = startedApp(async app => {
  await loadPeople(app)
  real = app.context.search
})
beforeEach(() => {
  queries = []
  gate = Promise.withResolvers()
  app.context.search = {
    ...real,
    async answer(request, signal) {
      queries.push(request.query)
      await gate.promise
      return await real.answer(request, signal)
    }
  }
})
afterEach(() => {
  gate.resolve()
  app.context.search = real
  app.context.admissions = createAdmissions()
})

const perform = (client: Person, query: string, init?: RequestInit) =>
  client.post('/api/search/perform', { query }, init)
const lines = (count: number) => Array.from({ length: count }, (_, at) => `Петров ${1900 + at}`)
const untilAsked = async (count: number) => {
  while (queries.length < count) await Bun.sleep(5)
  await Bun.sleep(50)
}

describe('parallel searches of one account', () => {
  test('make the engine work no more often than there are credits', async () => {
    const client = await registerAndLogin(app)
    gate.resolve()
    const answers = await Promise.all(lines(60).map(line => perform(client, line)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'NO_CREDITS')).toHaveLength(55)
    expect(queries).toHaveLength(5)
    expect(await balanceOf(app, client.username)).toEqual({ balance: 0, ledger: 0 })
  })

  test('give the same line once to the engine on the last credit, and to all who asked', async () => {
    const client = await signedInAs(app, ROLE_USER, 1)
    gate.resolve()
    const answers = await Promise.all(lines(12).map(() => perform(client, 'Сидорова Анна')))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(answers.reduce((sum, { body }) => sum + body.charged, 0)).toBe(1)
    expect(queries).toEqual(['Сидорова Анна'])
  })

  test('give it once also while its charge is seen and its answer is not there yet', async () => {
    const client = await signedInAs(app, ROLE_USER, 1)
    gate.resolve()
    const { charges } = app.context
    const charged = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    app.context.charges = {
      waiting: 0,
      async charge(...order) {
        const outcome = await charges.charge(...order)
        charged.resolve()
        await goOn.promise
        return outcome
      }
    }
    const first = perform(client, 'Сидорова Анна')
    await charged.promise
    const second = perform(client, 'Сидорова Анна')
    await Bun.sleep(100)
    goOn.resolve()
    const bodies = [(await first).body, (await second).body]
    app.context.charges = charges
    expect(bodies.map(body => body.charged)).toEqual([1, 0])
    expect(queries).toEqual(['Сидорова Анна'])
  })

  test('work a few at a time and are all answered, while another account goes at once', async () => {
    const client = await signedInAs(app, ROLE_USER, 100)
    const other = await registerAndLogin(app)
    const crowd = Promise.all(lines(40).map(line => perform(client, line)))
    await untilAsked(SEARCHES_PER_ACCOUNT)
    expect(queries).toHaveLength(SEARCHES_PER_ACCOUNT)
    const quick = perform(other, 'Сидорова Анна')
    await untilAsked(SEARCHES_PER_ACCOUNT + 1)
    expect(queries.at(-1)).toBe('Сидорова Анна')
    gate.resolve()
    expect((await quick).body.charged).toBe(1)
    expect((await crowd).map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect(await balanceOf(app, client.username)).toEqual({ balance: 60, ledger: 60 })
  })

  test('are refused uncharged with the seconds to wait when too many of them wait, or wait too long', async () => {
    const few = createAdmission({ total: 4, perAccount: 1, waitingPerAccount: 1, waitMs: 300 })
    app.context.admissions = { ...app.context.admissions, search: few }
    const client = await registerAndLogin(app)
    const first = perform(client, 'Петров')
    await untilAsked(1)
    const others = await Promise.all(lines(3).map(line => perform(client, line)))
    for (const { status, headers, body } of others) {
      expect([status, body.code, body.error]).toEqual([
        429,
        'TOO_MANY_SEARCHES',
        PROBLEMS.TOO_MANY_SEARCHES.text
      ])
      expect(headers.get('retry-after')).toBe('1')
    }
    gate.resolve()
    expect((await first).status).toBe(200)
    expect(queries).toHaveLength(1)
    expect((await balanceOf(app, client.username)).balance).toBe(4)
  })

  test('count for their repeats too', async () => {
    const client = await registerAndLogin(app)
    gate.resolve()
    const first = await perform(client, 'Сидорова Анна')
    gate = Promise.withResolvers()
    const few = createAdmission({ total: 4, perAccount: 1, waitingPerAccount: 10, waitMs: 10_000 })
    app.context.admissions = { ...app.context.admissions, search: few }
    const slow = perform(client, 'Петров')
    await untilAsked(2)
    let isRepeated = false
    const repeat = perform(client, 'Сидорова Анна').finally(() => {
      isRepeated = true
    })
    await Bun.sleep(200)
    expect(isRepeated).toBe(false)
    gate.resolve()
    await slow
    expect((await repeat).body.matches).toEqual(first.body.matches)
  })

  test('that nobody waits for any more do not go to the engine', async () => {
    const client = await signedInAs(app, ROLE_USER, 100)
    const crowd = lines(SEARCHES_PER_ACCOUNT).map(line => perform(client, line))
    await untilAsked(SEARCHES_PER_ACCOUNT)
    const leave = new AbortController()
    const left = lines(20).map(line => perform(client, line, { signal: leave.signal }).catch(() => 'left'))
    await Bun.sleep(300)
    leave.abort()
    expect(await Promise.all(left)).toEqual(Array(20).fill('left'))
    await Bun.sleep(200)
    gate.resolve()
    await Promise.all(crowd)
    await Bun.sleep(200)
    expect(queries).toHaveLength(SEARCHES_PER_ACCOUNT)
  })
})

test('a question is refused uncharged when its time is over, whatever hangs, the wait for a slot included', async () => {
  const one = createAdmission({ total: 1, perAccount: 1, waitingPerAccount: 10, waitMs: SEARCH_DEADLINE_MS })
  app.context.admissions = { ...app.context.admissions, search: one }
  const [first, second] = [await registerAndLogin(app), await registerAndLogin(app)]
  const quick = perform(first, 'Петров')
  await untilAsked(1)
  const stuck = perform(second, 'Сидорова Анна')
  await Bun.sleep(1_000)
  app.context.search = { ...real, answer: () => new Promise(() => {}) }
  gate.resolve()
  expect((await quick).status).toBe(200)
  const { status, body } = await stuck
  expect([status, body.code]).toEqual([503, 'SEARCH_DOWN'])
  expect((await balanceOf(app, second.username)).balance).toBe(5)
})

describe('a line of more than two thousand signs', () => {
  const endless: [name: string, line: string][] = [
    ['combining marks', '\u0301'.repeat(32_000)],
    ['signs that nobody sees', `${'\u200b'.repeat(LINE_MAX_CHARS)}Петров`],
    ['spaces', `${' '.repeat(LINE_MAX_CHARS)}Петров`]
  ]

  test.each(endless)('of %s is refused unread by every route that takes one', async (_, line) => {
    const client = await registerAndLogin(app)
    for (const path of ['perform', 'parse_query']) {
      const { status, body } = await client.post(`/api/search/${path}`, { query: line })
      expect([path, status, body.code]).toEqual([path, 400, 'QUERY_TOO_LONG'])
    }
    const operator = await client.post('/api/search/check_operator', { phone: `${line}89732041740` })
    expect(operator.body.operator_info).toBeNull()
    for (const messenger of ['telegram', 'whatsapp']) {
      const { status, body } = await client.post(`/api/check_${messenger}`, { phone: `${line}89732041740` })
      expect([status, body.code]).toEqual([400, 'NOT_A_PHONE'])
    }
    expect((await balanceOf(app, client.username)).balance).toBe(5)
    expect(queries).toEqual([])
  })
})
