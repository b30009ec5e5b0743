import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Answer, Question } from '#api/features/search/answer.ts'
import { answerTo } from '#api/features/search/answer.ts'
import { answerInThread, startSearchThreads } from '#api/features/search/search-workers.ts'
import { performSearch } from '#api/features/search/service.ts'
import { takeCounts } from '#api/features/statistics/service.ts'
import type { Context } from '#api/lib/context.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import type { Searcher } from './searcher.ts'

const LINES = ['Иванов Иван Иванович', 'Петров', '8 (973) 204-17-40', 'Иваонв Иван', 'nobody@example.net']

let app: TestApp
/** Whose own engine must not be asked. */
let context: Context
let stop: () => Promise<void>
let askedHere = 0

beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
  const { connection, dataDir } = await testCluster()
  const [row] = await app.database.owner<{ name: string }[]>`SELECT current_database() AS name`
  const { config, secrets } = app.context
  const given: Searcher = {
    connection: { ...connection, database: row?.name ?? '' },
    context: { config, secrets }
  }
  // A thread is given nothing but its script.
  const script = join(dataDir, 'searcher.ts')
  const serving = JSON.stringify(join(import.meta.dir, 'searcher.ts'))
  writeFileSync(script, `import { serveSearcher } from ${serving}\nserveSearcher(${JSON.stringify(given)})\n`)
  const engine: Context['engine'] = {
    ...app.context.engine,
    find(...search) {
      askedHere += 1
      return app.context.engine.find(...search)
    }
  }
  context = { ...app.context, engine }
  stop = startSearchThreads(context, pathToFileURL(script), 2)
  await inThreads()
})
afterAll(async () => {
  await stop()
  await app.stop()
})

const ask = (query: string, more: Partial<Question> = {}): Promise<Answer> =>
  answerInThread(context, { query, chosen: null, key: query, signal: AbortSignal.timeout(10_000), ...more })

/** Until a search is answered by a thread. */
async function inThreads(): Promise<void> {
  for (let before = -1; before !== askedHere; await Bun.sleep(20)) {
    before = askedHere
    await ask('Иванов')
  }
}

async function connectionsOfThreads(state: string): Promise<number> {
  const [row] = await app.database.owner<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = ${state}
      AND (application_name = 'searcher' OR application_name LIKE 'sverka-search%')`
  return row?.count ?? 0
}

const isRefused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

describe('a search thread', () => {
  test('answers as this thread would, and is what answers', async () => {
    const before = askedHere
    const theirs = await Promise.all(LINES.map(line => ask(line)))
    expect(askedHere).toBe(before)
    const ours = await Promise.all(
      LINES.map(query =>
        answerTo(app.context, { query, chosen: null, key: query, signal: new AbortController().signal })
      )
    )
    expect(theirs).toEqual(ours)
    expect(theirs[0]?.resultsCount).toBeGreaterThan(0)
  })

  test('takes the chosen reading along, and refuses one that the line does not have', async () => {
    const chosen = { kind: 'phone', value: '79732041740' }
    const { json } = await ask('8 973 204-17-40', { chosen, key: 'chosen' })
    expect(JSON.parse(`${Buffer.from(json)}}`).readings).toHaveLength(1)
    const refused = await ask('Иванов', { chosen: { kind: 'inn' } }).catch(error => error)
    expect(isRefused('UNKNOWN_READING')(refused)).toBe(true)
  })

  test('is charged for, and counted, like any other search', async () => {
    const { user } = await registerAndLogin(app)
    const asker = { userId: user.id, role: user.role, requestsCount: 5, address: null, isApi: false }
    const caller = { ...asker, clientKey: null, signal: AbortSignal.timeout(10_000) }
    takeCounts(context)
    const answer = answerIn(await performSearch(context, caller, 'Иванов Иван Иванович', null))
    const { charged, requests_left, results_count } = answer
    expect([charged, requests_left]).toEqual([1, 4])
    expect(takeCounts(context).get(0)).toMatchObject({ queries: 1, hits: results_count, failures: 0 })
    const [audit] = await app.database.owner`SELECT cardinality(query_tokens) > 0 AS tokens,
        cardinality(record_ids) AS records FROM audit_event WHERE action = 'search' AND actor_id = ${user.id}`
    expect({ ...audit }).toEqual({ tokens: true, records: results_count })
  })

  test('stops in Postgres when the client leaves', async () => {
    const leaving = new AbortController()
    await app.database.owner.begin(async tx => {
      await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
      const left = ask('Иванов Иван Иванович', { signal: leaving.signal }).catch(error => error)
      while ((await connectionsOfThreads('active')) === 0) await Bun.sleep(10)
      leaving.abort(new Error('gone'))
      expect((await left).message).toBe('gone')
      expect(await connectionsOfThreads('active')).toBe(0)
    })
    expect(await ask('Иванов', { signal: leaving.signal }).catch(error => error.message)).toBe('gone')
  })

  test('that dies loses no question, and another one takes its place', async () => {
    const before = askedHere
    // The first thread dies of it, the second one or this thread answers what both were asked.
    const answers = await Promise.all(['Погибелев', ...LINES].map(line => ask(line)))
    expect(answers.map(({ isComplete }) => isComplete)).toEqual(answers.map(() => true))
    expect(askedHere).toBeGreaterThan(before)
    await Bun.sleep(1_500)
    await inThreads()
  })

  test('goes when it is told, and leaves no connection; then searches are answered here', async () => {
    await stop()
    for (let tries = 0; tries < 50 && (await connectionsOfThreads('idle')) > 0; tries += 1)
      await Bun.sleep(20)
    const [row] = await app.database.owner<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE application_name = 'searcher'`
    expect(row?.count).toBe(0)
    const before = askedHere
    expect((await ask('Иванов Иван Иванович')).resultsCount).toBeGreaterThan(0)
    expect(askedHere).toBe(before + 1)
  })
})
