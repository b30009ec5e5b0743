import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { PublicSearchAnswer } from '#shared/contracts/programs/public-api.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { createClient } from '#tests/kit/client.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { registerAndLogin, setCredits, signedInAs } from '#tests/kit/people.ts'
import { type Program, programOf, programWith } from '#tests/kit/public-api.ts'
import { freePort, startApp, type TestApp } from '#tests/kit/start-app.ts'
import { idsIn, loadCardIndexes, perform } from './card-indexes.ts'

const SEARCH = '/api/search'
const BALANCE = '/api/balance'

describe.each(ENGINES)('on the engine %s', (_name, openOwn) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openOwn)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  async function goOn({ askInTurn }: Program, answer: PublicSearchAnswer): Promise<string[]> {
    const ids: string[] = []
    for (let { cursor } = answer; cursor !== null; ) {
      const { status, body } = await askInTurn(SEARCH, { cursor })
      expect([status, body.charged, body.balance]).toEqual([200, 0, answer.balance])
      expect(Object.keys(body.matches).sort()).toEqual(idsIn(body).sort())
      ids.push(...idsIn(body))
      cursor = body.cursor
    }
    return ids
  }

  test('an answer has what the page has, its own keys, and one credit less', async () => {
    const person = await registerAndLogin(app)
    const page = await perform(await registerAndLogin(app), 'Частухин Иван')
    const program = await programOf(person, app.url)
    const { status, body } = await program.ask(SEARCH, { request: 'Частухин Иван' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      request: 'Частухин Иван',
      results_count: 100,
      charged: 1,
      balance: 4,
      failed_sources: [],
      completeness: { shown: 100, total: 180, total_is_exact: true, more: true }
    })
    expect(body.readings).toEqual(page.readings)
    expect(body.sources_meta.alpha.total).toBe(page.sources_meta.alpha?.total ?? 0)
    expect(idsIn(body).every(id => idsIn(page).includes(id))).toBe(true)
    const inPeople = body.persons.flatMap(recordIdsOf)
    expect(inPeople.sort()).toEqual(idsIn(body).sort())
    expect(body.persons[0].query_reasons[0].text).toMatch(/[а-яё]/i)
    expect(await booksIn(app, person)).toEqual({ balance: 4, ledger: 4, charges: 1, history: 1, audits: 1 })
    const { data } = (await person.get('/api/search_history')).body
    expect(data).toMatchObject([{ query: 'Частухин Иван', is_api: true, results_count: 100 }])
    const [{ via }] = await app.database.owner`SELECT via FROM audit_event
      WHERE actor_id = ${person.user.id} AND action = 'search'`
    expect(via).toBe('api')
  })

  test.each([
    [10, 'Частухин Иван', 180],
    [100, 'Широкин', 403],
    [170, 'Частухин Иван', 180],
    [250, 'Широкин', 403],
    [550, 'картотеки', 583],
    [10_000, 'картотеки', 583],
    [10_000, 'Широкин', 403]
  ])(
    'of a limit of %i for «%s» nothing is lost, and the cursor brings the rest for nothing',
    async (limit, line, all) => {
      const person = await registerAndLogin(app)
      const program = await programOf(person, app.url)
      const { body } = await program.askInTurn(SEARCH, { request: line, limit })
      const ids = idsIn(body)
      const shown = Math.min(limit, all)
      expect([ids.length, body.results_count, Object.keys(body.matches).length]).toEqual([
        shown,
        shown,
        shown
      ])
      expect(body.completeness).toEqual({ shown, total: all, total_is_exact: true, more: shown < all })
      expect(body.cursor === null).toBe(shown === all)
      const inPeople = new Set(body.persons.flatMap(recordIdsOf))
      expect(inPeople.size).toBe(Math.min(500, shown))
      const sums = Object.values<{ shown: number }>(body.sources_meta).map(meta => meta.shown)
      expect(sums.reduce((sum, each) => sum + each, 0)).toBe(shown)
      const everything = [...ids, ...(await goOn(program, body))]
      expect([everything.length, new Set(everything).size]).toEqual([all, all])
      expect((await booksIn(app, person)).balance).toBe(4)
    }
  )

  test('the same line costs nothing for half a minute, whatever the limit, and what it shows is audited', async () => {
    const person = await registerAndLogin(app)
    const program = await programOf(person, app.url)
    const limits = [10, 10, 300, 10_000]
    const answers: PublicSearchAnswer[] = []
    for (const limit of limits)
      answers.push((await program.askInTurn(SEARCH, { request: 'Широкин', limit })).body)
    expect(answers.map(({ charged }) => charged)).toEqual([1, 0, 0, 0])
    expect(answers.map(({ results_count }) => results_count)).toEqual([10, 10, 300, 403])
    expect(new Set(answers.map(({ search_id }) => search_id)).size).toBe(1)
    expect((await perform(person, 'Широкин')).charged).toBe(0)
    expect(await booksIn(app, person)).toMatchObject({ balance: 4, history: 1, audits: 1 })
    const shown = await app.database.owner`SELECT DISTINCT unnest(record_ids) FROM audit_event
      WHERE actor_id = ${person.user.id} AND action LIKE 'search%'`
    expect(shown).toHaveLength(403)
  })

  test('a client key repeats its answer, and belongs to one line and one limit', async () => {
    const program = await programOf(await registerAndLogin(app), app.url)
    const keyed = (body: object) => program.askInTurn(SEARCH, body, { headers: { 'idempotency-key': 'k1' } })
    const first = await keyed({ request: 'Частухин Иван', limit: 50 })
    const again = await keyed({ request: 'Частухин Иван', limit: 50 })
    expect([again.body.charged, again.body.balance, again.body.search_id]).toEqual([
      1,
      4,
      first.body.search_id
    ])
    expect(idsIn(again.body)).toEqual(idsIn(first.body))
    for (const other of [
      { request: 'Частухин Иван', limit: 60 },
      { request: 'Ольга', limit: 50 }
    ]) {
      const { status, body } = await keyed(other)
      expect([status, body.error_code]).toEqual([409, 'KEY_REUSED'])
    }
    const bad = await program.askInTurn(
      SEARCH,
      { request: 'Ольга' },
      { headers: { 'idempotency-key': 'k'.repeat(256) } }
    )
    expect([bad.status, bad.body.error_code]).toEqual([400, 'BAD_INPUT'])
  })
})

