import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#api/db/connect.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** Of several pages of either engine. */
const ROWS = 26_000
const FEW = 3_000
const SOURCE = 'many'
const BATCH = '1'

describeElastic('commands on a cluster', server => {
  let root: string
  const folder = (name: string) => join(root, name)
  const opened: Database[] = []

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-elastic-`))
    const rows = Array.from({ length: ROWS }, (_, at) => `${at},Множев Иван,+7 973 ${100_00_00 + at}`)
    writeFileSync(folder('many.csv'), `Номер записи,ФИО,Телефон\n${rows.join('\n')}\n`)
    writeFileSync(folder('few.csv'), `Номер записи,ФИО,Телефон\n${rows.slice(0, FEW).join('\n')}\n`)
    writeFileSync(folder('passport.json'), JSON.stringify(KIT_PASSPORT))
  })
  afterAll(async () => {
    for (const { owner, close } of opened) {
      const [row] = await owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
      if (row) await dropIndices(row.name)
      await close()
    }
    rmSync(root, { recursive: true, force: true })
  })

  function spawn(dataDir: string, url: string | null, name: string, ...args: string[]) {
    const command = [process.execPath, `api/commands/${name}.ts`, ...args]
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      RUN_DIR: `${dataDir}-run`,
      ...(url && { ELASTICSEARCH_URL: url })
    }
    return Bun.spawn(command, { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  }

  async function run(dataDir: string, url: string | null, name: string, ...args: string[]) {
    const child = spawn(dataDir, url, name, ...args)
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text()
    ])
    return { code: await child.exited, out, err }
  }

  const load = (dataDir: string, url: string | null, file: string) =>
    run(dataDir, url, 'import', SOURCE, folder(file), '--passport', folder('passport.json'))

  async function databaseIn(dataDir: string): Promise<Database> {
    const database = await openDatabase({ databaseUrl: null, dataDir })
    opened.push(database)
    return database
  }

  async function recordsOf({ owner }: Database) {
    const [row] = await owner`SELECT records::int AS records FROM source WHERE key = ${SOURCE}`
    return row?.records
  }

  const namesOf = async (namespace: string) =>
    Object.keys(
      (await callServer(server, 'GET', `/${namespace}-*?filter_path=*.settings.index.uuid`)).body
    ).toSorted()
  async function dropIndices(namespace: string): Promise<void> {
    const names = await namesOf(namespace)
    if (names.length > 0) await callServer(server, 'DELETE', `/${names.join(',')}`)
  }
  async function inCluster(namespace: string): Promise<number> {
    await callServer(server, 'POST', `/${namespace}-*/_refresh`)
    return (await callServer(server, 'GET', `/${namespace}-*/_count`)).body.count
  }
  async function namespaceIn({ owner }: Database): Promise<string> {
    const [row] = await owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
    return row?.name ?? 'none'
  }

  test('a move that is killed goes on from the shell where it stopped, and back', async () => {
    const dataDir = folder('moved')
    expect((await load(dataDir, null, 'many.csv')).code).toBe(0)
    const database = await databaseIn(dataDir)
    const holder = async () =>
      (await database.owner`SELECT engine, moved::int AS moved FROM record_holder`)[0]
    const child = spawn(dataDir, server, 'reindex', 'elasticsearch')
    while (child.exitCode === null && !((await holder())?.moved > 0)) await Bun.sleep(10)
    child.kill('SIGKILL')
    await child.exited
    const { engine, moved } = await holder()
    expect([engine, moved > 0 && moved < ROWS]).toEqual(['postgres', true])
    const again = await run(dataDir, server, 'reindex', 'elasticsearch')
    expect(again.code).toBe(0)
    expect(again.err).toContain('Продолжаю')
    expect(again.out).toContain(`записей ${ROWS.toLocaleString('ru-RU')} в elasticsearch`)
    expect([(await holder()).engine, await inCluster(await namespaceIn(database))]).toEqual([
      'elasticsearch',
      ROWS
    ])
    const without = await run(dataDir, null, 'reindex', 'postgres')
    expect(without.code).toBe(1)
    expect(without.err).toContain('задайте ELASTICSEARCH_URL')
    expect((await run(dataDir, server, 'reindex', 'postgres')).code).toBe(0)
    const [row] = await database.owner`SELECT count(*)::int AS count FROM rec`
    expect(row.count).toBe(ROWS)
  }, 180_000)

  test('a backup is whole, and what is restored from it has indices of its own', async () => {
    const [first, second, file] = [folder('first'), folder('second'), folder('one.backup')]
    expect((await load(first, server, 'few.csv')).code).toBe(0)
    const refused = await run(first, null, 'backup', file)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('задайте ELASTICSEARCH_URL')
    const backedUp = await run(first, server, 'backup', file)
    expect(backedUp.code).toBe(0)
    expect(backedUp.out).toContain(`записей ${FEW.toLocaleString('ru-RU')}`)
    const restored = await run(second, server, 'restore', file)
    expect(restored.code).toBe(0)
    expect(restored.out).toContain(`записей ${FEW.toLocaleString('ru-RU')}`)
    const [original, copy] = [await databaseIn(first), await databaseIn(second)]
    const names = [await namespaceIn(original), await namespaceIn(copy)]
    expect(new Set(names).size).toBe(2)
    expect(restored.out).toContain(`новые индексы ${names[1]}-*`)
    expect((await run(second, server, 'import', '--undo', BATCH, '--yes')).code).toBe(0)
    expect([await inCluster(names[0] ?? ''), await recordsOf(original)]).toEqual([FEW, FEW])
    expect([await inCluster(names[1] ?? ''), await recordsOf(copy)]).toEqual([0, 0])
    // Who replaces its own data hears where the former ones still are.
    const replaced = await run(second, server, 'restore', file, '--replace', '--yes')
    expect(replaced.out).toContain(`остались в кластере: ${names[1]}-*`)
    expect((await namesOf(names[1] ?? '')).length).toBeGreaterThan(0)
    await dropIndices(names[1] ?? '')
  }, 180_000)

  test('a removal that is killed counts every record once when it goes on', async () => {
    const dataDir = folder('removed')
    expect((await load(dataDir, server, 'few.csv')).code).toBe(0)
    const database = await databaseIn(dataDir)
    const namespace = await namespaceIn(database)
    const proxy = await startFaultProxy(server)
    // The cluster removes, and nobody hears of it for a minute a byte.
    await proxy.begin({ kind: 'trickle', msPerByte: 60_000 }, /_bulk/)
    const child = spawn(dataDir, proxy.url, 'import', '--undo', BATCH, '--yes')
    while (child.exitCode === null && (await inCluster(namespace)) === FEW) await Bun.sleep(20)
    child.kill('SIGKILL')
    await child.exited
    await proxy.stop()
    const left = await inCluster(namespace)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(FEW)
    expect((await run(dataDir, server, 'import', '--undo', BATCH, '--yes')).code).toBe(0)
    expect([await inCluster(namespace), await recordsOf(database)]).toEqual([0, 0])
    expect(await database.owner`SELECT FROM removal_portion`).toHaveLength(0)
  })
})
