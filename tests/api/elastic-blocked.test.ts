import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { INDEX_TEXTS } from '#shared/texts/admin.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { SUDDEN } from '#tests/kit/elastic/faults.ts'
import { indicesOf, loadSurnames, startOnElastic } from '#tests/kit/elastic/surname-source.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

const INDICES = '/api/auth/admin/es_indices'
const SIZE = 3

describeElastic('a cluster that lets nobody change an index', server => {
  let app: TestApp
  let namespace: string
  let admin: Person
  let proxy: FaultProxy
  beforeAll(async () => {
    proxy = await startFaultProxy(server)
    ;({ app, namespace } = await startOnElastic(proxy.url))
    admin = await signedInAs(app, ROLE_ADMIN)
  })
  afterAll(async () => {
    await app.stop()
    await proxy.stop()
  })

  async function block(key: string, isBlocked: boolean): Promise<void> {
    const [index] = await indicesOf(server, namespace, key)
    await callServer(server, 'PUT', `/${index}/_settings`, { 'index.blocks.read_only': isBlocked })
  }

  async function recordsOf(key: string) {
    const [row] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = ${key}`
    return row?.records
  }
  const storedIn = async (key: string) => (await app.context.engine.countStored()).get(key) ?? 0
  const batchOf = async (key: string) => (await admin.get(`${INDICES}/${key}`)).body.index.batches[0]

  test('says of an undo that it has begun, and counts the records that are found still', async () => {
    const batch = await loadSurnames(app, 'kept', 'Блоков', { size: SIZE })
    const path = `${INDICES}/kept/batches/${batch}/undo`
    await block('kept', true)
    const { status, body } = await admin.post(path, {})
    const sentence =
      /^Отмена начата и не закончена: неубранные записи ещё находятся\. .*снимите запрет и повторите$/
    expect([status, body.code, body.error]).toEqual([409, 'BATCH_BUSY', expect.stringMatching(sentence)])
    expect([await recordsOf('kept'), await storedIn('kept')]).toEqual([SIZE, SIZE])
    expect(await batchOf('kept')).toMatchObject({ state: 'undoing', undo_note: body.error })
    await block('kept', false)
    expect((await admin.post(path, {})).body.removal).toEqual({ removed: SIZE, restored: 0, kept: 0 })
    expect([await recordsOf('kept'), await storedIn('kept')]).toEqual([0, 0])
    expect(await batchOf('kept')).toMatchObject({ state: 'undone', undo_note: null })
  })

  test('keeps an undo from its end while a part of the records does not answer', async () => {
    const batch = await loadSurnames(app, 'partly', 'Блоков', { size: SIZE })
    const path = `${INDICES}/partly/batches/${batch}/undo`
    const failed = SUDDEN['failed shard']
    if (failed) await proxy.begin(failed, /_search/)
    expect((await admin.post(path, {})).status).toBe(503)
    expect((await batchOf('partly')).state).toBe('undoing')
    await proxy.end()
    expect((await admin.post(path, {})).body.removal).toEqual({ removed: SIZE, restored: 0, kept: 0 })
    expect([await recordsOf('partly'), await storedIn('partly')]).toEqual([0, 0])
  })

  test('says of a deleted source that its records go later, and they do', async () => {
    await loadSurnames(app, 'leaves', 'Блоков', { size: SIZE })
    await block('leaves', true)
    expect((await admin.delete(`${INDICES}/leaves`)).body).toEqual({ ok: true, message: INDEX_TEXTS.leaving })
    expect(await indicesOf(server, namespace, 'leaves')).toHaveLength(1)
    await block('leaves', false)
    await withJobs(app, async () => (await recordsOf('leaves')) === undefined)
    expect(await indicesOf(server, namespace, 'leaves')).toEqual([])
  })
})
