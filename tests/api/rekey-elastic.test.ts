import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { rekeyPortion } from '#api/features/imports/service.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { raiseRule } from '#tests/kit/older-rule.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { KIT_SOURCES } from '#tests/kit/people-table.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS, suppress } from '#tests/kit/suppress.ts'

const SOURCE = 'kit_registry'
const PHONE = '+7 974 318-60-22'

describeElastic('records in a cluster, stored by an older rule', server => {
  let app: TestApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({ SIGNUP_REQUESTS: '1000' }, database => openElastic(server, database))
    await app.context.engine.open()
    await loadPeople(app)
    person = await registerAndLogin(app)
  })
  afterAll(() => app.stop())

  const ask = async (query: string) => (await person.post('/api/search/perform', { query })).body

  test('open, hide whom only their fields tell, and are found by the present rule when they are made anew', async () => {
    const { engine, secrets } = app.context
    const { owner } = app.database
    const source = { key: SOURCE, columns: KIT_SOURCES[SOURCE]?.columns ?? [] }
    const make = createIndexRecords(source, secrets.suppress)
    // Found by nothing but the surname, and nobody's.
    const older = (rid: string, values: readonly string[]) => ({
      ...make(rid, values),
      keys: [],
      subjectKeys: []
    })
    await engine.remake(SOURCE, null, older)
    const [{ name }] = await owner`SELECT name FROM elastic_namespace`
    const [{ mark }] = await owner`SELECT index_mark AS mark FROM source WHERE key = ${SOURCE}`
    const index = `/${name}-${SOURCE}.${mark}/_mapping`
    expect((await callServer(server, 'PUT', index, { _meta: { rule: 3 } })).status).toBe(200)
    await owner`UPDATE record_rule SET rule = 3`
    await expect(engine.open()).rejects.toThrow('сохранены прежней версией')
    await raiseRule(owner)
    await engine.open()
    await suppress(app, { kind: 'phone', value: '9732041740' })
    await Bun.sleep(IN_FORCE_MS)

    const missed = await ask(PHONE)
    expect(missed.completeness_note).toContain('готовятся к поиску заново')
    expect(missed.results_by_source[SOURCE]).toBeUndefined()
    expect(JSON.stringify((await ask('Иванов')).results_by_source)).not.toContain('204-17-40')
    expect((await ask('Петров')).results_by_source[SOURCE]?.length).toBeGreaterThan(0)

    let cursor: string | null = null
    const parts = {
      owner,
      engine,
      suppressKey: secrets.suppress,
      readCursor: async () => cursor,
      async onPortion(next: string | null) {
        cursor = next
      }
    }
    while (!(await rekeyPortion(SOURCE, parts)));
    await owner`UPDATE import_job SET state = 'done' WHERE kind = 'rekey'`
    await Bun.sleep(IN_FORCE_MS)
    const answer = await ask(PHONE)
    expect(answer.results_by_source[SOURCE]).toHaveLength(1)
    expect(answer.completeness_note).toBeUndefined()
    expect(JSON.stringify((await ask('Иванов')).results_by_source)).not.toContain('204-17-40')
  })
})
