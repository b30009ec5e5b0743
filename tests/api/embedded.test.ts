import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseError, openDatabase } from '#api/db/connect.ts'
import { explain } from '#api/db/embedded/failure.ts'
import { readPostmaster } from '#api/db/embedded/server.ts'
import { serverSettings } from '#api/db/embedded/settings.ts'
import { isAlive } from '#api/processes/process-info.ts'

const GIB = 1024 ** 3
const isRoot = process.getuid?.() === 0
let root: string
const holders = new Set<Bun.Subprocess>()

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sverka-embedded-'))
})
afterAll(async () => {
  for (const holder of holders) holder.kill('SIGTERM')
  await Promise.all([...holders].map(holder => holder.exited))
  rmSync(root, { recursive: true, force: true })
})

const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })
const postmaster = (dataDir: string) => readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0

/** Another process on the same data folder, without Bun's own care for orphans: that is what is tested. */
async function hold(dataDir: string, as: { uid?: number; gid?: number } = {}) {
  const holder = Bun.spawn([process.execPath, join(import.meta.dir, 'database-process.ts'), dataDir], {
    cwd: tmpdir(),
    env: { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: undefined },
    stdout: 'pipe',
    stderr: 'ignore',
    ...as
  })
  holders.add(holder)
  const { value } = await holder.stdout.getReader().read()
  const line = new TextDecoder().decode(value).trim()
  const end = async (signal: NodeJS.Signals) => {
    holder.kill(signal)
    await holder.exited
    holders.delete(holder)
  }
  return { told: line, end }
}

async function eventually<T>(within: number, ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + within
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > until) throw error
      await Bun.sleep(50)
    }
  }
}

