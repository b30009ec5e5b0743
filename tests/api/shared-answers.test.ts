import { beforeEach, expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { openRecords } from '#api/engines/index.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const RECORDS = 60
/** A change of sources, records or suppressions is in force within this. */
const IN_FORCE_MS = 1_100

let looks = 0
let isFailing = false

/** The engine of the registry, which counts what it is asked and can lose a source. */
function watched(engine: SearchEngine): SearchEngine {
  return {
    ...engine,
    async look(lookups, policy, timeoutMs, signal) {
      looks += 1
      const answers = await engine.look(lookups, policy, timeoutMs, signal)
      return isFailing ? { ...answers, failed: new Set(['crowd']) } : answers
    }
  }
}

const load = (records: number) =>
  loadSource(app, 'crowd', {
    title: 'Однофамильцы',
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'Фамилия', kind: 'last_name' },
      { label: 'Имя', kind: 'first_name' },
      { label: 'Телефон', kind: 'phone' }
    ],
    rows: Array.from({ length: records }, (_, at) => [
      String(at),
      'Многолюдов',
      at % 2 ? 'Иван' : 'Анна',
      `7973204${1000 + at}`
    ])
  })

const app = startedApp(
  () => load(RECORDS),
  () =>
    startApp({}, database => {
      const records = openRecords({ elasticsearchUrl: null }, database)
      return { ...records, engine: watched(records.engine) }
    })
)
beforeEach(() => {
  looks = 0
})

async function search(client: Person, query: string, encoding = 'gzip'): Promise<SearchAnswer> {
  const headers = { 'Accept-Encoding': encoding }
  const { status, body } = await client.post('/api/search/perform', { query }, { headers })
  expect(status).toBe(200)
  return body
}

/** But for what is the caller's own. */
const withoutTime = ({ query_time_ms, search_id, searched_at, ...answer }: SearchAnswer) => answer

test('a large answer is found once for everybody, and everybody pays', async () => {
  const [first, second] = [await registerAndLogin(app), await registerAndLogin(app)]
  const answer = await search(first, 'Многолюдов')
  expect(answer.results_count).toBe(RECORDS)
  const looksBefore = looks
  expect(looksBefore).toBeGreaterThan(0)
  expect(withoutTime(await search(second, 'Многолюдов'))).toEqual(withoutTime(answer))
  expect(withoutTime(await search(await registerAndLogin(app), 'Многолюдов', 'identity'))).toEqual(
    withoutTime(answer)
  )
  expect(looks).toBe(looksBefore)
  expect([answer.charged, answer.requests_left]).toEqual([1, 4])
})

test('another reading, and a small answer, are looked for', async () => {
  const [first, second] = [await registerAndLogin(app), await registerAndLogin(app)]
  await search(first, '+7 973 204-10-07')
  const looksBefore = looks
  await search(second, '+7 973 204-10-07')
  expect(looks).toBe(2 * looksBefore)
})

test('a partial answer is nobody else’s', async () => {
  const [first, second] = [await registerAndLogin(app), await registerAndLogin(app)]
  await load(RECORDS + 1)
  await Bun.sleep(IN_FORCE_MS)
  isFailing = true
  const partial = await search(first, 'Многолюдов').finally(() => {
    isFailing = false
  })
  expect(partial.failed_sources).toEqual(['crowd'])
  const whole = await search(second, 'Многолюдов')
  expect([whole.failed_sources, whole.results_count]).toEqual([[], RECORDS + 1])
})

test('what is loaded or suppressed meanwhile shows within a second', async () => {
  await search(await registerAndLogin(app), 'Многолюдов')
  await load(RECORDS + 2)
  await Bun.sleep(IN_FORCE_MS)
  expect((await search(await registerAndLogin(app), 'Многолюдов')).results_count).toBe(RECORDS + 2)
  const { owner } = app.database
  const token = subjectToken(app.context.hashes.suppress, { kind: 'phone', value: '9732041000' })
  await owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
  await Bun.sleep(IN_FORCE_MS)
  expect((await search(await registerAndLogin(app), 'Многолюдов')).results_count).toBe(RECORDS + 1)
})
