import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { OUTCOMES_IN_ORDER } from '#shared/labels/lists.ts'
import { draftOf, listOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'

let app: TestApp
let client: Person
let id: string

const SIDOROVA = 'Сидорова Анна Павловна 14.03.1985'
const LINES = [
  'Иванов Иван Иванович 01.02.1980',
  SIDOROVA,
  'Чудоюдов Роман',
  SIDOROVA,
  'Петров Пётр Петрович'
]

beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
  client = await registerAndLogin(app)
  ;({ id } = await draftOf(client, LINES))
  await client.post(`/api/lists/${id}/start`, {})
  await runToEnd(app, client, id)
  const verdict = { verdict: 'same', note: 'по паспорту' }
  for (const n of [1, 2]) await client.put(`/api/lists/${id}/rows/${n}/verdict`, verdict)
})
afterAll(() => app.stop())

const numbers = (rows: readonly ListRow[]) => rows.map(({ n }) => n)

/** All that the calls about the list say, against the rows that they show. */
async function expectOneTruth(): Promise<ListRow[]> {
  const rows = await rowsOf(client, id)
  const { outcomes, verdicts } = await listOf(client, id)
  const counts = Object.entries(Object.groupBy(rows, ({ outcome }) => outcome))
  expect(outcomes).toEqual(Object.fromEntries(counts.map(([outcome, own]) => [outcome, own.length])))
  expect(verdicts).toBe(
    rows.filter(({ verdict, repeat_of }) => verdict !== null && repeat_of === null).length
  )
  const history = (await client.get('/api/search_history')).body.data
  expect(history[0].verdicts).toBe(verdicts)
  for (const outcome of OUTCOMES_IN_ORDER.filter(each => each !== 'withdrawn'))
    expect(numbers(await rowsOf(client, id, `&headline=${outcome}`))).toEqual(
      numbers(rows.filter(row => row.outcome === outcome))
    )
  for (const verdict of ['same', 'other', 'unclear'])
    expect(numbers(await rowsOf(client, id, `&verdict=${verdict}`))).toEqual(
      numbers(rows.filter(row => row.verdict === verdict))
    )
  const places = (await rowsOf(client, id, '&sort=outcome')).map(({ outcome }) =>
    OUTCOMES_IN_ORDER.indexOf(outcome)
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const file = await client.post(`/api/lists/${id}/export`, { format: 'json', headline: 'one' })
  expect(file.body.list.outcomes).toEqual(outcomes)
  expect(numbers(file.body.rows)).toEqual(numbers(rows.filter(({ outcome }) => outcome === 'one')))
  return rows
}

test('totals, filters, orders and files say of a row what it shows, whoever may be shown', async () => {
  const before = await expectOneTruth()
  expect(before.map(({ outcome }) => outcome)).not.toContain('withdrawn')
  expect(before[1]).toMatchObject({ verdict: 'same', best: { name: 'Сидорова Анна Павловна' } })
  expect((await listOf(client, id)).verdicts).toBe(2)

  await suppress(app, { kind: 'phone', value: '9743186022' })
  invalidateSourceCache(app)
  // Totals know it before any row is read.
  expect((await listOf(client, id)).outcomes.withdrawn).toBe(1)
  const rows = await expectOneTruth()
  expect(rows[1]).toMatchObject({ outcome: 'withdrawn', best: null, verdict: null, note: null })
  expect(rows[3]).toMatchObject({ outcome: 'repeat', repeat_of: 2, best: null, people: 0, verdict: null })
  expect(numbers(await rowsOf(client, id, '&verdict=none'))).not.toContain(2)
  expect((await client.get(`/api/lists/${id}/rows?headline=withdrawn`)).body.code).toBe('BAD_INPUT')
  const judged = await client.put(`/api/lists/${id}/rows/2/verdict`, { verdict: 'other' })
  expect({ status: judged.status, code: judged.body.code }).toEqual({
    status: 409,
    code: 'LIST_ROW_UNANSWERED'
  })

  await app.database.owner`DELETE FROM suppression`
  invalidateSourceCache(app)
  expect((await listOf(client, id)).outcomes.withdrawn).toBeUndefined()
  expect((await expectOneTruth()).map(({ verdict }) => verdict)).toEqual(before.map(({ verdict }) => verdict))
})

test('a source that is switched off and on again is followed by totals and filters', async () => {
  const { owner } = app.database
  await owner`UPDATE source SET status = 'disabled'`
  invalidateSourceCache(app)
  const rows = await expectOneTruth()
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'withdrawn',
    'withdrawn',
    'none',
    'repeat',
    'withdrawn'
  ])
  await owner`UPDATE source SET status = 'active' WHERE basis IS NOT NULL`
  invalidateSourceCache(app)
  expect((await expectOneTruth()).map(({ outcome }) => outcome)).not.toContain('withdrawn')
})

test('many who look, judge and start at once after a change agree in the end', async () => {
  const { owner } = app.database
  for (const status of ['disabled', 'active', 'disabled', 'active']) {
    await owner`UPDATE source SET status = ${status} WHERE basis IS NOT NULL`
    invalidateSourceCache(app)
    const calls = Array.from({ length: 6 }, (_, at) => [
      client.get(`/api/lists/${id}`),
      client.get(`/api/lists/${id}/rows?headline=one`),
      client.put(`/api/lists/${id}/rows/1/verdict`, { verdict: at % 2 ? 'same' : 'other' }),
      client.post(`/api/lists/${id}/start`, {})
    ])
    const answers = await Promise.all(calls.flat())
    expect(answers.map(({ status: code }) => code).filter(code => code !== 200 && code !== 409)).toEqual([])
    await expectOneTruth()
  }
})
