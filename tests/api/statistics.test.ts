import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { SearchEngine } from '#api/engines/contract.ts'
import { openRecords } from '#api/engines/index.ts'
import type { Findings } from '#api/engines/search.ts'
import type { EngineSearch } from '#api/features/statistics/counters.ts'
import { createStatistics, type Statistics } from '#api/features/statistics/service.ts'
import { startJobs } from '#api/jobs/index.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { performanceAnswer } from '#shared/contracts/statistics.ts'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
let statistics: Statistics
/** Stands in for the look-ups of the engine, to break them. */
let lookInstead: SearchEngine['look'] | null

beforeEach(async () => {
  lookInstead = null
  app = await startApp({}, database => {
    const { engine, ...others } = openRecords({ elasticsearchUrl: null }, database)
    return { ...others, engine: { ...engine, look: (...search) => (lookInstead ?? engine.look)(...search) } }
  })
  statistics = app.context.statistics
  await loadPeople(app)
})
afterEach(() => app.stop())

interface Stored {
  key: string | null
  queries: number
  hits: number
  slow: number
  failures: number
  timeUs: number
}

/** What is stored, by source; whole searches under ''. */
async function stored(): Promise<Record<string, Stored>> {
  const rows = await app.database.owner<
    Stored[]
  >`SELECT s.key, sum(queries)::int AS queries, sum(hits)::int AS hits,
      sum(slow)::int AS slow, sum(failures)::int AS failures, sum(time_us)::int AS "timeUs"
    FROM source_metric m LEFT JOIN source s ON s.id = m.source_id GROUP BY s.key`
  return Object.fromEntries(rows.map(row => [row.key ?? '', row]))
}

const perform = (person: Person, query: string) => person.post('/api/search/perform', { query })

/** An answer of all sources that took so long, to be counted as if the engine had given it. */
async function foundIn(tookMs: number, failed: string[] = []): Promise<EngineSearch> {
  const { policy } = await app.context.sources.current()
  const tookUs = new Map([...policy.sources.keys()].map(key => [key, tookMs * 1_000]))
  const findings: Findings = {
    candidates: [],
    more: new Set(),
    failed: new Set(failed),
    tookUs,
    stages: [],
    askedTiers: 0,
    askedErrors: null,
    magnitudes: new Map(),
    until: 0
  }
  return { policy, findings, passed: [], tookMs }
}

