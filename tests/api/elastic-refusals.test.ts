import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import type { Records } from '#api/engines/index.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { loadSurnames } from '#tests/kit/elastic/surname-source.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { heldOf } from '#tests/kit/stored-records.ts'
import { until } from '#tests/kit/until.ts'

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
/** Makes an index: no other call has the name of one and nothing behind it. */
const CREATION = /^\/sverka-[^/,*?]+$/

describeElastic('a cluster that refuses', server => {
  let app: TestApp
  let proxy: FaultProxy
  let records: Records
  beforeAll(async () => {
    proxy = await startFaultProxy(server)
    app = await startApp({}, database => {
      records = openElastic(proxy.url, database)
      return records
    })
    await app.context.engine.open()
    await loadSurnames(app, 'refused', 'Отказов', { size: 2 })
  })
  afterEach(() => proxy.end())
  afterAll(async () => {
    await app.stop()
    await proxy.stop()
  })

  /** As soon as what answered before is dropped. */
  async function rebuild() {
    await app.database.owner`UPDATE search_index SET switched_at = 'epoch'`
    await records.keepIndex()
    return await records.engine.rebuild({ onProgress() {}, report() {} })
  }

  test.each([
    ['one more index', FULL, 'увеличьте cluster.max_shards_per_node и повторите'],
    ['any index', BLOCKED, 'Освободите место или снимите запрет и повторите'],
    [
      'for a reason of its own',
      UNKNOWN,
      'Elasticsearch отказал (400 illegal_argument_exception): причина в журнале этой программы'
    ]
  ])('%s ends a rebuild with a sentence, and its repetition builds', async (_what, answer, sentence) => {
    await proxy.begin(answer, CREATION)
    await expect(rebuild()).rejects.toThrow(sentence)
    await proxy.end()
    expect(await rebuild()).toEqual({ records: 2 })
  })

  test('is logged with the reason and without what may be a value', async () => {
    const lines: string[] = []
    // Another file of the same process may have run a command, whose log says only errors.
    setLogLevel('info')
    const written = spyOn(process.stderr, 'write').mockImplementation(line => lines.push(String(line)) > 0)
    await proxy.begin(UNKNOWN, CREATION)
    await rebuild()
      .catch(() => {})
      .finally(() => written.mockRestore())
    const notes = lines.map(line => JSON.parse(line)).filter(({ event }) => event === 'elasticsearch_refused')
    const reason = 'illegal_argument_exception: no room for [fields] of … … …'
    expect(notes).toMatchObject([{ status: 400, reason }])
  })

  test.each([
    ['changes for a moment', OVERLOADED],
    ['changes for want of room', BLOCKED]
  ])('%s ends no load and no undo, and has all of it afterwards', async (what, answer) => {
    const key = `waits-${what.length}`
    await proxy.begin(answer, /_bulk/)
    const loading = loadSurnames(app, key, 'Задержкин', { size: 2 })
    expect(
      await until(
        () => heldOf(app, key),
        held => held === 2
      )
    ).toBe(2)
    await proxy.end()
    await loading
    expect(
      await until(
        async () => (await app.context.engine.health()).behind,
        behind => behind === 0
      )
    ).toBe(0)
    expect(await records.engines[0]?.check?.({ all: true })).toMatchObject({
      lacking: 0,
      other: 0,
      surplus: 0
    })
  })
})
