import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import type { EngineConfig, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { type Answer, HEALTHY, json, NODES, NOTHING, packed } from '#tests/kit/elastic/made-up.ts'
import { planOf } from '#tests/kit/search-in.ts'

const NEVER = new AbortController().signal
const INDEX = 'sverka-0-1'

/** What a cluster says is made up here; how the engine takes it is not. */
describe('a cluster that', () => {
  let database: Database
  let answer: Answer
  let calls: { path: string; authorization: string | null }[] = []
  let engine: SearchEngine
  let records: Records
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = new URL(request.url).pathname
      calls.push({ path, authorization: request.headers.get('authorization') })
      return await answer(path, request)
    }
  })

  beforeAll(async () => {
    setLogLevel('error')
    database = await freshDatabase()
    await database.owner`INSERT INTO search_index (engine, name) VALUES ('elasticsearch', ${INDEX})`
    await database.owner`INSERT INTO source (key, title, records, columns, status)
      VALUES ('one', 'one', 5, '[]', 'disabled'), ('two', 'two', 5, '[]', 'disabled')`
  })
  afterEach(async () => {
    calls = []
    await records.close()
  })
  afterAll(async () => {
    server.stop(true)
    await database.close()
  })

  /** @param credentials As they stand in an address. */
  function openOn(own: Answer, config: Partial<EngineConfig> = {}, credentials = ''): SearchEngine {
    answer = own
    const url = `http://${credentials}127.0.0.1:${server.port}`
    records = openRecords({ elasticsearchUrl: [url], ...config }, database)
    ;({ engine } = records)
    return engine
  }

  const POLICY: SearchPolicy = {
    sources: new Map(['one', 'two'].map(key => [key, { labels: [], columns: {} }])),
    suppressedKeys: null,
    subjectKey: () => '',
    version: ''
  }
  const { steps } = planOf('+7 973 204-17-40')
  const look = (timeoutMs = 1_000) =>
    engine.look([{ steps, limits: { perSource: 10, total: 10 } }], POLICY, timeoutMs, NEVER)
  const failedAfter = async (timeoutMs?: number) => [...(await look(timeoutMs)).failed].sort()
  const sentenceOf = async () => {
    const error = await engine.open().catch((failure: Error) => failure)
    return error ? [error.name, error.message] : []
  }
  const searches =
    (item: unknown): Answer =>
    path =>
      path === '/_msearch' ? json({ responses: [item] }) : path.endsWith('/_search') ? json(item) : HEALTHY()

  test.each<[string, Answer, string, string?]>([
    [
      'is older than 8',
      () => json({ nodes: { a: { version: '9.1.0' }, b: { version: '7.17.9' } } }),
      '7.17.9'
    ],
    ['is another product', () => Response.json({ nodes: {} }), 'отвечает не Elasticsearch'],
    ['is no cluster at all', () => json({}), 'отвечает не Elasticsearch'],
    ['refuses the credentials', () => json({ error: {} }, 401), 'не принял имя и пароль'],
    ['does not allow the question', () => json({ error: {} }, 403), 'не принял имя и пароль'],
    ['is overloaded', () => json({ error: {} }, 429), 'перегружен', 'OverloadedError'],
    ['sends the operator elsewhere', () => json({}, 302), 'отвечают, но не так', 'PartDownError'],
    ['says garbage', () => packed(Bun.gzipSync('{"nodes":')), 'отвечают, но не так', 'PartDownError'],
    ['is behind a gateway without it', () => json({}, 503), 'не отвечает', 'PartDownError']
  ])('%s is refused with a sentence', async (_what, own, says, error = 'ElasticError') => {
    openOn(own, {}, 'elastic:secret@')
    const [name, message] = await sentenceOf()
    expect(name).toBe(error)
    expect(message).toContain(says)
    expect(calls.at(-1)?.authorization).toBe(`Basic ${btoa('elastic:secret')}`)
    expect(message).not.toContain('secret')
  })

  test('wants a key gets it, and a name with its password', async () => {
    const answerWith = async (config: Partial<EngineConfig>, credentials: string) => {
      openOn(() => NODES(), config, credentials)
      await engine.open()
      return calls.at(-1)?.authorization
    }
    expect(await answerWith({ elasticsearchApiKey: 'the-key' }, 'elastic:no@')).toBe('ApiKey the-key')
    await records.close()
    expect(await answerWith({}, 'elastic:se%40cret@')).toBe(`Basic ${btoa('elastic:se@cret')}`)
  })

  test('has no certificate file is refused with the name of the file', async () => {
    openOn(() => NODES(), { elasticsearchCa: '/no/such/file.pem' })
    expect((await sentenceOf())[1]).toContain('ELASTICSEARCH_CA: файл /no/such/file.pem')
  })

  test('answers part of a search makes all sources fail, whose records are in one index', async () => {
    openOn(searches(NOTHING))
    expect(await failedAfter()).toEqual([])
    for (const part of [{ _shards: { failed: 1, failures: [{ index: INDEX }] } }, { timed_out: true }]) {
      answer = searches({ ...NOTHING, ...part })
      expect(await failedAfter()).toEqual(['one', 'two'])
    }
  })

  test.each([
    ['has lost the index', 'index_not_found_exception', 404],
    ['has closed the index', 'index_closed_exception', 400]
  ])('%s makes all sources fail', async (_what, type, status) => {
    openOn(searches({ error: { type }, status }))
    expect(await failedAfter()).toEqual(['one', 'two'])
  })

  test('says a hit of another index than was asked is not believed', async () => {
    openOn(searches({ ...NOTHING, hits: { hits: [{ _index: 'theirs', _id: '1', _source: {} }] } }))
    expect(await failedAfter()).toEqual(['one', 'two'])
  })

  test.each<[string, Answer]>([
    ['has no room for a search', searches({ error: { type: 'circuit_breaking_exception' }, status: 429 })],
    ['has no room for a call', () => json({ error: {} }, 429)],
    ['is gone behind its gateway', () => json({}, 502)],
    ['answers garbage', () => packed(Bun.gzipSync('{"responses":['))],
    ['answers something else', () => json({})],
    ['answers nothing', () => json(null)],
    ['answers no search', searches(null)],
    ['says no hits', searches({ ...NOTHING, hits: null })],
    ['says a hit that is nothing', searches({ ...NOTHING, hits: { hits: [null] } })],
    ['sends the caller elsewhere', () => json(NOTHING, 307)],
    ['says nothing', () => new Promise<Response>(() => {})]
  ])('%s makes all sources fail, in time', async (_what, own) => {
    openOn(own)
    expect(await failedAfter(700)).toEqual(['one', 'two'])
    expect(await engine.count(steps, POLICY, 10, 300, NEVER)).toBeNull()
  })

  test('says a hit without a record is not believed', async () => {
    openOn(searches({ ...NOTHING, hits: { hits: [{ _index: 'x', _source: null }] } }))
    expect(await failedAfter()).toEqual(['one', 'two'])
  })

  test('packs what nobody asked to be packed is understood', async () => {
    openOn(() => packed(Bun.gzipSync(JSON.stringify({ responses: [NOTHING] }))))
    expect(await failedAfter()).toEqual([])
  })

  /** Whole and right but for its size when it is unpacked. */
  const large = Bun.gzipSync(`${' '.repeat(65 * 1024 ** 2)}${JSON.stringify({ responses: [NOTHING] })}`)

  test('answers with more than is taken makes all sources fail, and is asked on', async () => {
    openOn(() => packed(large))
    for (let times = 0; times < 4; times += 1) expect(await failedAfter(10_000)).toEqual(['one', 'two'])
    expect(await engine.count(steps, POLICY, 10, 10_000, NEVER)).toBeNull()
    answer = searches(NOTHING)
    expect(await failedAfter()).toEqual([])
  })

  test('says nothing is left when the caller leaves', async () => {
    openOn(() => new Promise<Response>(() => {}))
    const left = new AbortController()
    const looking = engine.look([{ steps, limits: { perSource: 1, total: 1 } }], POLICY, 5_000, left.signal)
    setTimeout(() => left.abort(new Error('left')), 50)
    await expect(looking).rejects.toThrow('left')
  })

  test('does not answer again and again is left alone, and asked when it is back', async () => {
    openOn(() => json({}, 503))
    for (let call = 0; call < 3; call += 1) await look()
    calls = []
    const together = await Promise.all(Array.from({ length: 20 }, () => failedAfter()))
    expect(together.every(failed => failed.length === 2)).toBe(true)
    // One question for all of them, which is no search.
    expect(calls.map(({ path }) => path)).toEqual(['/_cluster/health'])
    expect(await failedAfter()).toEqual(['one', 'two'])
    expect(calls).toHaveLength(1)
    answer = searches(NOTHING)
    await Bun.sleep(350)
    expect(await failedAfter()).toEqual([])
    expect(await engine.health()).toMatchObject({ ok: true, records: 10 })
  })
})
