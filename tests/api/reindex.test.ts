import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { changesBehind, follow } from '#api/book/changes.ts'
import type { EmbeddedServer } from '#api/db/embedded.ts'
import { holdExclusiveLock } from '#api/db/exclusive-lock.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { FOLLOWED_MS } from '#api/engines/index-state.ts'
import { dropSearchIndexes, dropSearchIndexesBeside } from '#api/engines/postgres/indexes.ts'
import { isLockHeld } from '#api/lib/database-down.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { ROOT } from '#tests/shape/tree.ts'

const NAMES = ['rec_k', 'rec_k_sample', 'rec_sur']

/** Of the indexes of searches: whether each is to be trusted, by the file in which it lies. */
const indexesIn = async (owner: SQL) =>
  await owner<{ name: string; file: number; valid: boolean }[]>`SELECT relname AS name,
      pg_relation_filenode(oid)::int8::float8 AS file, indisvalid AS valid
    FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname = ANY (${`{${NAMES.join(',')}}`}::text[]) ORDER BY 1`

describe('the indexes in Postgres', () => {
  let app: TestApp
  let records: Records
  let stored: number
  beforeAll(async () => {
    app = await startOnPostgres()
    records = openRecords({ elasticsearchUrl: null }, app.database)
    await loadPeople(app)
    const [row] = await app.database.owner`SELECT count(*)::int AS n FROM rec`
    stored = row.n
  })
  afterAll(async () => {
    await records.close()
    await app.stop()
  })

  const silently = { onProgress() {}, report() {} }
  const rebuild = () => records.engine.rebuild(silently)
  const stateNow = async () => {
    const [row] = await app.database.owner`SELECT engine, name, building, leaving FROM search_index`
    return row
  }
  const ANSWERING = { engine: 'postgres', name: null, building: null }
  const foundCount = async () => (await searchIn(app, 'Иванов')).candidates.length

  test('are made anew beside searches, which find the same meanwhile', async () => {
    const expected = await foundCount()
    expect(expected).toBeGreaterThan(0)
    const before = await indexesIn(app.database.owner)
    let isOver = false
    const searching = (async () => {
      const counts = new Set<number>()
      while (!isOver) counts.add(await foundCount())
      return [...counts]
    })()
    expect(await rebuild()).toEqual({ records: stored })
    isOver = true
    expect(await searching).toEqual([expected])
    const after = await indexesIn(app.database.owner)
    expect(after.map(({ name, valid }) => [name, valid])).toEqual(NAMES.map(name => [name, true]))
    expect(after.filter(({ file }, at) => file === before[at]?.file)).toEqual([])
    expect(await stateNow()).toMatchObject({ ...ANSWERING, leaving: [] })
  })

  test('of which an interrupted call has left something unusable are whole after the next', async () => {
    const { owner } = app.database
    await owner`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'rec_k'::regclass`
    await owner`DROP INDEX rec_sur`
    expect(await rebuild()).toEqual({ records: stored })
    expect((await indexesIn(owner)).map(({ name, valid }) => [name, valid])).toEqual(
      NAMES.map(name => [name, true])
    )
    expect(await foundCount()).toBeGreaterThan(0)
  })

  test('take the place of an index of a cluster that nobody reaches any more', async () => {
    const { owner } = app.database
    const expected = await foundCount()
    await owner`UPDATE search_index SET engine = 'elasticsearch', name = 'sverka-0-1'`
    await dropSearchIndexes(owner)
    const later = openRecords({ elasticsearchUrl: null }, app.database)
    await expect(later.engine.open()).rejects.toThrow('Настройки не ведут в elasticsearch')
    const [postgres] = later.engines
    expect(await postgres?.rebuild(silently)).toEqual({ records: stored })
    // Whoever has the configuration again drops it.
    expect(await stateNow()).toMatchObject({ ...ANSWERING, leaving: ['sverka-0-1'] })
    await Bun.sleep(FOLLOWED_MS + 100)
    await follow(owner, 'sverka-0-1')
    await owner`UPDATE search_index SET switched_at = 'epoch'`
    await later.keepIndex()
    expect(await stateNow()).toMatchObject({ leaving: ['sverka-0-1'] })
    // What changes is not kept for it any more.
    expect(await changesBehind(owner, 'sverka-0-1')).toBe(null)
    await later.close()
    expect(await foundCount()).toBe(expected)
    await owner`UPDATE search_index SET leaving = '{}'`
  })

  test('are made by one at a time, whatever engine is made', async () => {
    const release = await holdExclusiveLock(app.database.owner, 'reindex')
    await expect(rebuild()).rejects.toThrow('уже строит другой процесс')
    await release?.()
    expect(await rebuild()).toEqual({ records: stored })
  })

  test('leave nothing of a killed call behind', async () => {
    const { owner } = app.database
    await owner`CREATE INDEX rec_k_ccnew ON rec (src)`
    await owner`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'rec_k_ccnew'::regclass`
    await rebuild()
    const [left] = await owner`SELECT to_regclass('rec_k_ccnew') AS name`
    expect(left).toEqual({ name: null })
  })

  test('wait for who reads the records when they are dropped, and keep nobody else waiting', async () => {
    const { owner } = app.database
    const reader = await owner.reserve()
    await reader`BEGIN`
    await reader`SELECT FROM rec LIMIT 1`
    const dropping = dropSearchIndexesBeside(owner).catch(error => error)
    const isWaiting = async () =>
      (await owner`SELECT FROM pg_stat_activity WHERE query LIKE 'DROP INDEX%' AND wait_event_type = 'Lock'`)
        .length > 0
    await until(isWaiting)
    await owner`SELECT FROM rec LIMIT 1`
    expect(await isWaiting()).toBe(true)
    expect(isLockHeld(await dropping)).toBe(true)
    await reader`ROLLBACK`
    reader.release()
    await dropSearchIndexesBeside(owner)
    expect([...(await indexesIn(owner))]).toEqual([])
    await rebuild()
  })

  test('of a cluster are not checked by whoever the configuration does not lead to it', async () => {
    const { owner } = app.database
    await owner`UPDATE search_index SET engine = 'elasticsearch', name = 'sverka-0-1'`
    const later = openRecords({ elasticsearchUrl: null }, app.database)
    await expect(later.engine.check?.({ all: true })).rejects.toThrow('Настройки не ведут в elasticsearch')
    await later.close()
    await owner`UPDATE search_index SET engine = 'postgres', name = NULL`
  })

  test('of a cluster that nobody goes on with are given up within a day', async () => {
    const { owner } = app.database
    await owner`UPDATE search_index SET building = 'sverka-0-2', switched_at = 'epoch'`
    await follow(owner, 'sverka-0-2')
    await records.keepIndex()
    expect(await stateNow()).toMatchObject({ building: 'sverka-0-2', leaving: [] })
    await owner`UPDATE record_follower SET noted_at = now() - interval '2 days'`
    await records.keepIndex()
    await records.keepIndex()
    expect(await stateNow()).toMatchObject({ building: null, leaving: ['sverka-0-2'] })
    expect(await changesBehind(owner, 'sverka-0-2')).toBe(null)
    await owner`UPDATE search_index SET leaving = '{}'`
  })
})

