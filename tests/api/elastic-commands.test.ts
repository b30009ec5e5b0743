import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#api/db/connect.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { indicesOf } from '#tests/kit/elastic/open-elastic.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** Of several portions. */
const ROWS = 26_000
const SOURCE = 'many'

describeElastic('commands on a cluster', server => {
  let root: string
  const folder = (name: string) => join(root, name)
  const opened: Database[] = []

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-elastic-`))
    const rows = Array.from({ length: ROWS }, (_, at) => `${at},Множев Иван,+7 973 ${100_00_00 + at}`)
    writeFileSync(folder('many.csv'), `Номер записи,ФИО,Телефон\n${rows.join('\n')}\n`)
    writeFileSync(folder('passport.json'), JSON.stringify(KIT_PASSPORT))
  })
  afterAll(async () => {
    for (const database of opened) {
      for (const name of await indicesOf(database)) await callServer(server, 'DELETE', `/${name}`)
      await database.close()
    }
    rmSync(root, { recursive: true, force: true })
  })

  function spawn(dataDir: string, url: string | null, name: string, args: string[], input = '') {
    const command = [process.execPath, `api/commands/${name}.ts`, ...args]
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      RUN_DIR: `${dataDir}-run`,
      ...(url && { ELASTICSEARCH_URL: url })
    }
    return Bun.spawn(command, {
      ...{ cwd: ROOT, env, stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' }
    })
  }

  async function run(dataDir: string, url: string | null, name: string, ...args: string[]) {
    return await endOf(spawn(dataDir, url, name, args))
  }

  async function endOf(child: ReturnType<typeof spawn>) {
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

  async function stateIn({ owner }: Database) {
    const [row] = await owner<
      { engine: string; name: string | null; building: string | null; place: string | null }[]
    >`SELECT engine, name, building, place FROM search_index`
    return row
  }

  async function inIndex(name: string | null | undefined): Promise<number> {
    await callServer(server, 'POST', `/${name}/_refresh`)
    return (await callServer(server, 'GET', `/${name}/_count`)).body.count
  }

  test('a rebuild that is killed goes on from the shell, answers meanwhile as before, and back', async () => {
    const dataDir = folder('rebuilt')
    expect((await load(dataDir, null, 'many.csv')).code).toBe(0)
    const database = await databaseIn(dataDir)
    const child = spawn(dataDir, server, 'reindex', ['elasticsearch'])
    while (child.exitCode === null && (await stateIn(database))?.place == null) await Bun.sleep(10)
    child.kill('SIGKILL')
    await child.exited
    expect(await stateIn(database)).toMatchObject({ engine: 'postgres', building: expect.any(String) })
    const again = await run(dataDir, server, 'reindex', 'elasticsearch')
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringContaining(`Отвечает elasticsearch, записей ${ROWS.toLocaleString('ru-RU')}`)
    ])
    const state = await stateIn(database)
    expect([state?.engine, state?.building, await inIndex(state?.name)]).toEqual([
      'elasticsearch',
      null,
      ROWS
    ])
    const [indexes] = await database.owner`SELECT to_regclass('rec_k') AS k, to_regclass('rec_sur') AS sur`
    expect(indexes).toEqual({ k: null, sur: null })

    const checked = await run(dataDir, server, 'reindex', '--check', '--all')
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('индекс совпадает')])
    const { body } = await callServer(server, 'GET', `/${state?.name}/_search?size=5`)
    for (const { _id } of body.hits.hits)
      await callServer(server, 'DELETE', `/${state?.name}/_doc/${_id}?refresh=true`)
    const differs = await run(dataDir, server, 'reindex', '--check', '--all')
    expect([differs.code, differs.out]).toEqual([1, expect.stringContaining('bun run reindex')])

    const back = await run(dataDir, server, 'reindex', 'postgres')
    expect([back.code, back.out]).toEqual([0, expect.stringContaining('Отвечает postgres')])
    expect((await callServer(server, 'HEAD', `/${state?.name}`).catch(() => ({ status: 404 }))).status).toBe(
      404
    )
  }, 240_000)
  test('an erasure from the shell takes the records out of the index, and a lifted entry lets in who is left', async () => {
    const dataDir = folder('erased')
    writeFileSync(
      folder('few.csv'),
      'Номер записи,ФИО,Телефон\n1,Стёртов Иван,+7 973 555-00-11\n2,Скрытов Пётр,+7 973 555-00-22\n3,Виднов Олег,+7 973 555-00-33\n'
    )
    expect((await load(dataDir, server, 'few.csv')).code).toBe(0)
    const suppress = (args: string[], input = '') =>
      endOf(spawn(dataDir, server, 'compliance/suppress', args, input))
    const added = await suppress(['--add'], '+7 973 555-00-11\n+7 973 555-00-22\n')
    expect([added.code, added.err]).toEqual([0, ''])
    expect(await suppress(['--erase', '1', '--yes'])).toMatchObject({
      code: 0,
      out: 'Удалено записей: 1.\n'
    })
    expect((await suppress(['--lift', '2', '--because', 'проверка'])).code).toBe(0)
    const database = await databaseIn(dataDir)
    const { name } = (await stateIn(database)) ?? {}
    await callServer(server, 'POST', `/${name}/_refresh`)
    // Of what was removed a number stays for a while.
    const { body } = await callServer(
      server,
      'GET',
      `/${name}/_count?q=${encodeURIComponent('NOT _exists_:gone')}`
    )
    expect(body.count).toBe(2)
    const checked = await run(dataDir, server, 'reindex', '--check', '--all')
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('индекс совпадает')])
  }, 240_000)
})
