import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf } from '#api/db/database-location.ts'
import { registerServer, runningServers } from '#api/db/server-registry.ts'
import { readProcess } from '#api/processes/process-info.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { ROOT } from '#tests/shape/tree.ts'

let root: string
let runDir: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-another-`))
  runDir = join(root, 'run')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function run(env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, 'api/commands/import.ts', ...args], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME, LOG_LEVEL: 'error', RUN_DIR: runDir, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

describe('beside a running server', () => {
  const port = freePort()
  let dataDir: string
  let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>

  beforeAll(async () => {
    dataDir = join(root, 'data')
    server = Bun.spawn([process.execPath, 'api/main.ts'], {
      cwd: ROOT,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: process.env.HOME,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        RUN_DIR: runDir,
        SEED: 'none',
        SEARCH_THREADS: '0'
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit'
    })
    for await (const text of server.stdout.pipeThrough(new TextDecoderStream()))
      if (text.includes('Администратор')) break
  })
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.exited
  })

  test('a command on its database works, by whatever path', async () => {
    const link = join(root, 'link')
    symlinkSync(dataDir, link)
    for (const path of [dataDir, link])
      expect(await run({ DATA_DIR: path }, '--batches')).toEqual({ code: 0, out: 'Партий нет', err: '' })
  })

  test('a command on another data folder names both, makes nothing and stops', async () => {
    const other = join(root, 'other')
    const { code, out, err } = await run({ DATA_DIR: other }, '--batches')
    expect([code, out]).toEqual([1, ''])
    expect(err.split('\n')).toHaveLength(1)
    for (const part of [`на порту ${port} (процесс ${server.pid})`, dataDir, other, '--another-database'])
      expect(err).toContain(part)
    expect(existsSync(other)).toBe(false)
  })

  test('a command on another server names its address without user or password, and stops', async () => {
    const foreign = 'postgres://somebody:very-secret@127.0.0.1:1/people'
    const { code, err } = await run({ DATA_DIR: dataDir, DATABASE_URL: foreign }, '--batches')
    expect(code).toBe(1)
    expect(err).toContain('127.0.0.1:1/people из DATABASE_URL')
    expect(err).toContain(`DATA_DIR=${dataDir} без DATABASE_URL`)
    expect(err).not.toMatch(/somebody|very-secret/)
  })

  test('--another-database does it all the same', async () => {
    const other = join(root, 'knowingly')
    const done = await run({ DATA_DIR: other }, '--batches', '--another-database')
    expect(done).toEqual({ code: 0, out: 'Партий нет', err: '' })
    expect(existsSync(other)).toBe(true)
  })

  test('servers of another RUN_DIR do not matter', async () => {
    const env = { DATA_DIR: join(root, 'knowingly'), RUN_DIR: join(root, 'another-run') }
    expect((await run(env, '--batches')).code).toBe(0)
  })

  test('a server that stops takes its note with it, and the folder', async () => {
    expect(runningServers(runDir).map(({ pid }) => pid)).toEqual([server.pid])
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(existsSync(runDir)).toBe(false)
  })
})

describe('beside a server on a database of its own', () => {
  let forget = () => {}
  afterEach(() => forget())

  test('a command that would start the embedded one is stopped', async () => {
    const database = { kind: 'external', address: 'db.example:5432/people', identity: '1/people' } as const
    forget = registerServer(runDir, 12_000, database)
    const other = join(root, 'forgotten-variable')
    const { code, err } = await run({ DATA_DIR: other }, '--batches')
    expect(code).toBe(1)
    expect(err).toContain('db.example:5432/people из DATABASE_URL; команда открыла бы встроенная в папке')
    expect(err).toContain('Задайте DATABASE_URL с базой db.example:5432/people')
    expect(existsSync(other)).toBe(false)
  })

  test('a command that reaches that database by another address works', async () => {
    const { connection, admin } = await testCluster()
    await admin.unsafe('CREATE DATABASE reached')
    const [row] = await admin`SELECT system_identifier || '/reached' AS identity FROM pg_control_system()`
    const database = { kind: 'external', address: 'pooler:6432/reached', identity: row.identity } as const
    forget = registerServer(runDir, 12_000, database)
    const addressOf = (name: string) =>
      `postgres://${connection.username}:${connection.password}@localhost/${name}?path=${encodeURIComponent(connection.path)}`
    const same = await run({ DATABASE_URL: addressOf('reached') }, '--batches')
    expect(same).toEqual({ code: 0, out: 'Партий нет', err: '' })
    const other = await run({ DATABASE_URL: addressOf('postgres') }, '--batches')
    expect([other.code, other.err.includes(connection.password)]).toEqual([1, false])
  })
})

describe('notes of servers', () => {
  const database = { kind: 'embedded', address: '/nowhere', identity: null } as const

  test('count only while their very process runs', () => {
    const folder = join(root, 'notes')
    mkdirSync(folder)
    const forget = registerServer(folder, 1, database)
    const write = (name: string, note: unknown) => writeFileSync(join(folder, name), JSON.stringify(note))
    const own = { pid: process.pid, startedAt: readProcess(process.pid)?.startedAt ?? null, database }
    write('2.json', { ...own, port: 2, pid: 2 ** 22 + 1 })
    write('3.json', { ...own, port: 3, startedAt: 1 })
    writeFileSync(join(folder, '4.json'), '{"port": 4')
    writeFileSync(join(folder, '5.json'), 'null')
    expect(runningServers(folder).map(({ port }) => port)).toEqual([1])
    forget()
    expect(readdirSync(folder).sort()).toEqual(['2.json', '3.json', '4.json', '5.json'])
  })

  test('are one a port, and a newer server keeps its own', () => {
    const folder = join(root, 'ports')
    const forget = registerServer(folder, 7, database)
    writeFileSync(join(folder, '7.json'), JSON.stringify({ port: 7, pid: 1, startedAt: null, database }))
    forget()
    expect(readdirSync(folder)).toEqual(['7.json'])
  })

  test('cost nothing when they cannot be written', () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    expect(() => registerServer(join(file, 'run'), 9, database)()).not.toThrow()
    expect(runningServers(join(root, 'none'))).toEqual([])
  })

  test('tell a database by what its server says of itself', async () => {
    const { admin } = await testCluster()
    expect(await identityOf(admin)).toMatch(/^\d{10,}\/postgres$/)
  })
})
