import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import type { EngineConfig, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { createEncoder, createEngine } from '#api/engines/index.ts'
import { createIndexRecords, RECORD_RULE } from '#api/engines/index-record.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { PartDownError } from '#api/lib/operator-error.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { type Answer, HEALTHY, headersOf, json, NODES, NOTHING, packed } from '#tests/kit/elastic/made-up.ts'
import { planOf } from '#tests/kit/search-in.ts'

const NEVER = new AbortController().signal

/** What a cluster says is made up here; how the engine takes it is not. */
describe('a cluster that', () => {
  let database: Database
  let answer: Answer
  let calls: { path: string; authorization: string | null }[] = []
  let engine: SearchEngine
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
    await database.owner`INSERT INTO record_holder (engine) VALUES ('elasticsearch')`
    await database.owner`UPDATE record_rule SET rule = ${RECORD_RULE}`
    await database.owner`INSERT INTO source (key, title, records, columns, status)
      VALUES ('one', 'one', 5, '[]', 'disabled'), ('two', 'two', 5, '[]', 'disabled')`
  })
  afterEach(async () => {
    calls = []
    await engine.close()
  })
  afterAll(async () => {
    server.stop(true)
    await database.close()
  })

  /** @param credentials As they stand in an address. */
  function openOn(own: Answer, config: Partial<EngineConfig> = {}, credentials = ''): SearchEngine {
    answer = own
    const url = `http://${credentials}127.0.0.1:${server.port}`
    engine = createEngine({ elasticsearchUrl: [url], ...config }, database)
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
  /** An index as a search names it. */
  const indexOf = async (source: string) => {
    const [row] = await database.owner`SELECT name FROM elastic_namespace`
    return `${row.name}-${source}`
  }
  const searches =
    (item: unknown): Answer =>
    path =>
      path === '/_msearch' ? json({ responses: [item] }) : HEALTHY()

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
      await engine.openWriter(
        { sources: [], expectedRecords: 0, isResumed: false, isProbablyNew: false },
        () => {}
      )
      return calls.at(-1)?.authorization
    }
    expect(await answerWith({ elasticsearchApiKey: 'the-key' }, 'elastic:no@')).toBe('ApiKey the-key')
    await engine.close()
    expect(await answerWith({}, 'elastic:se%40cret@')).toBe(`Basic ${btoa('elastic:se@cret')}`)
  })

  test('has no certificate file is refused with the name of the file', async () => {
    openOn(() => NODES(), { elasticsearchCa: '/no/such/file.pem' })
    expect((await sentenceOf())[1]).toContain('ELASTICSEARCH_CA: файл /no/such/file.pem')
  })

  test('answers part of a search makes only that part fail', async () => {
    openOn(searches(NOTHING))
    expect(await failedAfter()).toEqual([])
    const two = await indexOf('two')
    answer = searches({ ...NOTHING, _shards: { failed: 1, failures: [{ index: two }] } })
    expect(await failedAfter()).toEqual(['two'])
    answer = searches({ ...NOTHING, timed_out: true })
    expect(await failedAfter()).toEqual(['one', 'two'])
    answer = searches({ ...NOTHING, _shards: { failed: 1 } })
    expect(await failedAfter()).toEqual(['one', 'two'])
  })

  test('has lost an index makes that source fail, and says nothing of one without records', async () => {
    openOn(searches(NOTHING))
    await look()
    const one = await indexOf('one')
    const missing = { error: { type: 'index_not_found_exception' }, status: 404 }
    answer = async (path, request) => {
      if (path !== '/_msearch') return json({ [one]: { settings: {} } })
      const [header = ''] = (await request.text()).split('\n')
      return json({ responses: [JSON.parse(header).index.length > 1 ? missing : NOTHING] })
    }
    expect(await failedAfter()).toEqual(['two'])
    await Bun.sleep(600)
    await database.owner`UPDATE source SET records = 0 WHERE key = 'two'`
    expect(await failedAfter()).toEqual([])
    await database.owner`UPDATE source SET records = 5 WHERE key = 'two'`
  })

  test('has a closed index answers for the others', async () => {
    openOn(searches(NOTHING))
    await look()
    const closed = { error: { type: 'index_closed_exception' }, status: 400 }
    answer = async (_path, request) => {
      const headers = await headersOf(request)
      const responses = headers.map(line =>
        String(JSON.parse(line).index).includes('-two') ? closed : NOTHING
      )
      return json({ responses })
    }
    expect(await failedAfter()).toEqual(['two'])
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
    expect(await engine.sample('one', 10, POLICY, 300, NEVER)).toBeNull()
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

  test('answers with more than is taken makes that source fail alone, and is asked on', async () => {
    openOn(async (path, request) => {
      if (path !== '/_msearch') return HEALTHY()
      const indices = await headersOf(request)
      const isLarge = indices.some(line => line.includes('-two'))
      return isLarge ? packed(large) : json({ responses: indices.map(() => NOTHING) })
    })
    for (let times = 0; times < 4; times += 1) expect(await failedAfter(10_000)).toEqual(['two'])
    expect(await engine.count(steps, POLICY, 10, 10_000, NEVER)).toBeNull()
    answer = () => packed(large)
    expect(await failedAfter(10_000)).toEqual(['one', 'two'])
    answer = searches(NOTHING)
    expect(await failedAfter()).toEqual([])
  })

  test.each<[string, () => Response, boolean]>([
    ['says that it dropped an index', () => json({ acknowledged: true }), true],
    ['says that it did not', () => json({ acknowledged: false }), false],
    ['says something else', () => json({}), false],
    ['says nothing', () => json(null), false],
    ['sends the caller elsewhere', () => json({ acknowledged: true }, 302), false]
  ])('%s is believed or asked again', async (_what, own, isDropped) => {
    const index = { mappings: { _meta: { rule: 0 } } }
    const listed = (path: string) => json({ [decodeURIComponent(path).replace(/^.|,.*/g, '')]: index })
    openOn((path, { method }) => (method === 'DELETE' ? own() : listed(path)))
    const failure = await engine.removeOfSource('one', 10, async () => {}).catch(error => error)
    expect(failure instanceof PartDownError).toBe(!isDropped)
    expect(await engine.interruptedRemovals()).toEqual(new Set(isDropped ? [] : ['one']))
    await database.owner`DELETE FROM leaving_index`
    await database.owner`UPDATE source SET records = 5 WHERE key = 'one'`
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
    expect(await engine.health()).toEqual({ ok: true, records: 10 })
  })

  const LOAD = { sources: ['one'], expectedRecords: 2, isResumed: false, isProbablyNew: true }
  /** Writes two records to a cluster that answers the calls of the bulk interface so. Answers how many it was sent. */
  async function write(bulk: (records: number) => unknown): Promise<number[]> {
    const sent: number[] = []
    // It has none yet, so that no index of it is missed.
    await database.owner`UPDATE source SET records = 0 WHERE key = 'one'`
    openOn(async (path, request) => {
      if (path !== '/_bulk') return path === '/_nodes' ? NODES() : json({})
      const records = (await request.text()).trimEnd().split('\n').length / 2
      sent.push(records)
      return json(bulk(records))
    })
    const writer = await engine.openWriter(LOAD, () => {})
    const encoder = await createEncoder(writer.encoding)
    const makeRecord = createIndexRecords({ key: 'one', columns: [] }, 'k'.repeat(32))
    for (const rid of ['1', '2']) encoder.add(makeRecord(rid, []), 1)
    await writer.write(encoder.take(), async (_sql, written) => {
      expect(written.get('one')).toEqual({ added: 2, changed: 0 })
    })
    return sent
  }

  test('takes half of a load gets the rest again, until it has all of it', async () => {
    let calls = 0
    const sent = await write(records => {
      calls += 1
      const full = { create: { status: 429, error: { type: 'es_rejected_execution_exception' } } }
      const done = { create: { status: 201 } }
      return { items: Array.from({ length: records }, (_, at) => (calls === 1 || at > 0 ? full : done)) }
    })
    expect(sent).toEqual([2, 2, 1])
  })

  test('has full disks ends a load with a sentence, and one that refuses a record with its type', async () => {
    const all = (error: object, status: number) => (records: number) => ({
      items: Array.from({ length: records }, () => ({ create: { status, error } }))
    })
    await expect(write(all({ type: 'cluster_block_exception' }, 429))).rejects.toThrow(
      'на его дисках мало места'
    )
    await engine.close()
    await expect(write(all({ type: 'document_parsing_exception' }, 400))).rejects.toThrow(
      'document_parsing_exception'
    )
  })
})
