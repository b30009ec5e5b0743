import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS, suppress } from '#tests/kit/suppress.ts'

const INDICES = '/api/auth/admin/es_indices'
const PHONE = '8 973 777-66-55'
const name = `hidden-${Bun.randomUUIDv7().slice(-12)}`

const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`признак${at}`, `значение ${at}`]))
const deep = (levels: number): object => (levels === 0 ? { Телефон: PHONE } : { ветвь: deep(levels - 1) })
const phones = Array.from({ length: 200 }, (_, at) => `8 973 700-${10 + (at % 90)}-${10 + (at % 80)}`)

/** What suppresses each of them stands behind what is shown of a document. */
const HIDDEN: Record<string, object> = {
  'Двухсотов Нил Нилович': { ФИО: 'Двухсотов Нил Нилович', ...fieldsOf(220), Телефон: PHONE },
  'Списков Нил Нилович': { ФИО: 'Списков Нил Нилович', Телефоны: [...phones, PHONE] },
  'Долгов Нил Нилович': { ФИО: 'Долгов Нил Нилович', дело: `${'слово '.repeat(600)} тел. ${PHONE}` },
  'Глубинов Нил Нилович': { ФИО: 'Глубинов Нил Нилович', ...deep(12) },
  'Великов Нил Нилович': { ФИО: 'Великов Нил Нилович', дело: `${'слово '.repeat(400_000)} тел. ${PHONE}` },
  'Краев Нил Нилович': {
    ФИО: 'Краев Нил Нилович',
    // Across the border of any part in which a long text may be read.
    дело: [PHONE, ...Array.from({ length: 400 }, () => 'слово '.repeat(170).trimEnd())].reverse().join(' ')
  },
  'Множилов Нил Нилович': { ФИО: 'Множилов Нил Нилович', ...fieldsOf(20_000), последнее: `тел. ${PHONE}` },
  'Датин Нил Нилович': { ...fieldsOf(220), ФИО: 'Датин Нил Нилович', рождение: '05.03.1981' }
}
/** Found by the first name of a list, hidden by the last one and its date of birth. */
const LISTED = 'Спискин Нил Нилович'
const LETTERS = 'абвгдежзик'
const listed = {
  люди: [
    { ФИО: LISTED, 'Дата рождения': '01.01.1950' },
    ...Array.from({ length: 600 }, (_, at) => ({
      ФИО: `Людин${LETTERS[at % 10]}${LETTERS[Math.floor(at / 10) % 10]}${LETTERS[Math.floor(at / 100)]}ов Пётр Ильич`,
      'Дата рождения': `02.02.19${10 + (at % 80)}`
    })),
    { ФИО: 'Последов Пётр Ильич', 'Дата рождения': '07.08.1961' }
  ]
}
const SHOWN = 'Виднов Нил Нилович'
const HEAVY = 'Тяжелов Нил Нилович'

describeElastic('a suppressed person of an adopted index', server => {
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await startOnPostgres({ SIGNUP_REQUESTS: '10000', ELASTICSEARCH_URL: server })
    admin = await signedInAs(app, ROLE_ADMIN)
    await callServer(server, 'PUT', `/${name}`, {
      settings: { 'index.mapping.total_fields.limit': 50_000 },
      mappings: {
        dynamic: false,
        properties: {
          ФИО: { type: 'text' },
          Телефон: { type: 'text' },
          рождение: { type: 'text' },
          люди: { properties: { ФИО: { type: 'text' }, 'Дата рождения': { type: 'text' } } }
        }
      }
    })
    const visible = { ФИО: SHOWN, ...fieldsOf(220), дело: 'слово '.repeat(5_000) }
    for (const document of [...Object.values(HIDDEN), listed, visible]) {
      const { status } = await callServer(server, 'POST', `/${name}/_doc?refresh=true`, document)
      expect(status).toBe(201)
    }
    expect((await admin.post(INDICES, { index_name: name })).status).toBe(200)
    expect((await admin.put(`${INDICES}/${name}/passport`, KIT_PASSPORT)).status).toBe(200)
    await Bun.sleep(IN_FORCE_MS)
  })
  afterAll(async () => {
    await callServer(server, 'DELETE', `/${name}`)
    await app.stop()
  })

  const perform = async (query: string) => (await admin.post('/api/search/perform', { query })).body
  async function shownOf(query: string) {
    const { results_by_source, failed_sources } = await perform(query)
    return { shown: results_by_source[name]?.length ?? 0, failed: failed_sources }
  }

  test('is shown as long as nobody suppresses them, and then not, wherever the phone stands', async () => {
    for (const who of Object.keys(HIDDEN))
      expect({ who, ...(await shownOf(who)) }).toEqual({ who, shown: 1, failed: [] })
    await suppress(app, { kind: 'phone', value: '9737776655' })
    await suppress(app, { kind: 'name_dob', value: 'датин нил нилович 1981-03-05' })
    await Bun.sleep(IN_FORCE_MS)
    for (const who of Object.keys(HIDDEN))
      expect({ who, ...(await shownOf(`${who} 01.01.1970`)) }).toEqual({ who, shown: 0, failed: [] })
    expect(await shownOf(`${SHOWN} 01.01.1970`)).toEqual({ shown: 1, failed: [] })
  })

  test('is not shown where they are the last of a list of hundreds', async () => {
    expect(await shownOf(LISTED)).toEqual({ shown: 1, failed: [] })
    await suppress(app, { kind: 'name_dob', value: 'последов пётр ильич 1961-08-07' })
    await Bun.sleep(IN_FORCE_MS)
    expect(await shownOf(`${LISTED} 01.01.1950`)).toEqual({ shown: 0, failed: [] })
  })

  test('is not shown of documents that take longer to read than a search has, in time and uncharged', async () => {
    const line = 'Договор № 45 от 12.03.2020, Иванов Иван Петрович 05.03.1981, тел. 8 973 555 11 22; '
    const heavy = { ФИО: HEAVY, дело: `${line.repeat(32_000)} тел. ${PHONE}` }
    for (let at = 0; at < 4; at += 1)
      expect((await callServer(server, 'POST', `/${name}/_doc?refresh=true`, heavy)).status).toBe(201)
    for (let at = 0; at < 3; at += 1) {
      const startedAt = performance.now()
      const { results_by_source, failed_sources, charged } = await perform(`${HEAVY} 0${at + 1}.01.1970`)
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect(results_by_source?.[name] ?? []).toEqual([])
      expect([failed_sources ?? [name], charged ?? 0]).toEqual([[name], 0])
    }
    // Of the others it is told as ever.
    expect(await shownOf(`${SHOWN} 02.01.1970`)).toEqual({ shown: 1, failed: [] })
  })
})