describe('embedded Postgres', () => {
  test('is made, stopped and started again with what was stored', async () => {
    const dataDir = join(root, 'first')
    const first = await open(dataDir)
    const [row] = await first.owner`
      select current_setting('listen_addresses') as listens, current_setting('data_checksums') as checksums,
             current_setting('fsync') as fsync, lower('ЁЖ') as lowered, current_setting('TimeZone') as zone`
    expect(row).toEqual({ listens: '', checksums: 'on', fsync: 'on', lowered: 'ёж', zone: 'UTC' })
    await first.owner`create table kept as select 42 as answer`
    const pid = postmaster(dataDir)
    await first.close()
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
    await expect(eventually(3_000, async () => expect(isAlive(pid)).toBe(false))).resolves.toBeUndefined()

    const again = await open(dataDir)
    expect([...(await again.owner`select answer from kept`)]).toMatchObject([{ answer: 42 }])
    await again.close()
  })

  test('keeps its password and its files to itself', async () => {
    const cluster = join(root, 'first', 'postgres')
    expect(statSync(cluster).mode & 0o777).toBe(0o700)
    expect(statSync(join(cluster, 'sverka.password')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m)
  })

  test('does not write statements or values into its log', async () => {
    const dataDir = join(root, 'first')
    const database = await open(dataDir)
    await database.owner`create table named (name text unique)`
    await database.owner`insert into named values ('Безымянный')`
    await expect(database.owner`insert into named values ('Безымянный')`.execute()).rejects.toThrow()
    await expect(database.app.unsafe(`select no_such_column as "Безымянный"`)).rejects.toThrow()
    await database.close()
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('Безымянный')
  })

  test('comes back within ten seconds when it is killed, with what was committed', async () => {
    const dataDir = join(root, 'killed')
    const database = await open(dataDir)
    await database.owner`create table kept as select 1 as answer`
    for (const _ of [1, 2]) {
      const pid = postmaster(dataDir)
      process.kill(pid, 'SIGKILL')
      const rows = await eventually(10_000, async () => {
        if (postmaster(dataDir) === pid) throw new Error('not yet started again')
        return await database.owner`select answer from kept`
      })
      expect([...rows]).toMatchObject([{ answer: 1 }])
    }
    await database.close()
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('is adopted when its process was killed, and stopped by the one who adopted it', async () => {
    const dataDir = join(root, 'orphan')
    const victim = await hold(dataDir)
    expect(victim.told).toBe('ready')
    const pid = postmaster(dataDir)
    await victim.end('SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const heir = await open(dataDir)
    expect(postmaster(dataDir)).toBe(pid)
    await heir.close()
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('starts again at once when both it and its process were killed', async () => {
    const dataDir = join(root, 'orphan')
    const victim = await hold(dataDir)
    process.kill(postmaster(dataDir), 'SIGKILL')
    await victim.end('SIGKILL')
    const began = Date.now()
    const database = await open(dataDir)
    expect(Date.now() - began).toBeLessThan(10_000)
    await database.close()
  })

  test('serves a tool beside a server and is stopped by the last to leave', async () => {
    const dataDir = join(root, 'shared')
    const server = await hold(dataDir)
    const pid = postmaster(dataDir)
    const tool = await open(dataDir)
    await tool.close()
    expect(isAlive(pid)).toBe(true)
    const late = await open(dataDir)
    await server.end('SIGTERM')
    expect([...(await late.owner`select 1 as here`)]).toMatchObject([{ here: 1 }])
    expect(postmaster(dataDir)).toBe(pid)
    await late.close()
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('is made once when two processes start at the same moment', async () => {
    const dataDir = join(root, 'twins')
    const twins = await Promise.all([hold(dataDir), hold(dataDir)])
    expect(twins.map(({ told }) => told)).toEqual(['ready', 'ready'])
    await Promise.all(twins.map(({ end }) => end('SIGTERM')))
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(root, 'длинный-путь-'.repeat(6))
    const database = await open(dataDir)
    expect([...(await database.app`select 1 as here`)]).toMatchObject([{ here: 1 }])
    const [row] = await database.owner`select current_setting('unix_socket_directories') as folder`
    expect(row.folder).toStartWith('/tmp/sverka-')
    expect(statSync(row.folder).mode & 0o777).toBe(0o700)
    await database.close()
    expect(existsSync(row.folder)).toBe(false)
  })

  test('refuses the folder of another major version', async () => {
    const dataDir = join(root, 'old')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(open(dataDir)).rejects.toThrow('создана Postgres 17, а здесь Postgres 18')
    await expect(open(dataDir)).rejects.toThrow(DatabaseError)
  })

  test('refuses a folder that cannot be written, and a file in its place', async () => {
    await expect(open('/sys/sverka')).rejects.toThrow('недоступна для записи')
    writeFileSync(join(root, 'file'), '')
    await expect(open(join(root, 'file'))).rejects.toThrow('не папка')
    await expect(open(join(root, 'file', 'data'))).rejects.toThrow('не папка')
  })

  test('refuses a password that is not the cluster’s', async () => {
    const dataDir = join(root, 'shared')
    const server = await hold(dataDir)
    const file = join(dataDir, 'postgres', 'sverka.password')
    const password = readFileSync(file, 'utf8')
    writeFileSync(file, 'another')
    await expect(open(dataDir)).rejects.toThrow('Сохранённый пароль не подходит')
    writeFileSync(file, password)
    await server.end('SIGTERM')
  })

  test.if(isRoot)('gives a cluster that root restored from a copy back to its account', async () => {
    const dataDir = join(root, 'copy')
    cpSync(join(root, 'first'), dataDir, { recursive: true, filter: path => !path.includes('.s.PGSQL') })
    chownSync(join(dataDir, 'postgres', 'PG_VERSION'), 0, 0)
    const database = await open(dataDir)
    expect([...(await database.owner`select answer from kept`)]).toMatchObject([{ answer: 42 }])
    await database.close()
  })
})

describe('what a failed start means', () => {
  test.each([
    ['initdb: error: could not write file: No space left on device', 'не осталось места'],
    ['FATAL:  could not extend file: wrote only 4096 of 8192 bytes', 'не осталось места'],
    ['FATAL:  could not create file "x": Permission denied', 'недоступна для записи'],
    [
      'FATAL:  could not open shared memory segment "/PostgreSQL.1": Permission denied',
      'не запустилась (/data/postgres). FATAL:  could not open shared memory'
    ],
    ['FATAL:  lock file "postmaster.pid" already exists', 'занята другим процессом Postgres'],
    [
      'FATAL:  could not map anonymous shared memory: Cannot allocate memory',
      'не хватает оперативной памяти'
    ],
    ['something unforeseen\nFATAL: the cause\nchild process exited', 'FATAL: the cause']
  ])('is told in Russian: %s', (output, text) => {
    expect(explain(output, '/data/postgres').message).toContain(text)
  })
})

describe('server settings', () => {
  const settings = (memory: number, disk: number, sharedMemory: number) =>
    serverSettings({ memory, disk, sharedMemory }, '.', 137).join(' ')

  test('follow the machine', () => {
    expect(settings(64 * GIB, 500 * GIB, 8 * GIB)).toContain('shared_buffers=8192MB')
    expect(settings(64 * GIB, 500 * GIB, 8 * GIB)).toContain('max_connections=137')
    expect(settings(64 * GIB, 500 * GIB, 8 * GIB)).toContain('max_wal_size=4096MB')
    expect(settings(64 * GIB, 500 * GIB, 8 * GIB)).toContain('dynamic_shared_memory_type=posix')
    expect(settings(1 * GIB, GIB / 5, 64 * 1024 ** 2)).toContain('shared_buffers=256MB')
    expect(settings(1 * GIB, GIB / 5, 64 * 1024 ** 2)).toContain('max_wal_size=64MB')
    expect(settings(1 * GIB, GIB / 5, 64 * 1024 ** 2)).toContain('dynamic_shared_memory_type=mmap')
  })
})