describe('bun run reindex', () => {
  let dataDir: string
  let server: EmbeddedServer
  let owner: SQL
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-reindex-`))
    server = await runFolderServer(dataDir)
    owner = new SQL({ ...server.connection, max: 1 })
  })
  afterAll(async () => {
    await owner.close()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function run(...args: string[]) {
    const child = Bun.spawn([process.execPath, 'api/commands/reindex.ts', ...args], {
      cwd: ROOT,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, RUN_DIR: join(dataDir, 'run'), LOG_LEVEL: 'error' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe'
    })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text()
    ])
    return { code: await child.exited, out, err }
  }

  test('makes the indexes of Postgres anew and says who answers', async () => {
    const { code, out, err } = await run('postgres')
    expect([code, err]).toEqual([0, expect.stringContaining('Строю индекс rec_k')])
    expect(out).toMatch(/^Отвечает postgres, записей 0, за /)
    expect(await indexesIn(owner)).toHaveLength(NAMES.length)
  })

  test('refuses what there is not, and where the configuration does not lead', async () => {
    const unknown = await run('mysql')
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('допустимые значения: elasticsearch, postgres')
    ])
    const unset = await run('elasticsearch')
    expect([unset.code, unset.err]).toEqual([1, expect.stringContaining('задайте ELASTICSEARCH_URL')])
  })
})
