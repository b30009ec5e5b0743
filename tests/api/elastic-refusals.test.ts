import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { setLogLevel } from '#api/lib/log.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { loadSurnames } from '#tests/kit/elastic/surname-source.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

/** As a server of version 9.5.3 refuses. */
const refusal = (status: number, type: string, reason: string) => ({
  kind: 'answer' as const,
  status,
  type: 'application/json',
  body: JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status })
})
const FULL = refusal(
  400,
  'validation_exception',
  'Validation Failed: 1: this action would add [2] shards, but this cluster currently has [2]/[2] maximum normal shards open;'
)
const BLOCKED = refusal(403, 'cluster_block_exception', 'blocked by: [FORBIDDEN/6/cluster read-only (api)];')
const UNKNOWN = refusal(
  400,
  'illegal_argument_exception',
  "no room for [fields] of 'Отказова' Отказов 89732041740"
)
const OVERLOADED = refusal(429, 'es_rejected_execution_exception', 'too much at once')
/** Makes an index: no other call has the mark of one and nothing behind it. */
const CREATION = /^\/sverka-[^/,*?]+\.[^/,*?]+$/

describeElastic('a cluster that refuses', server => {
  let app: TestApp
  let proxy: FaultProxy
  beforeAll(async () => {
    proxy = await startFaultProxy(server)
    app = await startApp({}, database => openElastic(proxy.url, database))
    await app.context.engine.open()
  })
  afterEach(() => proxy.end())
  afterAll(async () => {
    await app.stop()
    await proxy.stop()
  })

  test.each([
    ['one more index', FULL, 'увеличьте cluster.max_shards_per_node и повторите'],
    ['any index', BLOCKED, 'Освободите место или снимите запрет и повторите'],
    [
      'for a reason of its own',
      UNKNOWN,
      'Elasticsearch отказал (400 illegal_argument_exception): причина в журнале этой программы'
    ]
  ])('%s ends a load with a sentence, and its repetition loads', async (name, answer, sentence) => {
    const key = `refused-${name.length}`
    await proxy.begin(answer, CREATION)
    await expect(loadSurnames(app, key, 'Отказов', { size: 2 })).rejects.toThrow(sentence)
    await proxy.end()
    await loadSurnames(app, key, 'Отказов', { size: 2 })
    expect((await app.context.engine.countStored()).get(key)).toBe(2)
  })

  test('to read for an undo tells the administrator', async () => {
    const batch = await loadSurnames(app, 'unread', 'Отказов', { size: 2 })
    const admin = await signedInAs(app, ROLE_ADMIN)
    const path = `/api/auth/admin/es_indices/unread/batches/${batch}/undo`
    await proxy.begin(BLOCKED, /_refresh/)
    for (const { status, body } of [await admin.get(path), await admin.post(path, {})])
      expect([status, body.code, body.error]).toEqual([
        409,
        'BATCH_BUSY',
        expect.stringContaining('снимите запрет')
      ])
  })

  /** What is logged of refusals meanwhile. */
  async function logged<T>(work: () => Promise<T>) {
    const lines: string[] = []
    // Another file of the same process may have run a command, whose log says only errors.
    setLogLevel('info')
    const written = spyOn(process.stderr, 'write').mockImplementation(line => lines.push(String(line)) > 0)
    const result = await work().finally(() => written.mockRestore())
    const notes = lines.map(line => JSON.parse(line)).filter(({ event }) => event === 'elasticsearch_refused')
    return { result, notes }
  }

  test('is logged with the reason and without what may be a value', async () => {
    const batch = await loadSurnames(app, 'logged', 'Отказов', { size: 2 })
    const admin = await signedInAs(app, ROLE_ADMIN)
    await proxy.begin(UNKNOWN, /_refresh/)
    const { result, notes } = await logged(() =>
      admin.get(`/api/auth/admin/es_indices/logged/batches/${batch}/undo`)
    )
    const { status, body } = result
    expect([status, body.code, body.error]).toEqual([
      409,
      'BATCH_BUSY',
      expect.stringContaining('причина в журнале этой программы')
    ])
    const reason = 'illegal_argument_exception: no room for [fields] of … … …'
    expect(notes).toMatchObject([{ status: 400, path: expect.stringMatching(/_refresh$/), reason }])
  })

  test('a record is logged with the reason and without what may be a value', async () => {
    const caused_by = { type: 'number_format_exception', reason: 'For input string: "Отказов"' }
    const item = { create: { status: 400, error: { type: 'document_parsing_exception', caused_by } } }
    const alter = ({ items }: { items: unknown[] }) => ({ items: items.map(() => item) })
    await proxy.begin({ kind: 'altered', alter }, /_bulk/)
    const { result, notes } = await logged(() =>
      loadSurnames(app, 'unwritten', 'Отказов', { size: 2 }).catch(String)
    )
    const says = 'не принял запись (400 document_parsing_exception): причина в журнале этой программы'
    expect(result).toContain(says)
    const reason = 'document_parsing_exception; number_format_exception: For input string: …'
    expect(notes).toMatchObject([{ status: 400, reason }])
  })

  test('for its load or its silence refuses an undo as what may succeed soon', async () => {
    const batch = await loadSurnames(app, 'down', 'Отказов', { size: 2 })
    const admin = await signedInAs(app, ROLE_ADMIN)
    const path = `/api/auth/admin/es_indices/down/batches/${batch}/undo`
    const refused = (text: string) => [503, 'SEARCH_DOWN', '5', expect.stringContaining(text)]
    await proxy.begin({ kind: 'refuse' })
    for (const { status, body, headers } of [await admin.post(path, {}), await admin.get(path)])
      expect([status, body.code, headers.get('retry-after'), body.error]).toEqual(refused('не отвечает'))
    expect((await admin.get('/api/auth/admin/es_indices/down')).body.index.batches[0].state).toBe('done')
    await proxy.begin(OVERLOADED, /_refresh/)
    for (const { status, body, headers } of [await admin.get(path), await admin.post(path, {})])
      expect([status, body.code, headers.get('retry-after'), body.error]).toEqual(refused('перегружен'))
  })

  test.each([
    ['to make an index', CREATION],
    ['to read what is stored', /_mget/],
    ['to make it findable', /_refresh/]
  ])('for a moment %s keeps a load waiting and does not end it', async (name, path) => {
    const key = `waits-${name.length}`
    if (path.test('_mget')) await loadSurnames(app, key, 'Прежний', { size: 2 })
    await proxy.begin(OVERLOADED, path)
    const loading = loadSurnames(app, key, 'Отказов', { size: 2 })
    await Bun.sleep(500)
    await proxy.end()
    await loading
    expect((await app.context.engine.countStored()).get(key)).toBe(2)
  })
})
