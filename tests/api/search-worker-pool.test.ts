import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '#api/context.ts'
import { openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import type { ChosenReading } from '#api/features/search/answer/parse-query.ts'
import type { PreparedAnswer } from '#api/features/search/answer/prepared-answer.ts'
import { type AnswerService, openSearchWorkerPool } from '#api/features/search/search-worker-pool.ts'
import { performSearch } from '#api/features/search/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { DEADLY, ENDLESS, type Searcher } from './test-search-worker.ts'

const LINES = ['Иванов Иван Иванович', 'Петров', '8 (973) 204-17-40', 'Иваонв Иван', 'nobody@example.net']
const PATIENCE_MS = 120_000

let app: TestApp
let desk: AnswerService
let context: Context

beforeAll(async () => {
  app = await startOnPostgres()
  await loadPeople(app)
  const { connection, dataDir } = await testCluster()
  const [row] = await app.database.owner<{ name: string }[]>`SELECT current_database() AS name`
  const { config, secrets } = app.context
  const searcher: Searcher = { connection: { ...connection, database: row?.name ?? '' }, config, secrets }
  // A thread is given nothing but its script.
  const script = join(dataDir, 'searcher.ts')
  const module = JSON.stringify(join(import.meta.dir, 'test-search-worker.ts'))
  writeFileSync(
    script,
    `import { serveSearcher } from ${module}\nserveSearcher(${JSON.stringify(searcher)})\n`
  )
  desk = openSearchWorkerPool(pathToFileURL(script), 2, { config, secrets }, app.context)
  context = { ...app.context, search: desk }
})
afterAll(async () => {
  await desk.close()
  await app.stop()
})

const ask = (
  query: string,
  {
    chosen = null,
    signal = AbortSignal.timeout(PATIENCE_MS)
  }: { chosen?: ChosenReading; signal?: AbortSignal } = {}
): Promise<PreparedAnswer> => desk.answer({ query, chosen, isMasked: false }, signal)

/** Statements of searches that run in Postgres. */
async function runningSearches(): Promise<number> {
  const [row] = await app.database.owner<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND application_name LIKE 'sverka-search%'`
  return row?.count ?? 0
}

async function connectionsOfThreads(): Promise<number> {
  const [row] = await app.database.owner<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'searcher'`
  return row?.count ?? 0
}

/** Somebody new with five credits, as the page asks for them. */
const askerOf = ({ id, role }: Person['user']) => ({
  userId: id,
  role,
  requestsCount: 5,
  address: null,
  isApi: false,
  knowsKey: false
})

const refusalOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'answered',
    error => (error instanceof Refusal ? error.code : error)
  )

