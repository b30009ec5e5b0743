import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createCurrentEngine } from '#api/engines/current-engine.ts'
import { openEngines } from '#api/engines/index.ts'
import { type Move, moveRecords } from '#api/features/reindex/service.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { indicesOf, loadSurnames } from '#tests/kit/elastic/surname-source.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const SIZE = 40

describeElastic('a move of records of which some were lost behind the product’s back', server => {
  let app: TestApp
  let engines: SearchEngine[]
  let namespace: string

  beforeAll(async () => {
    app = await startApp({}, database => {
      engines = [...openEngines({ elasticsearchUrl: [server] }, database)]
      return createCurrentEngine(engines, database)
    })
    await app.context.engine.open()
    for (const key of ['whole', 'lost', 'partly']) await loadSurnames(app, key, 'Потерянов', { size: SIZE })
    const [row] = await app.database.owner`SELECT name FROM elastic_namespace`
    namespace = row.name
  })
  afterAll(async () => {
    const left = await Promise.all(['whole', 'lost', 'partly'].map(key => indicesOf(server, namespace, key)))
    for (const index of left.flat()) await callServer(server, 'DELETE', `/${index}`)
    await app.stop()
  })

  const move = (to: string, change: Partial<Move> = {}) =>
    moveRecords({
      owner: app.database.owner,
      engines,
      to,
      suppressKey: app.context.secrets.suppress,
      accepted: new Set(),
      onProgress() {},
      report() {},
      followedMs: 0,
      ...change
    })
  const failureOf = async (to: string, accepted: string[] = []) => {
    const failure = await move(to, { accepted: new Set(accepted) }).catch((error: Error) => error)
    return failure instanceof Error ? failure.message.replaceAll('\u00a0', ' ') : 'moved'
  }
  async function removeOne(key: string) {
    const { body } = await callServer(server, 'POST', `/${namespace}-${key}/_search`, { size: 1 })
    const [{ _index, _id }] = body.hits.hits
    const path = `/${_index}/_doc/${encodeURIComponent(_id)}?refresh=true`
    expect((await callServer(server, 'DELETE', path)).status).toBe(200)
  }
  async function books() {
    const { owner } = app.database
    const [holder] = await owner`SELECT engine FROM record_holder`
    const rows = await owner<{ key: string; records: number }[]>`SELECT key, records::int AS records
      FROM source WHERE records > 0 ORDER BY key`
    return {
      engine: holder.engine,
      records: Object.fromEntries(rows.map(({ key, records }) => [key, records]))
    }
  }
  const BOOKED = { lost: SIZE, partly: SIZE, whole: SIZE }

  test('is refused by the names and numbers of what an index lost, and changes nothing', async () => {
    const marks = await app.database.owner`SELECT key, index_mark FROM source ORDER BY key`
    await removeOne('partly')
    for (const index of await indicesOf(server, namespace, 'lost'))
      expect((await callServer(server, 'DELETE', `/${index}`)).status).toBe(200)
    const says = await failureOf('postgres')
    expect(says).toContain('lost: учтено 40, хранится 0; partly: учтено 40, хранится 39')
    expect(says).not.toContain('whole')
    expect(says).toContain('--accept-difference lost,partly')
    expect(await books()).toEqual({ engine: 'elasticsearch', records: BOOKED })
    expect((await indicesOf(server, namespace, 'whole')).length).toBe(1)
    expect(await app.database.owner`SELECT key, index_mark FROM source ORDER BY key`).toEqual(marks)
    // To accept one of them does not accept the other.
    expect(await failureOf('postgres', ['lost'])).toContain('partly: учтено 40, хранится 39')
    expect(await failureOf('postgres', ['lost', 'partly', 'nobody'])).toContain('nobody')
    expect(await books()).toEqual({ engine: 'elasticsearch', records: BOOKED })
  })

  test('goes on with what there is of the sources that the operator names', async () => {
    const [before] = await app.database.owner`SELECT index_mark FROM source WHERE key = 'lost'`
    const reports: string[] = []
    const accepted = new Set(['lost', 'partly'])
    await move('postgres', { accepted, report: text => reports.push(text) })
    expect(reports.join('\n')).toContain('lost: учтено 40, хранится 0')
    expect(await books()).toEqual({ engine: 'postgres', records: { partly: SIZE - 1, whole: SIZE } })
    // The name of the index that somebody dropped is not used again.
    await move('elasticsearch')
    const [after] = await app.database.owner`SELECT index_mark FROM source WHERE key = 'lost'`
    expect(after.index_mark).not.toBe(before.index_mark)
    await move('postgres')
  })

  test('is refused by what the database lost, and by what nobody booked', async () => {
    const { owner } = app.database
    await owner`DELETE FROM rec WHERE id IN (SELECT rec.id FROM rec JOIN source ON source.id = src
      WHERE key = 'whole' LIMIT 3)`
    expect(await failureOf('elasticsearch')).toContain('whole: учтено 40, хранится 37')
    await owner`UPDATE source SET records = 30 WHERE key = 'whole'`
    await owner`UPDATE import_batch SET state = 'running' WHERE source_id =
      (SELECT id FROM source WHERE key = 'whole')`
    const says = await failureOf('elasticsearch')
    expect(says).toContain('whole: учтено 30, хранится 37')
    expect(says).toMatch(/повторите прерванные загрузки .*: партии \d+/)
    expect((await books()).engine).toBe('postgres')
    // What a removal has booked and not removed yet is to be expected.
    await owner`INSERT INTO removal_portion (batch_id, numbers) SELECT id, '{1,2,3,4,5,6,7}' FROM import_batch
      WHERE source_id = (SELECT id FROM source WHERE key = 'whole')`
    expect(await failureOf('elasticsearch')).toBe('moved')
    expect(await books()).toEqual({ engine: 'elasticsearch', records: { partly: SIZE - 1, whole: 37 } })
  })
})