describe('who may call', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  test('the balance is free, says what it means, and marks the token as used', async () => {
    const [rich, poor, endless] = [
      await registerAndLogin(app),
      await signedInAs(app, 'Обычный пользователь', 0),
      await signedInAs(app, ROLE_INFINITY)
    ]
    const refusals = []
    for (const person of [rich, poor, endless]) {
      const { ask } = await programOf(person, app.url)
      const calledAt = Date.now()
      const { status, body } = await ask(BALANCE)
      expect([status, body.status, body.user_id, body.role]).toEqual([
        200,
        'ok',
        person.user.id,
        person.user.role
      ])
      refusals.push([body.balance, body.balance_status])
      const [{ last_used }] = (await person.get('/api/tokens')).body.api_tokens
      expect(Date.parse(last_used)).toBeGreaterThan(calledAt - 1_000)
    }
    expect(refusals).toEqual([
      [5, 'active'],
      [0, 'empty'],
      [5, 'unlimited']
    ])
  })

  test('the role «Инфинити» is never charged', async () => {
    const person = await signedInAs(app, ROLE_INFINITY, 0)
    const { ask } = await programOf(person, app.url)
    const { status, body } = await ask(SEARCH, { request: 'Ольга' })
    expect([status, body.charged, body.balance]).toEqual([200, 0, 0])
  })

  test('a header does instead of the body', async () => {
    const { token } = await programOf(await registerAndLogin(app), app.url)
    const program = createClient(app.url)
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect((await program.post(BALANCE, undefined, bearer)).status).toBe(200)
    expect((await program.post(BALANCE, {}, bearer)).status).toBe(429)
    await Bun.sleep(API_INTERVAL_MS)
    expect((await program.post(SEARCH, { request: 'Ольга' }, bearer)).status).toBe(200)
    const two = await program.post(BALANCE, { token: 'ps_other' }, bearer)
    expect([two.status, two.body.error_code]).toEqual([400, 'TWO_TOKENS'])
  })

  test('a cursor is good for its account alone, as long as its search is', async () => {
    const [own, other] = [
      await programOf(await registerAndLogin(app), app.url),
      await programOf(await registerAndLogin(app), app.url)
    ]
    const { cursor, search_id: id } = (await own.askInTurn(SEARCH, { request: 'Широкин', limit: 10 })).body
    expect((await other.askInTurn(SEARCH, { cursor })).body.error_code).toBe('NOT_FOUND')
    // Not the last letter, of whose bits some say nothing.
    const changed = `${cursor.slice(0, -5)}${cursor.at(-5) === 'A' ? 'B' : 'A'}${cursor.slice(-4)}`
    expect((await own.askInTurn(SEARCH, { cursor: changed })).body.error_code).toBe('BAD_INPUT')
    await app.database.owner`UPDATE search_history SET created_at = created_at - interval '31 minutes'
      WHERE search_id = ${Buffer.from(id, 'base64url')}`
    const late = await own.askInTurn(SEARCH, { cursor })
    expect([late.status, late.body.error_code]).toEqual([410, 'SEARCH_EXPIRED'])
  })

  test('of twenty calls at once one is answered, in two processes too, and a new token does not reset the wait', async () => {
    const port = freePort()
    const context = createContext({
      ...app.context,
      database: app.database,
      records: openRecords(app.context.config, app.database)
    })
    const second = createApp(context)
    second.listen({ port, hostname: '127.0.0.1' })
    try {
      for (const urls of [[app.url], [app.url, `http://localhost:${port}`]]) {
        const person = await registerAndLogin(app)
        const { token } = await programOf(person, app.url)
        const programs = urls.map(url => programWith(token, url))
        const calledAt = Date.now()
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, call) =>
            programs[call % programs.length]?.ask(SEARCH, { request: 'Ольга' })
          )
        )
        const statuses = answers.map(answer => answer?.status)
        // On a busy machine they come over more than one interval.
        const answered = statuses.filter(status => status === 200).length
        expect(answered).toBeGreaterThan(0)
        expect((answered - 1) * API_INTERVAL_MS <= Date.now() - calledAt).toBe(true)
        expect(statuses.filter(status => status === 429)).toHaveLength(20 - answered)
        const refused = answers.find(answer => answer?.status === 429)
        expect([refused?.body.error_code, refused?.headers.get('retry-after')]).toEqual(['TOO_OFTEN', '1'])
        // Of one line, the later ones are its replay.
        expect(await booksIn(app, person)).toMatchObject({ balance: 4, ledger: 4, charges: 1, history: 1 })
      }
      const person = await registerAndLogin(app)
      const { ask, token } = await programOf(person, app.url)
      const before = Date.now()
      expect((await ask(BALANCE)).status).toBe(200)
      await person.delete(`/api/delete_token/${token}`)
      const { ask: askAgain } = await programOf(person, app.url)
      const early = await askAgain(BALANCE)
      const tookMs = Date.now() - before
      expect(tookMs < API_INTERVAL_MS ? early.status : 429).toBe(429)
      await Bun.sleep(API_INTERVAL_MS)
      expect((await askAgain(BALANCE)).status).toBe(200)
    } finally {
      await second.stop(true)
      await closeContext(context)
    }
  })

  test('two calls half a second apart are both answered, however often', async () => {
    const person = await registerAndLogin(app)
    const { ask } = await programOf(person, app.url)
    for (let call = 0; call < 3; call += 1) {
      expect((await ask(BALANCE)).status).toBe(200)
      await Bun.sleep(API_INTERVAL_MS + 5)
    }
    await setCredits(app, person.username, 0)
    const broke = await ask(SEARCH, { request: 'Ольга' })
    expect([broke.status, broke.body]).toEqual([
      402,
      {
        status: 'error',
        code: 402,
        error: 'Недостаточно запросов. Пополните баланс.',
        error_code: 'NO_CREDITS'
      }
    ])
  })
})
