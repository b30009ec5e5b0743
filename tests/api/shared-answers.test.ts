import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SearchEngine } from '#api/engines/contract.ts'
import { performSearch } from '#api/features/search/service.ts'
import type { Context } from '#api/lib/context.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
/** As another process, whose engine counts how often it is asked. */
let context: Context
let asked = 0

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Имя', kind: 'first_name' as const }
]
const rowsOf = (surname: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${surname}-${at}`, surname, at % 2 === 0 ? 'Иван' : 'Анна'])

beforeAll(async () => {
  app = await startApp()
  const rows = [...rowsOf('Частухин', 150), ...rowsOf('Редкин', 60)]
  await loadSource(app, 'names', { title: 'Имена', kind: 'ordinary', columns: COLUMNS, rows })
})
afterAll(() => app.stop())

beforeEach(() => {
  asked = 0
  const find: SearchEngine['find'] = (...search) => {
    asked += 1
    return app.context.engine.find(...search)
  }
  context = { ...app.context, engine: { ...app.context.engine, find } }
})

async function perform({ user }: Person, query: string): Promise<SearchAnswer> {
  const asker = { userId: user.id, role: user.role, requestsCount: 5, address: null, isApi: false }
  const caller = { ...asker, clientKey: null, signal: AbortSignal.timeout(10_000) }
  return answerIn(await performSearch(context, caller, query, null))
}

const people = () => Promise.all([registerAndLogin(app), registerAndLogin(app)])

test('an answer that shows a part of very many is found once for all, and paid for by each', async () => {
  const [one, other] = await people()
  const [first, second] = [await perform(one, 'Частухин'), await perform(other, 'Частухин')]
  expect(first.sources_meta.names?.more).toBe(true)
  expect(second).toEqual({ ...first, query_time_ms: second.query_time_ms })
  expect([first.charged, second.charged, second.requests_left]).toEqual([1, 1, 4])
  expect(asked).toBe(1)
  const audits = await app.database.owner<{ records: number }[]>`SELECT cardinality(record_ids) AS records
    FROM audit_event WHERE action = 'search' AND actor_id IN (${one.user.id}, ${other.user.id})`
  expect(audits.map(({ records }) => records)).toEqual([first.results_count, first.results_count])
})

test('another reading or another line is another answer', async () => {
  const [one, other] = await people()
  await perform(one, 'Частухин')
  await perform(other, 'Частухин Иван')
  expect(asked).toBe(2)
})

test('an answer that shows all there is comes from the sources each time', async () => {
  const [one, other] = await people()
  const [first, second] = [await perform(one, 'Редкин'), await perform(other, 'Редкин')]
  expect([first.results_count, second.results_count, asked]).toEqual([60, 60, 2])
})

test('a source that is closed is no longer shown', async () => {
  const [one, other] = await people()
  const { owner } = app.database
  await perform(one, 'Частухин')
  await owner`UPDATE source SET status = 'disabled' WHERE key = 'names'`
  try {
    await Bun.sleep(1_100)
    expect((await perform(other, 'Частухин')).results_count).toBe(0)
  } finally {
    await owner`UPDATE source SET status = 'active' WHERE key = 'names'`
  }
})

test('everything is found anew when somebody must not be found any more', async () => {
  const [one, other] = await people()
  await perform(one, 'Частухин')
  await app.database.owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${Buffer.from('somebody')}, 42, 'phone', 'subject')`
  await Bun.sleep(1_100)
  await perform(other, 'Частухин')
  expect(asked).toBe(2)
})

test('a batch that was taken back is no longer shown', async () => {
  const [one, other] = await people()
  const { owner } = app.database
  await perform(one, 'Частухин')
  await owner`DELETE FROM rec WHERE rid LIKE 'Частухин-%'`
  await owner`UPDATE import_batch SET state = 'undone'`
  await Bun.sleep(1_100)
  expect((await perform(other, 'Частухин')).results_count).toBe(0)
})
