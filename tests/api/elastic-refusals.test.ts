import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
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
const UNKNOWN = refusal(400, 'illegal_argument_exception', 'something of the server')
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
      'Elasticsearch отказал (ResponseError 400 illegal_argument_exception)'
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
})
