import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS } from '#tests/kit/suppress.ts'

const INDICES = '/api/auth/admin/es_indices'
const PASSPORT = { ...KIT_PASSPORT, title: 'Чужой индекс' }
const PERSON = { ФИО: 'Принятов Глеб Ильич', Телефон: '+7 (973) 555-12-34' }

const name = `adopted-${Bun.randomUUIDv7().slice(-12)}`

describeElastic('an adopted index beside a large one', at => {
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await startOnPostgres({ SIGNUP_REQUESTS: '10000', ELASTICSEARCH_URL: at })
    admin = await signedInAs(app, ROLE_ADMIN)
    await adopt(name, {}, [PERSON])
    await Bun.sleep(IN_FORCE_MS)
  })
  afterAll(async () => {
    await callServer(at, 'DELETE', `/${name}`)
    await app.stop()
  })

  const perform = async (query: string) => (await admin.post('/api/search/perform', { query })).body

  async function adopt(index: string, mapping: object, documents: readonly object[]): Promise<void> {
    expect((await callServer(at, 'PUT', `/${index}`, mapping)).status).toBe(200)
    for (const [id, document] of documents.entries())
      expect((await callServer(at, 'PUT', `/${index}/_doc/${id}`, document)).status).toBe(201)
    await callServer(at, 'POST', `/${index}/_refresh`)
    expect((await admin.post(INDICES, { index_name: index })).body).toMatchObject({ ok: true })
    await admin.put(`${INDICES}/${index}/passport`, { ...PASSPORT, title: index })
  }
  async function leave(...indices: string[]): Promise<void> {
    for (const index of indices) {
      await admin.delete(`${INDICES}/${index}`)
      await callServer(at, 'DELETE', `/${index}`)
    }
    await Bun.sleep(IN_FORCE_MS)
  }
  /** Stored, and not searched: five million letters are ten megabytes. */
  const FILE = { mappings: { properties: { ФИО: { type: 'text' }, дело: { type: 'text', index: false } } } }
  const fileOf = (megabytes: number) => 'слово '.repeat((megabytes * 1_000_000) / 11)

  test('that is too large for an answer shows fewer, and fails no other', async () => {
    const large = `${name}-large`
    const person = { ФИО: 'Принятов Глеб Ильич', дело: fileOf(5) }
    await adopt(large, FILE, Array(12).fill(person))
    await Bun.sleep(IN_FORCE_MS)
    // A busy machine may not read it in time, which fails nothing beside it.
    expect(await perform('8 973 555-12-34')).toMatchObject({ failed_sources: [] })
    let answer = await perform('Принятов Глеб Ильич')
    for (let again = 0; again < 5 && answer.failed_sources?.length !== 0; again += 1) {
      expect(answer.failed_sources).toEqual([large])
      expect(answer.results_by_source[name]).toHaveLength(1)
      answer = await perform('Принятов Глеб Ильич')
    }
    const { results_by_source, failed_sources, sources_meta } = answer
    expect(failed_sources).toEqual([])
    expect(results_by_source[name]).toHaveLength(1)
    expect(results_by_source[large].length).toBeGreaterThan(0)
    expect(sources_meta[large]).toMatchObject({ more: true, total_is_exact: false })
    // What cannot answer is named alone.
    await callServer(at, 'POST', `/${large}/_close`)
    const partial = await perform('Принятов Глеб')
    expect(partial.failed_sources).toEqual([large])
    expect(partial.results_by_source[name]).toHaveLength(1)
    await leave(large)
  })

  test('brings the rest of what it has with «ещё», each document once', async () => {
    const many = `${name}-many`
    const MANY = 230
    await adopt(many, {}, [{ ФИО: 'Многов Карл 0' }])
    const lines = Array.from({ length: MANY - 1 }, (_, id) => [
      { index: { _id: String(id + 1) } },
      { ФИО: 'Многов Карл', Телефон: `+7 973 666-${String(1_000 + id)}` }
    ])
    await callServer(at, 'POST', `/${many}/_bulk?refresh=true`, lines.flat())
    await Bun.sleep(IN_FORCE_MS)
    const answer = await perform('Многов Карл')
    const ids = new Set<string>()
    const collect = (records: { record_id: string }[] = []) => {
      for (const { record_id } of records) {
        expect(ids.has(record_id)).toBe(false)
        ids.add(record_id)
      }
    }
    collect(answer.results_by_source[many])
    expect(ids.size).toBe(100)
    let cursor: string | null = null
    for (let page = 0; page < 9; page += 1) {
      const more: Awaited<ReturnType<typeof perform>> = await admin.post('/api/search/more', {
        search_id: answer.search_id,
        source: many,
        ...(cursor && { cursor })
      })
      expect(more.status).toBe(200)
      collect(more.body.results_by_source[many])
      cursor = more.body.cursor
      if (cursor === null) break
    }
    expect([ids.size, cursor]).toEqual([MANY, null])
    await leave(many)
  })

  test('of a hundred thousand fields is described by its first thousand, and searched', async () => {
    const exploded = `${name}-exploded`
    const properties = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, field) => [`поле_${field}`, { type: 'keyword', doc_values: false }])
    )
    await adopt(
      exploded,
      {
        settings: { 'index.mapping.total_fields.limit': 200_000 },
        mappings: { properties: { ФИО: { type: 'text' }, ...properties } }
      },
      [{ ФИО: 'Взрывов Карл', поле_5: 'что-то', поле_99999: 'последнее' }]
    )
    await Bun.sleep(IN_FORCE_MS)
    const { index } = (await admin.get(`${INDICES}/${exploded}`)).body
    expect(index.columns).toHaveLength(1_000)
    const startedAt = performance.now()
    const { results_by_source, failed_sources } = await perform('Взрывов Карл')
    expect([failed_sources ?? [], results_by_source[exploded]?.length]).toEqual([[], 1])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await leave(exploded)
  })

  test('is searched whatever its mapping: many fields, numbers and texts in one, large documents', async () => {
    const wild = `${name}-wild`
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, field) => [
        `поле_${field}`,
        { type: field % 2 === 0 ? 'long' : 'keyword' }
      ])
    )
    await callServer(at, 'PUT', `/${wild}`, {
      settings: { 'index.mapping.total_fields.limit': 10_000 },
      mappings: { properties: { ФИО: { type: 'text' }, Телефон: { type: 'long' }, ...properties } }
    })
    const text = 'слово '.repeat(900_000)
    await callServer(at, 'PUT', `/${wild}/_doc/1?refresh=true`, {
      ФИО: 'Необъятов Карл',
      Телефон: 79735559900,
      дело: text
    })
    expect((await admin.post(INDICES, { index_name: wild })).status).toBe(200)
    await admin.put(`${INDICES}/${wild}/passport`, PASSPORT)
    await Bun.sleep(IN_FORCE_MS)
    const { results_by_source, failed_sources = [] } = await perform('Необъятов Карл')
    expect(failed_sources).toEqual([])
    expect(results_by_source[wild]).toHaveLength(1)
    expect((await perform('+7 973 555-99-00')).results_by_source[wild]).toHaveLength(1)
    const long = 'Необъятов Карл Семёнович 05.03.1981; Переверзев Евгений Елисеевич; Семёнова Елена Еремеевна'
    expect((await perform(long)).failed_sources ?? []).toEqual([])
    await admin.delete(`${INDICES}/${wild}`)
    await callServer(at, 'DELETE', `/${wild}`)
    await Bun.sleep(IN_FORCE_MS)
  })
})
