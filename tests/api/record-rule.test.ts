import { afterAll, beforeAll, expect, test } from 'bun:test'
import { RECORD_RULE } from '#api/engines/index-record.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOnPostgres()
  await loadPeople(app)
})
afterAll(() => app.stop())

test('records stored by another rule stop the start and a load, until they are gone', async () => {
  const { engine } = app.context
  const { owner } = app.database
  const load = { sources: ['kit_registry'], expectedRecords: 1, isResumed: false, isProbablyNew: false }
  await engine.open()
  await owner`UPDATE record_rule SET rule = 0`
  await expect(engine.open()).rejects.toThrow('по другому правилу ключей')
  await expect(engine.openWriter(load, () => {})).rejects.toThrow('по другому правилу ключей')
  await owner`DELETE FROM rec`
  await engine.openWriter(load, () => {})
  const [row] = await owner`SELECT rule FROM record_rule`
  expect(row.rule).toBe(RECORD_RULE)
})
