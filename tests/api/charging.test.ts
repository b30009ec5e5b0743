import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import { performSearch } from '#api/features/search/service.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { columnsOf, loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

const FORTY_PEOPLE = Array.from({ length: 40 }, (_, at) => `Фролов Глеб ${'АБВГД'[at % 5]}.`).join('\n')
const FORTY_EIGHT_NUMBERS = Array.from({ length: 48 }, (_, at) => `8973204${1740 + at}`).join(' ')

describe.each(ENGINES)('on the engine %s', (_name, openRecords) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadPeople(app)
  })
  afterAll(() => app.stop())

  const booksOf = (client: Person) => booksIn(app, client)
  const perform = (client: Person, query: string, headers: Record<string, string> = {}) =>
    client.post('/api/search/perform', { query }, { headers })

  describe('charging', () => {
    test('takes one credit, writes one history row, one ledger row and one audit row', async () => {
      const client = await registerAndLogin(app)
      const answer = (await perform(client, 'Иванов Иван Иванович')).body as SearchAnswer
      expect(answer.charged).toBe(1)
      expect(answer.requests_left).toBe(4)
      expect(await booksOf(client)).toEqual({ balance: 4, ledger: 4, charges: 1, history: 1, audits: 1 })
    })

    test('charges exactly five of sixty parallel searches on five credits', async () => {
      const client = await registerAndLogin(app)
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => perform(client, `Петров ${1930 + n}`))
      )
      const statuses = answers.map(answer => answer.status)
      expect(statuses.filter(status => status === 200)).toHaveLength(5)
      expect(statuses.filter(status => status === 402)).toHaveLength(55)
      expect(await booksOf(client)).toEqual({ balance: 0, ledger: 0, charges: 5, history: 5, audits: 5 })
    })

    test('gives the answer again within thirty seconds, free and without a second history row', async () => {
      const client = await registerAndLogin(app)
      const first = (await perform(client, 'Сидорова Алёна')).body as SearchAnswer
      for (const same of ['  Сидорова   Алёна ', 'СИДОРОВА АЛЁНА', 'сидорова алена'])
        expect((await perform(client, same)).body).toEqual({ ...first, charged: 0, requests_left: 4 })
      expect((await booksOf(client)).history).toBe(1)
      // A client's key stands for the line as it is written.
      const key = { 'Idempotency-Key': crypto.randomUUID() }
      expect((await perform(client, 'Сидорова Алёна', key)).status).toBe(200)
      expect((await perform(client, 'сидорова алена', key)).body.code).toBe('KEY_REUSED')
    })

    test('replays nothing that may no longer be shown', async () => {
      const client = await registerAndLogin(app)
      const first = (await perform(client, '+7 973 204-17-40')).body as SearchAnswer
      expect(first.results_count).toBeGreaterThan(0)
      const { owner } = app.database
      const token = subjectToken(app.context.hashes.suppress, { kind: 'phone', value: '9732041740' })
      await owner`INSERT INTO suppression (token, prefix, kind, class)
        VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
      try {
        invalidateSourceCache(app)
        const second = (await perform(client, '+7 973 204-17-40')).body as SearchAnswer
        expect([second.results_count, second.charged]).toEqual([0, 0])
      } finally {
        await owner`DELETE FROM suppression WHERE token = ${token}`
        invalidateSourceCache(app)
      }
    })

    test('replays nobody who became somebody suppressed by a load', async () => {
      const client = await registerAndLogin(app)
      const load = (phone: string) =>
        loadSource(app, 'changed', {
          title: 'Изменённые записи',
          kind: 'ordinary',
          columns: columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', Телефон: 'phone' }),
          rows: [['1', 'Подменин Олег Ильич', phone]]
        })
      const hidden = { kind: 'phone', value: '9732229990' } as const
      const token = subjectToken(app.context.hashes.suppress, hidden)
      const { owner } = app.database
      await owner`INSERT INTO suppression (token, prefix, kind, class)
        VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
      try {
        await load('+7 973 222-99-91')
        invalidateSourceCache(app)
        const first = (await perform(client, 'Подменин Олег Ильич')).body as SearchAnswer
        expect(first.results_count).toBe(1)
        await load('+7 973 222-99-90')
        invalidateSourceCache(app)
        const second = (await perform(client, 'Подменин Олег Ильич')).body as SearchAnswer
        expect([second.results_count, second.charged, second.search_id]).toEqual([0, 0, first.search_id])
      } finally {
        await owner`DELETE FROM suppression WHERE token = ${token}`
        invalidateSourceCache(app)
      }
    })

    test('searches again for nothing what another process has answered', async () => {
      const client = await registerAndLogin(app)
      const first = (await perform(client, 'Сидорова Анна')).body as SearchAnswer
      const { id, role } = client.user
      const asker = {
        userId: id,
        role,
        requestsCount: first.requests_left,
        address: null,
        isApi: false,
        knowsKey: false
      }
      const caller = {
        ...asker,
        clientKey: null,
        signal: AbortSignal.timeout(10_000)
      }
      const second = answerIn(
        await performSearch({ ...app.context }, caller, { line: 'Сидорова Анна', chosen: null })
      )
      expect(second).toEqual({ ...first, charged: 0, requests_left: 4, query_time_ms: second.query_time_ms })
      expect(await booksOf(client)).toEqual({ balance: 4, ledger: 4, charges: 1, history: 1, audits: 1 })
    })

    test('writes nothing of what was found to the database', async () => {
      const client = await registerAndLogin(app)
      const answer = (await perform(client, 'Сидорова Анна')).body as SearchAnswer
      const [record] = Object.values(answer.results_by_source).flat()
      const values = Object.values(record ?? {}).filter(
        value => typeof value === 'string' && /\d{6}/.test(value)
      )
      expect(values.length).toBeGreaterThan(0)
      const [row] = await app.database.owner<{ text: string }[]>`SELECT concat(
      (SELECT json_agg(a) FROM search_answer a WHERE user_id = ${client.user.id}),
      (SELECT json_agg(h) FROM search_history h WHERE user_id = ${client.user.id}),
      (SELECT json_agg(d) FROM search_delivery d WHERE user_id = ${client.user.id}),
      (SELECT json_agg(a) FROM audit_event a WHERE actor_id = ${client.user.id})) AS text`
      expect(row?.text).toContain('Сидорова Анна')
      for (const value of values) expect(row?.text).not.toContain(value)
    })

    test('takes a reading for the same however it is written, and another for another search', async () => {
      const client = await registerAndLogin(app)
      const query = 'Сидорова Анна'
      const chargedFor = async (reading?: unknown) =>
        (await client.post('/api/search/perform', { query, reading })).body.charged
      const value = query
      const charged: unknown[] = []
      for (const reading of [undefined, '', null]) charged.push(await chargedFor(reading))
      expect(charged.splice(0)).toEqual([1, 0, 0])
      for (const reading of ['full_name', { kind: 'full_name' }]) charged.push(await chargedFor(reading))
      expect(charged.splice(0)).toEqual([1, 0])
      for (const reading of [`full_name:${value}`, { kind: 'full_name', value }])
        charged.push(await chargedFor(reading))
      expect(charged).toEqual([1, 0])
      expect(await booksOf(client)).toMatchObject({ balance: 2, charges: 3, history: 3 })
    })

    test('charges one of twenty equal searches that arrive together', async () => {
      const client = await registerAndLogin(app)
      const answers = await Promise.all(Array.from({ length: 20 }, () => perform(client, 'Кузнецов Олег')))
      expect(answers.every(answer => answer.status === 200)).toBe(true)
      expect(await booksOf(client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
    })

    test('answers fifty parallel calls of one client key alike and charges once', async () => {
      const client = await registerAndLogin(app)
      const headers = { 'Idempotency-Key': 'case-17' }
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => perform(client, 'Фролов Глеб', headers))
      )
      const bodies = answers.map(answer => answer.body as SearchAnswer)
      expect(bodies[0]).toMatchObject({ charged: 1, requests_left: 4 })
      for (const body of bodies) expect(body).toEqual(bodies[0] as SearchAnswer)
      expect(await booksOf(client)).toMatchObject({ balance: 4, charges: 1 })
    })

    test('refuses a client key that stood for another query', async () => {
      const client = await registerAndLogin(app)
      await perform(client, 'Фролов Глеб', { 'Idempotency-Key': 'k' })
      const other = await perform(client, 'Фролова Ида', { 'Idempotency-Key': 'k' })
      expect(other.status).toBe(409)
      expect(other.body.code).toBe('KEY_REUSED')
      expect((await booksOf(client)).balance).toBe(4)
    })

    test('never charges the role Инфинити and still writes history and audit', async () => {
      const client = await registerAndLogin(app)
      await app.database
        .owner`UPDATE users SET role = 'Инфинити', requests_count = 0 WHERE id = ${client.user.id}`
      const answer = (await perform(client, 'Иванов Иван')).body as SearchAnswer
      expect(answer.charged).toBe(0)
      expect(await booksOf(client)).toMatchObject({ charges: 0, history: 1, audits: 1 })
    })
  })

  describe('a refused search', () => {
    const refusals: [string, string, number, string][] = [
      ['an empty line', '', 400, 'EMPTY_QUERY'],
      ['white space', ' \t\n ', 400, 'EMPTY_QUERY'],
      ['only punctuation', '?!… — «»', 400, 'NOTHING_TO_SEARCH'],
      ['one word of 65 letters', 'п'.repeat(65), 400, 'WORD_TOO_LONG'],
      ['one number of 65 digits', '17'.repeat(33), 400, 'WORD_TOO_LONG'],
      ['a long word beside nothing', `${'Ab'.repeat(40)} - г.`, 400, 'WORD_TOO_LONG'],
      ['single letters', 'а а а б', 400, 'NOTHING_TO_SEARCH'],
      ['a placeholder of two words', 'Не указан', 400, 'NOTHING_TO_SEARCH'],
      ['only control characters', '\u0000\u0007\u200b', 400, 'NOTHING_TO_SEARCH'],
      ['513 code points', '🔎'.repeat(513), 400, 'QUERY_TOO_LONG'],
      ['a name a hundred times', 'Иванов '.repeat(100), 400, 'QUERY_TOO_LONG'],
      ['four people', 'Фролов Глеб\nФролова Ида\nКузнецов Олег\nИванов Иван', 400, 'LIST_OF_PEOPLE'],
      ['forty people', FORTY_PEOPLE, 400, 'LIST_OF_PEOPLE'],
      ['forty-eight numbers', FORTY_EIGHT_NUMBERS, 400, 'LIST_OF_PEOPLE']
    ]
    for (const [name, query, status, code] of refusals) {
      test(`costs nothing for ${name}`, async () => {
        const client = await registerAndLogin(app)
        const answer = await perform(client, query)
        expect(answer.status).toBe(status)
        expect(answer.body.code).toBe(code)
        expect(await booksOf(client)).toEqual({ balance: 5, ledger: 5, charges: 0, history: 0, audits: 0 })
      })
    }

    test('is a list of people also for who asks for its text and has too much of it', async () => {
      const client = await registerAndLogin(app)
      for (const [query, code] of [
        [FORTY_PEOPLE, 'LIST_OF_PEOPLE'],
        ['🔎'.repeat(513), 'QUERY_TOO_LONG'],
        [Array(4).fill(FORTY_PEOPLE).join('\n'), 'QUERY_TOO_LONG']
      ] as const) {
        const { status, body } = await client.post('/api/search/perform', { query, reading: 'text' })
        expect([query.length, status, body.code]).toEqual([query.length, 400, code])
      }
    })

    test.each([' ', ', ', '; ', '\n'])(
      'answers one name sixty times as that name, parted by %j',
      async glue => {
        const client = await registerAndLogin(app)
        const answer = (await perform(client, Array(60).fill('Иванов').join(glue))).body as SearchAnswer
        expect([answer.readings[0]?.value, answer.charged]).toEqual(['Иванов', 1])
      }
    )

    test('answers one name again and again as that name, cut off in the middle', async () => {
      const client = await registerAndLogin(app)
      const line = 'иванов '.repeat(80).slice(0, 512)
      const answer = (await perform(client, line)).body as SearchAnswer
      expect([answer.readings[0]?.value.toLowerCase(), answer.charged]).toEqual(['иванов', 1])
    })

    test('searches a list as text when that is chosen', async () => {
      const client = await registerAndLogin(app)
      const query = 'Фролов Глеб; Фролова Ида; Кузнецов Олег; Иванов Иван'
      const answer = await client.post('/api/search/perform', { query, reading: 'text' })
      expect([answer.status, answer.body.charged]).toEqual([200, 1])
    })

    test('says that no credits are left, with the text of the contract', async () => {
      const client = await registerAndLogin(app)
      await app.database.owner`UPDATE users SET requests_count = 0 WHERE id = ${client.user.id}`
      const answer = await perform(client, 'Иванов Иван')
      expect(answer.status).toBe(402)
      expect(answer.body).toMatchObject({
        ok: false,
        success: false,
        code: 'NO_CREDITS',
        error: 'Недостаточно запросов. Пополните баланс.'
      })
    })

    test('speaks of credits and of a client key before it reads the line', async () => {
      const client = await registerAndLogin(app)
      await perform(client, 'Фролов Глеб', { 'Idempotency-Key': 'k' })
      await app.database.owner`UPDATE users SET requests_count = 0 WHERE id = ${client.user.id}`
      const line = { query: 'Иванов Иван', reading: 'inn' }
      const askWith = async (headers: Record<string, string>) => {
        const { status, body } = await client.post('/api/search/perform', line, { headers })
        return [status, body.code]
      }
      expect(await askWith({})).toEqual([402, 'NO_CREDITS'])
      expect(await askWith({ 'Idempotency-Key': 'k' })).toEqual([409, 'KEY_REUSED'])
    })

    test('survives a lone surrogate and a NUL inside a name and finds the person', async () => {
      const client = await registerAndLogin(app)
      const answer = (await perform(client, 'Иванов\u0000 Иван\ud800 Иванович')).body as SearchAnswer
      expect(answer.results_count).toBeGreaterThan(0)
    })
  })
})
