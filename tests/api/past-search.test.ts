import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Refusal } from '#api/lib/refusal.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'
import { COLUMNS, HIDDEN, loadCardIndexes, moreOf, perform } from './card-indexes.ts'

describe.each(ENGINES)('on the engine %s', (_name, openRecords) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  test('a repeat and a repeated key are the same search', async () => {
    const client = await registerAndLogin(app)
    const key = { headers: { 'Idempotency-Key': 'one' } }
    const first = (await client.post('/api/search/perform', { query: 'Широкин' }, key)).body
    const repeated = (await client.post('/api/search/perform', { query: 'Широкин' }, key)).body
    const performed = await perform(client, '  Широкин ')
    expect([repeated.search_id, performed.search_id]).toEqual([first.search_id, first.search_id])
    expect([repeated.searched_at, performed.searched_at]).toEqual([first.searched_at, first.searched_at])
    await app.database.owner`UPDATE search_answer SET at = at - interval '1 minute'
      WHERE user_id = ${client.user.id}`
    const later = (await client.post('/api/search/perform', { query: 'Широкин' }, key)).body
    expect([later.search_id, later.charged]).toEqual([first.search_id, 1])
    await app.database.owner`UPDATE search_answer SET at = at - interval '1 minute'
      WHERE user_id = ${client.user.id}`
    const anew = await perform(client, 'Широкин')
    expect([anew.search_id === first.search_id, anew.charged]).toEqual([false, 1])
    expect((await booksIn(app, client)).history).toBe(2)
  })

  test('is described, and answered again for nothing', async () => {
    const client = await registerAndLogin(app)
    const reading = { kind: 'full_name' }
    const { body: answer } = await client.post('/api/search/perform', { query: 'Частухин Иван', reading })
    const { body: past } = await client.get(`/api/search/${answer.search_id}`)
    expect(past).toEqual({
      success: true,
      query: 'Частухин Иван',
      reading,
      searched_at: answer.searched_at,
      live_until: new Date(Date.parse(answer.searched_at) + 30 * 60_000).toISOString(),
      verdicts: [],
      withdrawn: null
    })
    const again = (await client.post('/api/search/perform', { search_id: answer.search_id })).body
    expect(again).toEqual({ ...answer, charged: 0, query_time_ms: again.query_time_ms })
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
  })

  test.each([
    ['a line', { query: 'Частухин Иван' }],
    ['an empty line', { query: '' }],
    ['a reading', { reading: { kind: 'full_name' } }]
  ])('is not answered again beside %s: which of them is meant cannot be told', async (_what, beside) => {
    const client = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Широкин')
    const { status, body } = await client.post('/api/search/perform', { search_id, ...beside })
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'BAD_INPUT'])
    expect((await booksIn(app, client)).charges).toBe(1)
  })

  test('ends after half an hour, and then tells only what it was', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    await app.database.owner`UPDATE search_history SET created_at = created_at - interval '31 minutes'
      WHERE user_id = ${client.user.id}`
    const { search_id } = answer
    const refused = [
      await moreOf(client, { search_id }),
      await client.post('/api/search/perform', { search_id })
    ]
    for (const { status, body } of refused)
      expect([status, (body as unknown as { code: string }).code]).toEqual([410, 'SEARCH_EXPIRED'])
    const past = await client.get(`/api/search/${search_id}`)
    expect([past.status, past.body.query]).toEqual([200, 'Широкин'])
    expect((await booksIn(app, client)).balance).toBe(4)
  })

  test('says how much of it may not be shown any more, and which sources are gone', async () => {
    const client = await registerAndLogin(app)
    const { search_id, results_by_source } = await perform(client, 'Частухин Иван')
    const further = (await moreOf(client, { search_id })).body
    const pages = [results_by_source, further.results_by_source].map(({ alpha = [] }) => alpha.length)
    expect(Math.min(...pages)).toBeGreaterThan(0)
    /** As soon as a change is in force. */
    const expectWithdrawn = async (expected: { sources: string[] } | null) => {
      const read = async () => {
        const { withdrawn } = (await client.get(`/api/search/${search_id}`)).body
        if (withdrawn === null) return null
        const { state, ...rest } = withdrawn
        // Neither how many nor which: the same length whatever is gone.
        expect(state).toMatch(/^[\w-]{43}$/)
        return rest
      }
      expect(await until(read, withdrawn => Bun.deepEquals(withdrawn, expected))).toEqual(expected)
    }
    const { owner } = app.database
    try {
      await owner`UPDATE source SET status = 'disabled' WHERE key = 'alpha'`
      await expectWithdrawn({ sources: ['Картотека alpha'] })
      const again = (await client.post('/api/search/perform', { search_id })).body
      expect(Object.keys(again.sources_meta)).not.toContain('alpha')
      await owner`UPDATE source SET status = 'active' WHERE key = 'alpha'`
      await expectWithdrawn(null)
      const [{ days }] = await owner`SELECT retention_days AS days FROM source WHERE key = 'alpha'`
      const keepFor = (count: number) =>
        owner`UPDATE source SET retention_days = ${count} WHERE key = 'alpha'`
      await keepFor(1)
      await expectWithdrawn({ sources: ['Картотека alpha'] })
      await keepFor(days)
      await expectWithdrawn(null)
      await suppress(app, { kind: 'phone', value: HIDDEN })
      await expectWithdrawn({ sources: [] })
    } finally {
      await owner`UPDATE source SET status = 'active'`
      await owner`DELETE FROM suppression`
    }
    await expectWithdrawn(null)
    expect((await booksIn(app, client)).charges).toBe(1)
  })

  test('says which sources show fewer columns than when it was made, and each further one', async () => {
    const client = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Частухин Иван')
    const all = COLUMNS.map(({ label }) => label)
    const { owner } = app.database
    const describe = async () => (await client.get(`/api/search/${search_id}`)).body.withdrawn
    const allow = async (labels: string[] | null) => {
      const fields = labels && `{${labels.map(label => `"${label}"`).join(',')}}`
      await owner`UPDATE source SET fields = ${fields}::text[] WHERE key = 'alpha'`
      invalidateSourceCache(app)
    }
    const since = expect.any(String)
    const narrowed = { state: '', sources: [], narrowed: [{ title: 'Картотека alpha', since }] }
    try {
      // All columns by name are as many as before.
      await allow(all)
      expect(await describe()).toBe(null)
      await allow(all.slice(0, -1))
      const first = await describe()
      expect(first).toEqual(narrowed)
      const again = (await client.post('/api/search/perform', { search_id })).body
      expect(JSON.stringify(again.results_by_source.alpha)).not.toContain('Примечание')
      expect(await describe()).toEqual(first)
      await allow(all.slice(0, -2))
      const second = await describe()
      expect(second).toEqual(narrowed)
      expect(second).not.toEqual(first)
      const later = await registerAndLogin(app)
      await owner`UPDATE source SET narrowed = jsonb_build_object('Примечание', now() - interval '11 seconds')
        WHERE key = 'alpha'`
      const next = await perform(later, 'Частухин Иван')
      expect((await later.get(`/api/search/${next.search_id}`)).body.withdrawn).toBe(null)
      // A column that is shown again is missed by nobody.
      await allow(all)
      expect(await describe()).toBe(null)
    } finally {
      await allow(null)
    }
  })

  test('is answered again without somebody whom another process suppressed just before', async () => {
    const client = await registerAndLogin(app)
    const phone = { query: HIDDEN }
    expect((await perform(client, 'Широкин')).charged).toBe(1)
    const { search_id, results_count } = (await client.post('/api/search/perform', phone)).body
    expect(results_count).toBeGreaterThan(0)
    try {
      await suppress(app, { kind: 'phone', value: HIDDEN })
      const again = (await client.post('/api/search/perform', { search_id })).body
      expect([again.results_count, again.persons]).toEqual([0, []])
    } finally {
      await app.database.owner`DELETE FROM suppression`
    }
  })

  test('is described, and its verdicts with it, while a source does not tell what may be shown', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, 'Широкин Глеб')
    const verdict = { a: persons[0]?.id, verdict: 'same' }
    expect((await client.put(`/api/search/${search_id}/verdicts`, verdict)).status).toBe(200)
    const { book } = app.context
    const { readSubjects } = book
    const describe = async () => (await client.get(`/api/search/${search_id}`)).body
    const whole = await describe()
    expect(whole).toMatchObject({ verdicts: [verdict], withdrawn: null })
    try {
      book.readSubjects = async () => null
      expect(await describe()).toEqual({ ...whole, verdicts: [], withdrawn: 'unknown' })
    } finally {
      book.readSubjects = readSubjects
    }
    const { search } = app.context
    const { answer } = search
    search.answer = () => Promise.reject(new Refusal('TOO_MANY_SEARCHES'))
    try {
      expect(await describe()).toEqual({ ...whole, verdicts: [], withdrawn: 'unknown' })
    } finally {
      search.answer = answer
    }
    expect(await describe()).toEqual(whole)
  })

  test('does not say that all of it may be shown once the audit that knew its records is removed', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, 'Широкин Глеб')
    const empty = await perform(client, 'Небывалов Акакий')
    const verdict = { a: persons[0]?.id, verdict: 'same' }
    expect((await client.put(`/api/search/${search_id}/verdicts`, verdict)).status).toBe(200)
    const described = async (id: string) => (await client.get(`/api/search/${id}`)).body
    expect(await described(search_id)).toMatchObject({ verdicts: [verdict], withdrawn: null })
    expect((await described(empty.search_id)).withdrawn).toBe(null)
    // An audit row cannot be changed: the search moves out of its sight instead.
    await app.database.owner`UPDATE search_history SET created_at = created_at - interval '40 days'
      WHERE user_id = ${client.user.id}`
    expect(await described(search_id)).toMatchObject({ verdicts: [verdict], withdrawn: 'unknown' })
    expect((await described(empty.search_id)).withdrawn).toBe('unknown')
  })

  test('is nobody else’s: another user, a deleted line and an invented name get the same refusal', async () => {
    const client = await registerAndLogin(app)
    const other = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Широкин')
    const invented = crypto
      .getRandomValues(new Uint8Array(16))
      .toBase64({ alphabet: 'base64url', omitPadding: true })
    const answers = [
      await moreOf(other, { search_id }),
      await moreOf(client, { search_id: invented }),
      await moreOf(client, { search_id: 'x' }),
      await other.get(`/api/search/${search_id}`),
      await other.post('/api/search/perform', { search_id })
    ]
    await client.delete('/api/search_history')
    answers.push(await moreOf(client, { search_id }))
    const refusals = answers.map(({ status, body }) => {
      const { request_id: _, ...rest } = body as unknown as Record<string, unknown>
      return JSON.stringify([status, rest])
    })
    expect(new Set(refusals).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  })
})
