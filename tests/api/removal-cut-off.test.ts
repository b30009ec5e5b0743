import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '#api/db/backup/backup.ts'
import { restore } from '#api/db/backup/restore.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { openEngines } from '#api/engines/index.ts'
import { snapshotRecords } from '#api/engines/record-holder.ts'
import { beginUndo, bookRemoved, finishUndo } from '#api/features/imports/undo-store.ts'
import { createRecordStore, moveRecords } from '#api/features/reindex/service.ts'
import { forgetColumns } from '#api/features/sources/service.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const SOURCE = 'cut_off'
const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]
const [FIRST, SECOND] = [40, 7]
const silently = () => {}
/** Nobody can tell what became of a write: what was booked before it stays there. */
const UNKNOWN = {
  kind: 'answer' as const,
  status: 200,
  type: 'application/vnd.elasticsearch+json;compatible-with=9',
  body: JSON.stringify({ items: true })
}

describeElastic('a removal that was cut off between booking and removing', server => {
  const apps: TestApp[] = []
  let app: TestApp
  let batch: number

  beforeEach(async () => {
    app = await startApp({}, database => openElastic(server, database))
    apps.push(app)
    await app.context.engine.open()
    const load = (from: number, size: number) => {
      const rows = Array.from({ length: size }, (_, at) => [`${from + at}`, 'Обрывов'])
      return loadSource(app, SOURCE, { title: 'Обрыв', kind: 'ordinary', columns: COLUMNS, rows })
    }
    batch = await load(0, FIRST)
    await load(FIRST, SECOND)
    const proxy = await startFaultProxy(server)
    const [engine] = openEngines({ elasticsearchUrl: [proxy.url] }, app.database)
    await proxy.begin(UNKNOWN, /_bulk/)
    await expect(engine?.removeBatch(batch, bookRemoved, silently)).rejects.toThrow('is not a function')
    await engine?.close()
    await proxy.stop()
    expect([await recordsOf(app), await portionsOf(app)]).toEqual([SECOND, 1])
  })
  afterAll(async () => {
    for (const each of apps) await each.stop()
  })

  const portionsOf = async ({ database }: TestApp) =>
    (await database.owner`SELECT FROM removal_portion`).length

  async function recordsOf({ database }: TestApp) {
    const [row] = await database.owner`SELECT records::int AS records FROM source WHERE key = ${SOURCE}`
    return row?.records
  }

  /** Counts before and after whoever goes on with the removal. */
  async function goOn(own: TestApp, engine: SearchEngine) {
    const before = await recordsOf(own)
    await engine.removeBatch(batch, bookRemoved, silently)
    const counts = await engine.countStored()
    return { before, after: await recordsOf(own), stored: counts.get(SOURCE) }
  }
  const RIGHT = { before: FIRST + SECOND, after: SECOND, stored: SECOND }

  test('leaves the columns of its source until its end, so that no other value stands under their labels', async () => {
    const { owner } = app.database
    const [source] = await owner<
      { id: number }[]
    >`UPDATE source SET records = 0 WHERE key = ${SOURCE} RETURNING id`
    const columnsAfter = async () => {
      await forgetColumns(owner, source?.id ?? 0)
      const [row] = await owner<
        { n: number }[]
      >`SELECT jsonb_array_length(columns) AS n FROM source WHERE key = ${SOURCE}`
      return row?.n
    }
    await beginUndo(owner, batch)
    expect(await columnsAfter()).toBe(COLUMNS.length)
    await finishUndo(owner, batch)
    expect(await columnsAfter()).toBe(0)
  })

  test('is booked rightly where the records have moved', async () => {
    const { owner } = app.database
    const engines = openEngines({ elasticsearchUrl: [server] }, app.database)
    await moveRecords({
      owner,
      engines,
      to: 'postgres',
      suppressKey: app.context.secrets.suppress,
      accepted: new Set(),
      onProgress() {},
      report: silently,
      followedMs: 0
    })
    expect(await portionsOf(app)).toBe(0)
    const postgres = engines.find(({ name }) => name === 'postgres')
    expect(await goOn(app, postgres ?? app.context.engine)).toEqual(RIGHT)
  })

  test('is booked rightly in a restored backup', async () => {
    const { owner } = app.database
    const engines = openEngines({ elasticsearchUrl: [server] }, app.database)
    const file = join(mkdtempSync(join((await testCluster()).dataDir, 'cut-off-')), 'one.backup')
    await backUp(owner, app.context.config, file, {
      open: beside => snapshotRecords(owner, engines, beside),
      onProgress() {}
    })
    const { suppress: suppressKey, audit } = app.context.secrets
    const keys = { SUPPRESS_KEY: suppressKey, AUDIT_KEY: audit }
    const restored = await startApp(keys, database => openElastic(server, database))
    apps.push(restored)
    const store = createRecordStore({
      config: { elasticsearchUrl: [server] },
      suppressKey,
      report: silently,
      onProgress() {}
    })
    await restore(restored.database.owner, file, restored.context.config, silently, store)
    await restored.context.engine.open()
    expect(await portionsOf(restored)).toBe(0)
    expect(await goOn(restored, restored.context.engine)).toEqual(RIGHT)
  })
})
