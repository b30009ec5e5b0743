import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, type OutsideRecords } from '#api/db/backup/backup.ts'
import type { RecordStore } from '#api/db/backup/outside-records.ts'
import { restore } from '#api/db/backup/restore.ts'
import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createEngine, openEngines } from '#api/engines/index.ts'
import { snapshotRecords } from '#api/engines/record-holder.ts'
import { createRecordStore } from '#api/features/reindex/service.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { suppress } from '#tests/kit/suppress.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const LINES = ['Иванов', '+7 973 204-17-40', 'Копиев', 'Сидорова Анна', 'Копиев +7 973 100-00-17']
const rowsOf = (phone: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => [
    `${from + at}`,
    'Копиев',
    `+7 973 ${phone}-${10 + ((from + at) % 90)}`
  ])

const silently = () => {}

describeElastic('a backup of a product beside a cluster', server => {
  let app: TestApp
  let file: string
  let batches: number[]
  let outside: OutsideRecords
  const opened: TestApp[] = []

  const load = (rows: string[][]) =>
    loadSource(app, 'kept', { title: 'Копии', kind: 'ordinary', columns: COLUMNS, rows })

  beforeAll(async () => {
    app = await startApp({}, database => openElastic(server, database))
    await app.context.engine.open()
    await loadPeople(app)
    batches = [await load(rowsOf('100-00', 0, 60)), await load(rowsOf('100-00', 0, 20))]
    batches.push(await load(rowsOf('200-00', 0, 30)))
    await suppress(app, { kind: 'phone', value: '9743186022' })
    const engines = openEngines({ elasticsearchUrl: [server] }, app.database)
    outside = { open: beside => snapshotRecords(app.database.owner, engines, beside), onProgress() {} }
    file = join(mkdtempSync(join((await testCluster()).dataDir, 'elastic-backup-')), 'one.backup')
    await backUp(app.database.owner, app.context.config, file, outside)
  })
  afterAll(async () => {
    for (const restored of opened) await restored.stop()
    await app.stop()
  })

  const openRestored = async (open: (database: Database) => SearchEngine) => {
    const { suppress: suppressKey, audit } = app.context.secrets
    const restored = await startApp({ SUPPRESS_KEY: suppressKey, AUDIT_KEY: audit }, open)
    opened.push(restored)
    return restored
  }
  const storeIn = (
    elasticsearchUrl: string[] | null,
    report = silently as (text: string) => void
  ): RecordStore =>
    createRecordStore({
      config: { elasticsearchUrl },
      suppressKey: app.context.secrets.suppress,
      report,
      onProgress() {}
    })
  const restoreInto = ({ database, context }: TestApp, path: string, store: RecordStore) =>
    restore(database.owner, path, context.config, silently, store)

  /** What is found, how much there is, and what undoing each batch would do. */
  async function held(own: TestApp) {
    const { engine } = own.context
    const answers = await Promise.all(LINES.map(line => searchIn(own, line)))
    const rows = await own.database.owner`SELECT key, records::int AS records FROM source ORDER BY key`
    return {
      found: answers.map(({ candidates }) =>
        candidates.map(({ record_id, fields }) => [record_id, JSON.stringify(fields)]).toSorted()
      ),
      counts: [...(await engine.countStored())].toSorted(),
      booked: rows.map(({ key, records }: { key: string; records: number }) => [key, records]),
      removals: await Promise.all(batches.map(batch => engine.planRemoval(batch)))
    }
  }

  const namespaceOf = async ({ database }: TestApp): Promise<string | undefined> =>
    (await database.owner`SELECT name FROM elastic_namespace`)[0]?.name
  const indicesThere = async () =>
    Object.keys(
      (await callServer(server, 'GET', '/sverka-*?filter_path=*.settings.index.uuid')).body
    ).toSorted()

  test('is the same in indices of its own, and changes nothing of the original', async () => {
    const before = await held(app)
    expect(before.found.map(records => records.length > 0)).toEqual([true, true, true, false, true])
    expect(before.removals[2]).toEqual({ removed: 0, restored: 30, kept: 0 })
    const restored = await openRestored(database => openElastic(server, database))
    const holdings = await restoreInto(restored, file, storeIn([server]))
    expect(holdings.records).toBe(before.counts.reduce((sum, [, count]) => sum + count, 0))
    await restored.context.engine.open()
    expect(restored.context.engine.name).toBe('elasticsearch')
    expect(await held(restored)).toEqual(before)
    expect(await namespaceOf(restored)).not.toBe(await namespaceOf(app))

    await restored.context.engine.removeBatch(batches[0] ?? 0, async () => {}, silently)
    await restored.context.engine.clear()
    expect(await held(app)).toEqual(before)
  })

  test('is the same in Postgres where there is no cluster', async () => {
    const restored = await openRestored(database => createEngine({ elasticsearchUrl: null }, database))
    const lines: string[] = []
    await restoreInto(
      restored,
      file,
      storeIn(null, text => lines.push(text))
    )
    expect(lines).toContain('Записи кладу в Postgres: ELASTICSEARCH_URL не задана')
    await restored.context.engine.open()
    expect([restored.context.engine.name, await namespaceOf(restored)]).toEqual(['postgres', undefined])
    expect(await held(restored)).toEqual(await held(app))
    // What is loaded afterwards stands above what came with the backup.
    await loadSource(restored, 'kept', {
      title: 'Копии',
      kind: 'ordinary',
      columns: COLUMNS,
      rows: rowsOf('300-00', 0, 5)
    })
    expect((await searchIn(restored, '+7 973 300-00-12')).candidates).toHaveLength(1)
  })

  test('leaves no index behind when it cannot be restored', async () => {
    // Other tests make indices on this server meanwhile.
    const indicesOfRestored = async () => (await indicesThere()).filter(name => name.includes('-kept.'))
    const before = await indicesOfRestored()
    const restored = await openRestored(database => openElastic(server, database))
    const store = storeIn([server])
    const cut: RecordStore = {
      ...store,
      async fill(...parts) {
        await store.fill(...parts)
        expect((await indicesOfRestored()).length).toBeGreaterThan(before.length)
        throw new Error('cut in the middle')
      }
    }
    await expect(restoreInto(restored, file, cut)).rejects.toThrow('cut in the middle')
    expect(await indicesOfRestored()).toEqual(before)
    expect(await restored.database.owner`SELECT FROM source`).toHaveLength(0)
  })

  test('is of one moment, for which whoever writes waits', async () => {
    const before = await held(app)
    const moment = `${file}.moment`
    let writing: Promise<number> | undefined
    await backUp(app.database.owner, app.context.config, moment, {
      ...outside,
      open: async beside => {
        const snapshot = await outside.open(async () => {
          writing = load(rowsOf('400-00', 100, 140))
          await Bun.sleep(300)
          await beside()
        })
        await writing
        return snapshot
      }
    })
    expect((await held(app)).counts).not.toEqual(before.counts)
    const restored = await openRestored(database => openElastic(server, database))
    await restoreInto(restored, moment, storeIn([server]))
    await restored.context.engine.open()
    const { counts, found } = await held(restored)
    expect({ counts, found }).toEqual({ counts: before.counts, found: before.found })
  })

  test('is not made of a cluster that goes away meanwhile, and says so', async () => {
    const proxy = await startFaultProxy(server)
    const [engine] = openEngines({ elasticsearchUrl: [proxy.url] }, app.database)
    const path = `${file}.gone`
    const making = backUp(app.database.owner, app.context.config, path, {
      ...outside,
      open: async beside => {
        const snapshot = await snapshotRecords(app.database.owner, engine ? [engine] : [], beside)
        await proxy.begin({ kind: 'refuse' })
        return snapshot
      }
    })
    await expect(making).rejects.toThrow('не отвечает: проверьте ELASTICSEARCH_URL')
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
    await proxy.stop()
  })

  test('is not made where the configuration does not lead to the records', async () => {
    const engines = openEngines({ elasticsearchUrl: null }, app.database)
    const making = backUp(app.database.owner, app.context.config, `${file}.none`, {
      ...outside,
      open: beside => snapshotRecords(app.database.owner, engines, beside)
    })
    await expect(making).rejects.toThrow('Настройки не ведут в elasticsearch')
  })
})