describe('a search', () => {
  test('is counted as a whole and for each source with the records that it gave', async () => {
    const answer = await perform(await registerAndLogin(app), 'Иванов Иван Иванович')
    await statistics.store()
    const counts = await stored()
    expect(counts['']).toMatchObject({ queries: 1, hits: answer.body.results_count, failures: 0 })
    expect(counts.kit_registry).toMatchObject({ queries: 1, hits: 1, failures: 0 })
    expect(counts.kit_undeclared).toBeUndefined()
    expect(counts['']?.timeUs).toBeGreaterThan(counts.kit_registry?.timeUs ?? Number.NaN)
    expect(counts.kit_registry?.timeUs).toBeGreaterThan(0)
  })

  test('is counted when it costs nothing, and a replay is not', async () => {
    const person = await signedInAs(app, ROLE_INFINITY)
    await perform(person, 'Сидорова Анна')
    await perform(person, 'Сидорова Анна')
    await statistics.store()
    expect((await stored())['']?.queries).toBe(1)
  })

  test('that the engine fails is counted as a failure of all that were asked', async () => {
    lookInstead = () => Promise.reject(new Refusal('SEARCH_DOWN'))
    expect((await perform(await registerAndLogin(app), 'Сидорова Анна')).status).toBe(503)
    await statistics.store()
    const counts = await stored()
    expect(counts['']).toMatchObject({ queries: 1, failures: 1 })
    expect(counts.kit_phones).toMatchObject({ queries: 0, failures: 1 })
  })

  test('whose client left is not counted', async () => {
    const looking = Promise.withResolvers<void>()
    lookInstead = (_lookups, _policy, _timeoutMs, signal) => {
      looking.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const person = await registerAndLogin(app)
    const leave = new AbortController()
    const answer = person.post('/api/search/perform', { query: 'Сидорова Анна' }, { signal: leave.signal })
    await looking.promise
    leave.abort()
    await expect(answer).rejects.toThrow()
    await Bun.sleep(50)
    await statistics.store()
    expect(await stored()).toEqual({})
  })
})

describe('the counts', () => {
  test('of two processes that store at the same time add up', async () => {
    const search = { ...(await foundIn(2)), kind: 'phone' as const }
    const countAndStore = async (process: Statistics) => {
      for (let round = 0; round < 40; round += 1) {
        process.count(search)
        await process.store()
      }
    }
    const { sql, sources } = app.context
    await Promise.all([countAndStore(statistics), countAndStore(createStatistics(sql, sources))])
    const counts = await stored()
    for (const key of ['', 'kit_registry', 'kit_losses']) {
      expect(counts[key]).toMatchObject({ queries: 80, timeUs: 80 * 2_000 })
    }
    const { kinds } = await statistics.performance()
    expect(kinds).toMatchObject([{ kind: 'phone', title: 'Телефон', queries: 80, slow: 0, avg_time_ms: 2 }])
  })

  test('that cannot be stored are kept for the next time', async () => {
    statistics.count(await foundIn(2))
    await app.database.owner`ALTER TABLE source_metric RENAME TO away`
    await expect(statistics.store()).rejects.toThrow()
    statistics.count(await foundIn(2))
    await app.database.owner`ALTER TABLE away RENAME TO source_metric`
    await statistics.store()
    await statistics.store()
    expect((await stored())['']?.queries).toBe(2)
  })

  test('are stored when the process stops', async () => {
    const stop = startJobs(app.context)
    statistics.count(await foundIn(2))
    await stop()
    expect((await stored())['']?.queries).toBe(1)
  })
})

describe('search performance', () => {
  test('names the slow sources, the slowest on average first', async () => {
    const startedAt = Date.now()
    const quick = await foundIn(100, ['kit_losses'])
    statistics.count(quick)
    const slow = await foundIn(900)
    slow.findings?.tookUs.set('kit_phones', 2_000_000).set('kit_losses', 500_000)
    statistics.count(slow)
    const performance = v.parse(performanceAnswer, await statistics.performance())
    expect(performance).toMatchObject({
      ok: true,
      total_queries: 2,
      avg_query_time: 500,
      p95_query_time: expect.any(Number),
      slow_queries_count: 1,
      failed_queries_count: 1,
      indices_count: 4
    })
    expect(performance.slow_indices.map(({ name, avg_time }) => [name, avg_time])).toEqual([
      ['kit_phones', 1.05],
      ['kit_registry', 0.5],
      ['kit_employers', 0.5]
    ])
    expect(performance.slow_indices[0]).toMatchObject({ count: 2, hits: 0 })
    expect(Date.parse(performance.last_update)).toBeGreaterThan(startedAt - 1_000)
  })

  test('tells how long 95 of 100 searches took at most, in all hours and processes together', async () => {
    const other = createStatistics(app.context.sql, app.context.sources)
    for (let count = 0; count < 90; count += 1) statistics.count(await foundIn(100))
    for (let count = 0; count < 10; count += 1) other.count(await foundIn(2_000))
    await Promise.all([statistics.store(), other.store()])
    await app.database.owner`UPDATE source_metric SET hour = hour - interval '30 hours'`
    for (let count = 0; count < 100; count += 1) statistics.count(await foundIn(4))
    const performance = v.parse(performanceAnswer, await statistics.performance())
    // 10 of 200 took 2 s: the 95th of 100 is the longest of the others.
    expect(performance.p95_query_time).toBeGreaterThanOrEqual(100)
    expect(performance.p95_query_time).toBeLessThanOrEqual(120)
    expect(performance.load.at(-1)?.p95_time_ms).toBeCloseTo(4.7, 0)
    expect(performance.load.at(-2)?.p95_time_ms).toBeNull()
    const registry = performance.sources.find(({ name }) => name === 'kit_registry')
    expect(registry?.p95_time_ms).toBe(performance.p95_query_time)
  })

  test('begins anew after a reset, which the audit knows', async () => {
    const administrator = await signedInAs(app, ROLE_ADMIN)
    statistics.count(await foundIn(900))
    await statistics.store()
    statistics.count(await foundIn(900))
    await statistics.reset({ actorId: administrator.user.id, ipPrefix: null })
    expect(await statistics.performance()).toMatchObject({
      total_queries: 0,
      avg_query_time: 0,
      slow_queries_count: 0,
      slow_indices: []
    })
    expect(await actsOf(app, administrator, 'statistics_reset')).toEqual([
      { before: { queries: 1, slow: 1 }, after: { queries: 0, slow: 0 } }
    ])
  })

  test('is told to administrators, with the last hours of all searches and of each source', async () => {
    const administrator = await signedInAs(app, ROLE_ADMIN)
    await perform(administrator, 'Иванов Иван Иванович')
    await statistics.store()
    await app.database
      .owner`INSERT INTO source_metric (source_id, hour, queries, hits, slow, failures, time_us)
      SELECT source_id, hour - make_interval(hours => back), 4, 2, 1, 0, 8_000_000
      FROM source_metric, unnest(ARRAY[3, 30]) AS back WHERE source_id = 0`
    const { body } = await administrator.get('/api/auth/admin/es_performance')
    expect(body.load).toHaveLength(24)
    expect(body.load.at(-1)).toMatchObject({ queries: 1, failures: 0 })
    expect(body.load.at(-1).avg_time_ms).toBeGreaterThan(0)
    expect(body.load.at(-4)).toMatchObject({ queries: 4, hits: 2, slow: 1, avg_time_ms: 2_000 })
    expect(body.load.at(-2)).toMatchObject({ queries: 0, avg_time_ms: null })
    expect(body.load.at(-1).hour).toMatch(/:00:00\.000Z$/)
    expect(body.total_queries).toBe(9)
    const [registry] = body.sources.filter(({ name }: { name: string }) => name === 'kit_registry')
    expect(registry).toMatchObject({ queries: 1, hits: 1, failures: 0 })
    expect(registry.hours.at(-1)).toMatchObject({ queries: 1, hits: 1 })
    expect((await administrator.post('/admin/api/es_performance/reset')).body).toEqual({ ok: true })
    expect((await administrator.get('/api/auth/admin/es_performance')).body).toMatchObject({
      total_queries: 0,
      sources: []
    })
  })
})
