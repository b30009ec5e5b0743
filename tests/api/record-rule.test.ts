import { expect, test } from 'bun:test'
import { RECORD_RULE } from '#api/book/index-record.ts'
import { raiseRecordRule } from '#api/book/record-rule.ts'
import { queueRekeys } from '#api/features/sources/service.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople, startOnPostgres)

const raise = () => raiseRecordRule(app.database.owner, queueRekeys)
const ruleNow = async () => (await app.database.owner`SELECT rule FROM record_rule`)[0].rule
const load = { sources: ['kit_registry'], expectedRecords: 1, isResumed: false, isProbablyNew: false }

test('records of an older rule are written to by nobody before the rule is raised, and then are made anew', async () => {
  const { book } = app.context
  const { owner } = app.database
  await owner`UPDATE record_rule SET rule = ${RECORD_RULE - 1}`
  await expect(book.openWriter(load, () => {})).rejects.toThrow('сохранены прежней версией программы')
  // Two processes that start together.
  await Promise.all([raise(), raise()])
  expect(await ruleNow()).toBe(RECORD_RULE)
  const [{ sources }] = await owner`SELECT count(*)::int AS sources FROM source WHERE records > 0`
  const queued = await owner`SELECT id, state FROM import_job WHERE kind = 'rekey'`
  expect(queued).toHaveLength(sources)
  await book.openWriter(load, () => {})
})

test('records of a newer rule stop the start, and whatever would write', async () => {
  const { book } = app.context
  await app.database.owner`UPDATE record_rule SET rule = ${RECORD_RULE + 1}`
  for (const work of [raise, () => book.openWriter(load, () => {})])
    await expect(work()).rejects.toThrow('сохранены более новой версией программы')
})

test('a database without records takes the present rule', async () => {
  const { owner } = app.database
  await owner`DELETE FROM import_job`
  await owner`UPDATE source SET records = 0`
  for (const rule of [RECORD_RULE - 1, RECORD_RULE + 1]) {
    await owner`UPDATE record_rule SET rule = ${rule}`
    await app.context.book.openWriter(load, () => {})
    expect(await ruleNow()).toBe(RECORD_RULE)
  }
  await owner`UPDATE record_rule SET rule = ${RECORD_RULE - 1}`
  await raise()
  expect(await owner`SELECT FROM import_job`).toHaveLength(0)
})
