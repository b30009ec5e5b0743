import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { testCluster } from '#tests/kit/cluster.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { ROOT } from '#tests/shape/tree.ts'

const BASE = `earlier_${process.pid}`
const BACKUP = join(ROOT, 'tests/kit/earlier-backups/postgres.backup')

let folder: string
let owner: SQL
let databaseUrl: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-earlier-`))
  const { connection, admin } = await testCluster()
  const { username, password, path } = connection
  await admin.unsafe(`CREATE DATABASE ${BASE}`)
  databaseUrl = `postgres://${username}:${password}@localhost/${BASE}?path=${encodeURIComponent(path)}`
  owner = new SQL({ ...connection, database: BASE, max: 1 })
  await owner`CREATE SCHEMA drizzle`
  await owner`CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL)`
  await owner`INSERT INTO drizzle.__drizzle_migrations (hash) VALUES ('first')`
  await owner`CREATE TABLE users (id integer)`
})
afterAll(async () => {
  await owner.close()
  const { admin } = await testCluster()
  await admin.unsafe(`DROP DATABASE ${BASE} WITH (FORCE)`)
  rmSync(folder, { recursive: true, force: true })
})

const relations = () =>
  owner`SELECT oid::regclass::text, xmin::text FROM pg_class WHERE relnamespace::regnamespace::text !~ '^pg_|^information_schema'
    ORDER BY 1`.values()

const COMMANDS = [
  ['main.ts'],
  ['commands/seed.ts', '--people', '5'],
  ['commands/import.ts', '--batches'],
  ['commands/import.ts', '--sources'],
  ['commands/import.ts', '--undo', '1'],
  ['commands/admin-create.ts', 'somebody'],
  ['commands/backup.ts', 'never.backup'],
  ['commands/restore.ts', BACKUP, '--replace', '--yes'],
  ['commands/keys-renew.ts', '--yes'],
  ['commands/reindex.ts', 'postgres']
]

test.each(COMMANDS)(
  '%s refuses the database of an earlier version, and changes nothing in it',
  async (...command) => {
    const before = await relations()
    const [script = '', ...args] = command
    const child = Bun.spawn([process.execPath, join(ROOT, 'api', script), ...args], {
      cwd: folder,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: process.env.HOME,
        LOG_LEVEL: 'error',
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(folder, 'data'),
        RUN_DIR: join(folder, 'run'),
        PORT: String(freePort()),
        HOST: '127.0.0.1',
        SEARCH_THREADS: '0'
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe'
    })
    const output = await new Response(child.stderr).text()
    expect(output).toContain('База данных сделана прежней версией программы')
    expect(output).toContain('bun run backup <файл>')
    expect(await child.exited).toBe(1)
    expect(await relations()).toEqual(before)
  }
)
