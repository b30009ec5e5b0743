import { afterAll, beforeAll, expect, test } from 'bun:test'
import { adoptedQueryOf } from '#api/engines/external/adopted-query.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS } from '#tests/kit/suppress.ts'

const INDICES = '/api/auth/admin/es_indices'
const run = Bun.randomUUIDv7().slice(-12)
const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`признак${at}`, `значение ${at}`]))
const keyword = { type: 'keyword' }

/** Mapping and documents of each index. */
const ADOPTED: Record<string, { properties?: object; dynamic?: boolean; documents: object[] }> = {
  wide: {
    properties: { ФИО: { type: 'text' } },
    documents: [
      { ФИО: 'Широков Нил Нилович', ...fieldsOf(220), Телефон: '8 973 611-22-33', примета: 'крайний' }
    ]
  },
  listed: {
    documents: [
      {
        ФИО: 'Списков Нил Нилович',
        Телефоны: [...Array.from({ length: 200 }, (_, at) => `8 973 600-${100 + at}`), '8 973 622-33-44']
      }
    ]
  },
  nested: {
    properties: {
      ФИО: { type: 'text' },
      родные: { type: 'nested', properties: { ФИО: { type: 'text' }, телефон: { type: 'text' } } }
    },
    documents: [
      { ФИО: 'Семейнов Нил Нилович', родные: [{ ФИО: 'Семейнова Ада Ниловна', телефон: '8 973 633-44-55' }] },
      { ФИО: 'Одинцов Нил Нилович' }
    ]
  },
  whole: {
    properties: { ФИО: keyword, примечание: keyword },
    documents: [
      { ФИО: 'Датов Глеб Ильич' },
      { ФИО: 'ДАТОВА АЛЁНА ИЛЬИНИЧНА' },
      { ФИО: 'Точкин Нил*', примечание: 'договор 45/2022 [копия]' }
    ]
  },
  plain: { documents: [{ ФИО: 'Простов Нил Нилович', Телефон: '8 973 644-55-66' }] },
  unmapped: {
    dynamic: false,
    properties: { ФИО: { type: 'text' } },
    documents: [{ ФИО: 'Немаппов Нил Нилович', Телефон: '8 973 655-66-77' }]
  }
}
const nameOf = (index: string) => `${index}-${run}`

describeElastic('what is told of the total of an adopted index', server => {
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await startOnPostgres({ SIGNUP_REQUESTS: '10000', ELASTICSEARCH_URL: server })
    admin = await signedInAs(app, ROLE_ADMIN)
    for (const [index, { properties, dynamic, documents }] of Object.entries(ADOPTED)) {
      const mappings = { ...(properties && { properties }), ...(dynamic !== undefined && { dynamic }) }
      expect((await callServer(server, 'PUT', `/${nameOf(index)}`, { mappings })).status).toBe(200)
      for (const document of documents)
        expect(
          (await callServer(server, 'POST', `/${nameOf(index)}/_doc?refresh=true`, document)).status
        ).toBe(201)
      expect((await admin.post(INDICES, { index_name: nameOf(index) })).status).toBe(200)
      const passport = { ...KIT_PASSPORT, title: index }
      expect((await admin.put(`${INDICES}/${nameOf(index)}/passport`, passport)).status).toBe(200)
    }
    await Bun.sleep(IN_FORCE_MS)
  })
  afterAll(async () => {
    for (const index of Object.keys(ADOPTED)) await callServer(server, 'DELETE', `/${nameOf(index)}`)
    await app.stop()
  })

  async function toldOf(index: string, query: string) {
    const { body } = await admin.post('/api/search/perform', { query })
    expect(body.failed_sources ?? []).toEqual([])
    const { state, shown, total_is_exact } = body.sources_meta[nameOf(index)]
    return { state, shown, total_is_exact }
  }
  const FOUND = { state: 'records', shown: 1, total_is_exact: true }
  const FOUND_AND_MAYBE_MORE = { ...FOUND, total_is_exact: false }
  const NONE = { state: 'empty', shown: 0, total_is_exact: true }
  const UNKNOWN = { state: 'records', shown: 0, total_is_exact: false }

  test.each([
    ['wide', '8 973 611-22-33', FOUND_AND_MAYBE_MORE],
    ['wide', 'крайний', UNKNOWN],
    ['wide', 'Небывальцев Сидор', UNKNOWN],
    ['listed', '8 973 622-33-44', UNKNOWN],
    ['listed', 'Списков Нил', FOUND],
    ['nested', '8 973 633-44-55', FOUND],
    ['nested', 'Одинцов Нил', FOUND],
    ['nested', 'Небывальцев Сидор', NONE],
    ['whole', 'Датов Глеб', FOUND],
    ['whole', 'Глеб Датов', FOUND],
    ['whole', 'датов глеб ильич', FOUND],
    ['whole', 'Датова Алена', FOUND],
    ['whole', 'Небывальцев Сидор', NONE],
    ['whole', 'договор 45/2022', FOUND],
    ['whole', 'Дат?в Г*б', NONE],
    ['plain', 'Простов Нил', FOUND],
    ['plain', 'Небывальцев Сидор', NONE],
    ['unmapped', 'Немаппов Нил', FOUND_AND_MAYBE_MORE],
    ['unmapped', '8 973 655-66-77', UNKNOWN]
  ])('%s is asked «%s»', async (index, query, totals) => {
    expect(await toldOf(index, query)).toEqual(totals)
  })

  test('nested columns are in the list of what may be shown', async () => {
    const { index } = (await admin.get(`${INDICES}/${nameOf('nested')}`)).body
    const labels = index.columns.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(['ФИО', 'родные.ФИО', 'родные.телефон'])
  })

  test('whole values that are too many to look through are found by their beginning, and may be there all the same', async () => {
    const fields = { plain: ['ФИО'], nested: new Map(), wholeValues: ['ФИО'], isSmall: false, isWhole: true }
    const hitsOf = async (line: string) => {
      const may = adoptedQueryOf(parseQuery(line), fields)
      const { body } = await callServer(server, 'POST', `/${nameOf('whole')}/_search`, {
        query: may?.query
      })
      return { hits: body.hits.hits.length, isPartial: may?.isPartial }
    }
    expect(await hitsOf('Датов Глеб')).toEqual({ hits: 1, isPartial: true })
    expect(await hitsOf('Глеб Датов')).toEqual({ hits: 1, isPartial: true })
    expect((await hitsOf('Глеб Ильич')).isPartial).toBe(true)
  })

  test('«ещё» of what may have more comes to its end', async () => {
    const { body } = await admin.post('/api/search/perform', { query: 'Небывальцев Карл' })
    const source = nameOf('wide')
    const more = await admin.post('/api/search/more', { search_id: body.search_id, source })
    expect([more.status, more.body.cursor, more.body.results_by_source]).toEqual([200, null, {}])
  })
})
