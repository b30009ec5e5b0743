import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { indexSettings } from '#api/engines/elastic/documents.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { declareSource } from '#api/features/sources/service.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const LABELS = ['Номер записи', 'Фамилия', 'Телефон']
const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const ROWS = Array.from({ length: 12 }, (_, at) => [`${at}`, 'Стародубов', `+7 973 100-00-${10 + at}`])
/** Its index was made while subject keys were text. */
const OLDER = 'older'
const PRESENT = 'present'
const NEVER = new AbortController().signal

describeElastic('an index whose subject keys are text', server => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, database => openElastic(server, database))
    await app.context.engine.open()
    const { owner } = app.database
    const [{ name }] = await owner`SELECT name FROM elastic_namespace`
    await declareSource(owner, OLDER, KIT_PASSPORT)
    await owner`UPDATE source SET index_mark = '' WHERE key = ${OLDER}`
    const { settings, mappings } = indexSettings(1)
    const { subjects: _, ...properties } = mappings.properties
    const older = { ...mappings, properties: { ...properties, u: { type: 'keyword', norms: false } } }
    const created = await callServer(server, 'PUT', `/${name}-${OLDER}`, { settings, mappings: older })
    expect(created.status).toBe(200)
    for (const key of [OLDER, PRESENT])
      await loadSource(app, key, { title: key, kind: 'ordinary', columns: COLUMNS, rows: ROWS })
  })
  afterAll(() => app.stop())

  test('leaves out the suppressed as one of the present form does: they are not counted and take no place', async () => {
    const { engine, secrets } = app.context
    const hidden = ROWS.slice(0, 6).flatMap(([rid = '', ...values]) =>
      createIndexRecords({ key: OLDER, columns: COLUMNS }, secrets.suppress)(rid, [
        rid,
        ...values
      ]).subjectKeys.map(String)
    )
    // A number of JavaScript would lose the digits that tell them apart.
    expect(hidden.some(key => String(Number(key)) !== key)).toBe(true)
    const policy: SearchPolicy = {
      sources: new Map([OLDER, PRESENT].map(key => [key, { labels: LABELS, columns: {} }])),
      suppressedKeys: new Set(hidden),
      subjectKey: () => '',
      version: ''
    }
    const steps = planOf('Стародубов').steps.filter(({ surname }) => surname !== undefined)
    const counts = await engine.count(steps, policy, 100, 5_000, NEVER)
    expect(counts).toEqual(
      new Map([
        [OLDER, 6],
        [PRESENT, 6]
      ])
    )
    const listing = { steps, earlier: [], skipped: [], after: null, limit: 12 }
    const listed = await engine.list(listing, policy, 5_000, NEVER)
    const numbers = listed
      ?.map(({ fields }) => Number(fields['Номер записи']))
      .sort((one, other) => one - other)
    expect(numbers).toEqual([6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11])
  })
})