describe('a search thread', () => {
  test.each([[{}], [{ detail: 'full' }], [{ limit: 1_000 }]] as const)(
    'answers as this thread would, asked with %p',
    async form => {
      const requests = LINES.map(query => ({ query, chosen: null, isMasked: false, ...form }))
      const answersOf = (own: Pick<AnswerService, 'answer'>) =>
        Promise.all(requests.map(each => own.answer(each, AbortSignal.timeout(PATIENCE_MS))))
      const theirs = await answersOf(desk)
      expect(theirs).toEqual(await answersOf(app.context.search))
      expect(theirs[0]?.resultsCount).toBeGreaterThan(0)
    }
  )

  test('reads a line as this thread would, and refuses what is too long as this would', async () => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const theirs = await desk.read('Иванов Иван 12.03.1971', signal)
    const ours = await app.context.search.read('Иванов Иван 12.03.1971', signal)
    // The names that a reading carries inside of one thread are left behind.
    expect({ ...theirs, tookMs: 0 }).toEqual(structuredClone({ ...ours, tookMs: 0 }))
    expect(await desk.read('Иванов '.repeat(100), signal)).toMatchObject({ refused: 'QUERY_TOO_LONG' })
  })

  test('takes the chosen reading along, and refuses one that the line does not have', async () => {
    const { body } = await ask('8 973 204-17-40', { chosen: { kind: 'phone', value: '79732041740' } })
    expect(JSON.parse(`${Buffer.from(body)}}`).readings).toHaveLength(1)
    expect(await refusalOf(ask('Иванов', { chosen: { kind: 'inn' } }))).toBe('UNKNOWN_READING')
  })

  test('knows at once of a source that its process has changed', async () => {
    const [line = ''] = LINES
    const sourcesOf = async () => (await Promise.all([ask(line), ask(line)])).map(answer => answer.sourceKeys)
    const [before = []] = await sourcesOf()
    const { sources } = app.context
    const [key = ''] = before
    try {
      await app.database.owner`UPDATE source SET status = 'disabled' WHERE key = ${key}`
      sources.forget()
      const rest = before.slice(1)
      expect(await sourcesOf()).toEqual([rest, rest])
    } finally {
      await app.database.owner`UPDATE source SET status = 'active' WHERE key = ${key}`
      sources.forget()
    }
    expect(await sourcesOf()).toEqual([before, before])
  })

  test('is charged for, and counted, like any other search', async () => {
    const { user } = await registerAndLogin(app)
    const caller = {
      ...askerOf(user),
      clientKey: null,
      signal: AbortSignal.timeout(PATIENCE_MS)
    }
    app.context.statistics.drain()
    const answer = answerIn(
      await performSearch(context, caller, { line: 'Иванов Иван Иванович', chosen: null })
    )
    const { charged, requests_left, results_count } = answer
    expect([charged, requests_left]).toEqual([1, 4])
    expect(app.context.statistics.drain().get('')).toMatchObject({
      queries: 1,
      hits: results_count,
      failures: 0
    })
    const [audit] = await app.database.owner`SELECT cardinality(query_tokens) > 0 AS tokens,
        cardinality(record_ids) AS records FROM audit_event WHERE action = 'search' AND actor_id = ${user.id}`
    expect({ ...audit }).toEqual({ tokens: true, records: results_count })
  })

  test('stops in Postgres when the client leaves', async () => {
    const leaving = new AbortController()
    await app.database.owner.begin(async tx => {
      await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
      const left = ask('Иванов Иван Иванович', { signal: leaving.signal }).catch(error => error)
      while ((await runningSearches()) === 0) await Bun.sleep(10)
      leaving.abort(new Error('gone'))
      expect((await left).message).toBe('gone')
      expect(await runningSearches()).toBe(0)
    })
    expect(await ask('Иванов', { signal: leaving.signal }).catch(error => error.message)).toBe('gone')
  })

  test.each([DEADLY, ENDLESS])(
    'that is lost to %s refuses its askers, charges nobody and is replaced',
    async line => {
      const { user } = await registerAndLogin(app)
      const caller = {
        ...askerOf(user),
        clientKey: null,
        signal: AbortSignal.timeout(PATIENCE_MS)
      }
      expect(await refusalOf(performSearch(context, caller, { line: line, chosen: null }))).toBe(
        'SEARCH_DOWN'
      )
      const [row] = await app.database.owner`SELECT requests_count AS left FROM users WHERE id = ${user.id}`
      expect(row.left).toBe(5)
      const complete = async () => {
        const answers = await Promise.all(LINES.map(each => ask(each).catch(() => null)))
        return answers.map(answer => answer?.isComplete)
      }
      const all = LINES.map(() => true)
      expect(await until(complete, each => Bun.deepEquals(each, all))).toEqual(all)
    }
  )

  test('of the product works with the settings that the start has read, and reads none itself', async () => {
    const { connection } = await testCluster()
    const [row] = await app.database.owner<{ name: string }[]>`SELECT current_database() AS name`
    const { username, password, path } = connection
    const databaseUrl = `postgres://${username}:${password}@localhost/${row?.name}?path=${encodeURIComponent(path)}`
    const opened = await openDatabase({ databaseUrl, dataDir: '/sys/unused' })
    await migrate(opened.owner)
    await opened.close()
    const { config, secrets } = app.context
    const before = process.env.PORT
    process.env.PORT = 'not a port'
    const script = new URL('../../api/search-thread.ts', import.meta.url)
    const product = openSearchWorkerPool(
      script,
      1,
      { config: { ...config, databaseUrl }, secrets },
      app.context
    )
    try {
      const question = { query: 'Иванов Иван Иванович', chosen: null, isMasked: false }
      const ask = () => product.answer(question, AbortSignal.timeout(PATIENCE_MS)).catch(() => null)
      // A thread that is still starting may refuse.
      const answer = await until(ask)
      expect(answer?.resultsCount).toBeGreaterThan(0)
    } finally {
      if (before === undefined) delete process.env.PORT
      else process.env.PORT = before
      await product.close()
    }
  })

  test('goes when it is told, and leaves no connection', async () => {
    await desk.close()
    expect(await until(connectionsOfThreads, count => count === 0)).toBe(0)
    expect(await refusalOf(ask('Иванов'))).toBe('SEARCH_DOWN')
  })
})
