import { afterAll, beforeAll, expect, test } from 'bun:test'
import { admitSource } from '#api/features/imports/check-passport.ts'
import type { PastSearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { INDEX_LOST } from '#shared/labels/sources.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS, suppress } from '#tests/kit/suppress.ts'

const INDICES = '/api/auth/admin/es_indices'
const PASSPORT = { ...KIT_PASSPORT, title: 'Чужой индекс' }
/** As a company that grew by itself keeps its people. */
const PEOPLE = [
  {
    Фамилия: 'Принятов',
    Имя: 'Глеб',
    Отчество: 'Ильич',
    'Дата рождения': '05.03.1981',
    Телефон: '+7 (973) 555-12-34',
    СНИЛС: '112-233-445 95',
    адрес: { город: 'Тверь', улица: 'Советская, 5' },
    почты: ['gleb@example.com', 'g.prinyatov@example.org']
  },
  { Фамилия: 'ПРИНЯТОВА', Имя: 'ИННА', Телефон: 89735550001, возраст: 40 },
  { Фамилия: 'Скрытнов', Имя: 'Пётр', 'Дата рождения': '01.02.1990', Телефон: '8 973 555 77 88' },
  { ФИО: 'Словарёв Олег Игоревич', Примечание: 'должен (сто) "рублей" AND NOT *' }
]

const name = `adopted-${Bun.randomUUIDv7().slice(-12)}`

describeElastic('an adopted index', at => {
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await startOnPostgres({ SIGNUP_REQUESTS: '10000', ELASTICSEARCH_URL: at })
    admin = await signedInAs(app, ROLE_ADMIN)
    await loadPeople(app)
    await callServer(at, 'PUT', `/${name}`, {
      mappings: {
        properties: { Телефон: { type: 'keyword' }, возраст: { type: 'long' }, СНИЛС: { type: 'keyword' } }
      }
    })
    const lines = PEOPLE.flatMap((person, id) => [{ index: { _id: String(id) } }, person])
    await callServer(at, 'POST', `/${name}/_bulk?refresh=true`, lines)
    expect((await admin.post(INDICES, { index_name: name })).body).toEqual({
      ok: true,
      message: 'Индекс добавлен'
    })
    expect((await admin.put(`${INDICES}/${name}/passport`, PASSPORT)).status).toBe(200)
    await Bun.sleep(IN_FORCE_MS)
  })
  afterAll(async () => {
    await callServer(at, 'DELETE', `/${name}`)
    await app.stop()
  })

  const perform = async (query: string) => (await admin.post('/api/search/perform', { query })).body
  const rowsOf = async (query: string) => {
    const { results_by_source, failed_sources = [] } = await perform(query)
    expect(failed_sources).toEqual([])
    const records: { record_id: string }[] = results_by_source[name] ?? []
    return records.map(({ record_id }) => record_id.split(':')[1]).toSorted()
  }

  test('is shown with its own labels and what they hold', async () => {
    const { index } = (await admin.get(`${INDICES}/${name}`)).body
    expect(index).toMatchObject({ name, adopted: true, answers: true, records: PEOPLE.length })
    const kinds = Object.fromEntries(
      index.columns.map((each: { label: string; kind: string }) => [each.label, each.kind])
    )
    expect(kinds).toMatchObject({
      Фамилия: 'last_name',
      'Дата рождения': 'birth_date',
      Телефон: 'phone',
      'адрес.город': expect.any(String),
      ФИО: 'full_name'
    })
    expect((await admin.post(INDICES, { index_name: name })).body.code).toBe('INDEX_EXISTS')
    const { columns } = (await admin.get(`${INDICES}/${name}/examples`)).body
    expect(columns.find(({ label }: { label: string }) => label === 'Имя').examples).toContain('Глеб')
  })

  test.each([
    ['Принятов Глеб Ильич', ['0']],
    ['Принятов Глеб 05.03.1981', ['0']],
    ['8 973 555-12-34', ['0']],
    ['79735551234', ['0']],
    ['+7 973 555-00-01', ['1']],
    ['Принятова Инна', ['1']],
    ['11223344595', ['0']],
    ['gleb@example.com', ['0']],
    ['Словарев Олег', ['3']],
    ['Небывальцев Сидор', []]
  ])('is found by «%s»', async (query, ids) => {
    expect(await rowsOf(query)).toEqual(ids)
  })

  test('shows its records under their labels, values of lists too', async () => {
    const { results_by_source, sources_meta } = await perform('Принятов Глеб Ильич')
    expect(results_by_source[name][0].fields ?? results_by_source[name][0]).toMatchObject({
      'адрес.город': 'Тверь',
      почты: 'gleb@example.com; g.prinyatov@example.org'
    })
    expect(sources_meta[name]).toMatchObject({ shown: 1 })
  })

  test.each([
    'Небывальцев OR *',
    'Телефон:*',
    '*',
    'прин*',
    'Принятава~2',
    '{"match_all":{}}',
    '/.*/',
    '_exists_:Имя'
  ])('takes «%s» for text', async query => {
    const { status, body } = await admin.post('/api/search/perform', { query })
    expect([200, 400]).toContain(status)
    expect(body.failed_sources ?? []).toEqual([])
    expect(Object.keys(body.results_by_source?.[name] ?? [])).toHaveLength(0)
  })

  test('hides who is suppressed, by what its documents say', async () => {
    expect(await rowsOf('8 973 555 77 88')).toEqual(['2'])
    await suppress(app, { kind: 'phone', value: '9735557788' })
    await Bun.sleep(IN_FORCE_MS)
    expect(await rowsOf('8 973 555 77 88')).toEqual([])
    expect(await rowsOf('Скрытнов Пётр')).toEqual([])
  })

  test('is told of a past search: how many of its records may not be shown, when it does not answer that it is unknown', async () => {
    const own = `${name}-past`
    const lines = [
      { ФИО: 'Былов Карл Ильич', Телефон: '+7 973 555-66-01' },
      { ФИО: 'Былов Карл Петрович', Телефон: '+7 973 555-66-02' },
      { ФИО: 'Былов Карл Фомич', Телефон: '+7 973 555-66-03' }
    ].flatMap((person, id) => [{ index: { _id: String(id) } }, person])
    await callServer(at, 'POST', `/${own}/_bulk?refresh=true`, lines)
    await admin.post(INDICES, { index_name: own })
    await admin.put(`${INDICES}/${own}/passport`, { ...PASSPORT, title: 'Былые' })
    await Bun.sleep(IN_FORCE_MS)
    const { search_id, results_by_source } = await perform('Былов Карл')
    expect(results_by_source[own]).toHaveLength(3)
    /** As soon as a change is in force. */
    const expectWithdrawn = async (expected: { sources: string[] } | 'unknown' | null) => {
      const until = performance.now() + 10_000
      let past: PastSearchAnswer
      let withdrawnNow: unknown
      do {
        past = (await admin.get(`/api/search/${search_id}`)).body
        const { withdrawn } = past
        withdrawnNow = withdrawn && withdrawn !== 'unknown' ? { sources: withdrawn.sources } : withdrawn
      } while (!Bun.deepEquals(withdrawnNow, expected) && performance.now() < until)
      expect([past.query, withdrawnNow]).toEqual(['Былов Карл', expected])
    }
    await expectWithdrawn(null)
    await suppress(app, { kind: 'phone', value: '9735556602' })
    await expectWithdrawn({ sources: [] })
    await callServer(at, 'POST', `/${own}/_close`)
    await expectWithdrawn('unknown')
    await admin.post(`${INDICES}/${own}/disable`)
    await expectWithdrawn({ sources: ['Былые'] })
    await callServer(at, 'DELETE', `/${own}`)
    expect((await admin.delete(`${INDICES}/${own}`)).status).toBe(200)
    await Bun.sleep(IN_FORCE_MS)
  })

  test('answers nothing while it is switched off, and is not loaded into', async () => {
    await admin.post(`${INDICES}/${name}/disable`)
    await Bun.sleep(IN_FORCE_MS)
    expect(await rowsOf('Принятов Глеб Ильич')).toEqual([])
    await admin.post(`${INDICES}/${name}/enable`)
    await Bun.sleep(IN_FORCE_MS)
    expect(await rowsOf('Принятов Глеб Ильич')).toEqual(['0'])
    await expect(admitSource(app.database.owner, name, null, '2026-11-22')).rejects.toThrow('принятый индекс')
  })

  test('is named and costs nothing once it has gone', async () => {
    const other = `${name}-gone`
    await callServer(at, 'PUT', `/${other}/_doc/1?refresh=true`, PEOPLE[0])
    await admin.post(INDICES, { index_name: other })
    await admin.put(`${INDICES}/${other}/passport`, PASSPORT)
    await callServer(at, 'DELETE', `/${other}`)
    await Bun.sleep(IN_FORCE_MS)
    expect(await perform('Принятов Глеб Ильич')).toMatchObject({ failed_sources: [other], charged: 0 })
    const lost = { answers: false, lost_note: INDEX_LOST }
    expect((await admin.get(`${INDICES}/${other}`)).body.index).toMatchObject(lost)
    const { details } = (await admin.get(INDICES)).body
    expect(details.find((each: { name: string }) => each.name === other)).toMatchObject(lost)
    expect(details.find((each: { name: string }) => each.name === name)).toMatchObject({ answers: true })
    expect((await admin.delete(`${INDICES}/${other}`)).status).toBe(200)
    await Bun.sleep(IN_FORCE_MS)
  })

  test('keeps its documents when it is deleted here', async () => {
    expect((await admin.delete(`${INDICES}/${name}`)).status).toBe(200)
    const left = await app.database.owner`SELECT FROM source WHERE key = ${name}`
    expect(left).toHaveLength(0)
    expect((await admin.get(`${INDICES}/${name}`)).status).toBe(404)
    const { body } = await callServer(at, 'GET', `/${name}/_count`)
    expect(body.count).toBe(PEOPLE.length)
  })

  test('has a name like any other: no list, pattern or hidden index is taken', async () => {
    const names = ['*', '_all', 'a,b', '.security', '%2A', '-x', 'a'.repeat(300), 'A', 'индекс', `${name},*`]
    for (const index_name of names) {
      const { status, body } = await admin.post(INDICES, { index_name })
      expect({ index_name, status, code: body.code }).toEqual({
        index_name,
        status: 400,
        code: 'BAD_INDEX_NAME'
      })
      const path = encodeURIComponent(index_name)
      for (const answer of [
        await admin.delete(`${INDICES}/${path}`),
        await admin.post(`${INDICES}/${path}/disable`)
      ])
        expect(answer.status).toBe(400)
    }
  })
})

describeElastic('an adopted index beside records that Elasticsearch finds', at => {
  test('is found with them', async () => {
    const beside = `${name}-beside`
    const app = await startApp({ SIGNUP_REQUESTS: '10000', ELASTICSEARCH_URL: at }, database =>
      openElastic(at, database)
    )
    try {
      await app.context.engine.open()
      const admin = await signedInAs(app, ROLE_ADMIN)
      await loadPeople(app)
      await callServer(at, 'PUT', `/${beside}/_doc/1?refresh=true`, { ФИО: 'Иванов Иван Иванович' })
      await admin.post(INDICES, { index_name: beside })
      await admin.put(`${INDICES}/${beside}/passport`, PASSPORT)
      await Bun.sleep(IN_FORCE_MS)
      const { body } = await admin.post('/api/search/perform', { query: 'Иванов Иван' })
      expect(body.failed_sources).toEqual([])
      expect(body.results_by_source[beside]).toHaveLength(1)
      expect(Object.keys(body.results_by_source).length).toBeGreaterThan(1)
    } finally {
      await callServer(at, 'DELETE', `/${beside}`)
      await app.stop()
    }
  })
})
