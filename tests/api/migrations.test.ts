import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { SQL } from 'bun'
import { backUp } from '#api/db/backup/backup.ts'
import { DatabaseError } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { until } from '#tests/kit/until.ts'

const FOLDERS = ['migrations', 'functions']
const FILES = FOLDERS.flatMap(folder => readdirSync(`api/db/${folder}`).map(name => `${folder}/${name}`))
const FUNCTIONS = FILES.filter(name => name.startsWith('functions/'))

let nextDatabase = 0
const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of opened) await close()
})

/** Without a table, as somebody has made it for the product. */
async function emptyDatabase(): Promise<SQL> {
  const { connection, admin } = await testCluster()
  const database = `empty_${process.pid}_${nextDatabase++}`
  await admin.unsafe(`CREATE DATABASE ${database}`)
  const owner = new SQL({ ...connection, database, max: 4 })
  opened.push(async () => {
    await owner.close()
    await admin.unsafe(`DROP DATABASE ${database} WITH (FORCE)`)
  })
  return owner
}

/** All that is in a database: a line for each relation and function, and when it was last changed. */
const catalogOf = (sql: SQL) =>
  sql`SELECT relname AS name, xmin::text AS changed FROM pg_class WHERE relnamespace::regnamespace::text
      IN ('public', 'drizzle', 'sverka_migrations')
    UNION ALL SELECT proname, xmin::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT nspname, xmin::text FROM pg_namespace ORDER BY 1, 2`.values()

describe('a migrated database', () => {
  let owner: SQL
  beforeAll(async () => {
    owner = await emptyDatabase()
    await Promise.all([migrate(owner), migrate(owner), migrate(owner)])
  })

  test('has every file once, however many processes start at the same moment', async () => {
    const rows = await owner`SELECT name FROM sverka_migrations.applied_file`.values()
    expect(rows.flat().toSorted()).toEqual(FILES.toSorted())
  })

  test('is not changed by another start', async () => {
    const before = await catalogOf(owner)
    await migrate(owner)
    expect(await catalogOf(owner)).toEqual(before)
  })

  test('has a function for each file, of its name', async () => {
    const rows = await owner`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`.values()
    expect(rows.flat().toSorted()).toEqual(FUNCTIONS.map(name => name.slice(10, -4)).toSorted())
  })

  test.each(FUNCTIONS)('takes %s with its body checked, and may take it again', async name => {
    await owner.unsafe(readFileSync(`api/db/${name}`, 'utf8'))
  })

  test('gets a function anew whose file is another than it was', async () => {
    const definition = () => owner`SELECT prosrc FROM pg_proc WHERE proname = 'deliver_searches'`.values()
    const before = await definition()
    await owner.unsafe(`CREATE OR REPLACE FUNCTION deliver_searches(p_deliveries bigint[]) RETURNS void
      LANGUAGE plpgsql AS $$ BEGIN NULL; END $$`)
    await owner`UPDATE sverka_migrations.applied_file SET sha256 = 'former' WHERE name = 'functions/deliver_searches.sql'`
    await migrate(owner)
    expect(await definition()).toEqual(before)
  })

  test('keeps no lock', async () => {
    const [row] =
      await owner`SELECT count(*)::int AS held FROM pg_locks JOIN pg_database d ON database = d.oid
      WHERE locktype = 'advisory' AND datname = current_database()`
    expect(row.held).toBe(0)
  })
})

/** What drizzle's migrator noted for the first of the migrations that it applied. */
async function noteByDrizzle(sql: SQL, count: number): Promise<void> {
  await sql`CREATE SCHEMA drizzle`
  await sql`CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`
  await sql`INSERT INTO drizzle.__drizzle_migrations (hash) SELECT md5(n::text) FROM generate_series(1, ${count}) n`
}

const OTHERS: [what: string, says: string, make: (sql: SQL) => Promise<unknown>][] = [
  [
    'of the version before numbered files',
    'сделана прежней версией программы, и эта в ней ничего не меняет: сделайте копию той программой (bun run backup',
    sql => noteByDrizzle(sql, 28)
  ],
  [
    'of a part of that version',
    'восстановите её этой в пустую базу (bun run restore',
    sql => noteByDrizzle(sql, 1)
  ],
  [
    'of a later version',
    'База данных новее этой программы',
    async sql => {
      await migrate(sql)
      await sql`INSERT INTO sverka_migrations.applied_file (name, sha256) VALUES ('migrations/9999_later.sql', 'later')`
    }
  ],
  [
    'whose tables another file made',
    'сделана другой версией программы',
    async sql => {
      await migrate(sql)
      await sql`UPDATE sverka_migrations.applied_file SET sha256 = 'another' WHERE name LIKE 'migrations/%'`
      await sql`DELETE FROM sverka_migrations.applied_file WHERE name LIKE 'functions/%'`
    }
  ]
]
describe('a database', () => {
  test.each(OTHERS)('%s is refused and not changed: %s', async (_what, says, make) => {
    const owner = await emptyDatabase()
    await make(owner)
    const before = await catalogOf(owner)
    const settings = { dataDir: '/sys/unused', sessionSecret: null, suppressKey: null, auditKey: null }
    for (const work of [() => migrate(owner), () => backUp(owner, settings, '/sys/unused/file')]) {
      const refused = work()
      await expect(refused).rejects.toThrow(DatabaseError)
      await expect(refused).rejects.toThrow(says)
    }
    expect(await catalogOf(owner)).toEqual(before)
  })

  test('in which drizzle has noted nothing is an empty one', async () => {
    const owner = await emptyDatabase()
    await noteByDrizzle(owner, 0)
    await migrate(owner)
    expect((await owner`SELECT FROM suppression_change`).length).toBe(1)
  })

  test('of the version before is read as long as the audit takes, and knows from where its users came', async () => {
    const owner = await emptyDatabase()
    await migrate(owner)
    await owner`DROP SCHEMA public CASCADE`
    await owner`CREATE SCHEMA public`
    await owner`DELETE FROM sverka_migrations.applied_file WHERE name LIKE 'functions/%' OR name > 'migrations/0004'`
    for (const name of FILES.filter(each => FUNCTIONS.includes(each) || each < 'migrations/0004').toSorted())
      await owner.unsafe(`SET check_function_bodies = off; ${readFileSync(`api/db/${name}`, 'utf8')}`)
    const [user] = await owner`INSERT INTO users (username, username_key, password_hash, role)
      VALUES ('ivanov', 'ivanov', 'none', ${ROLE_USER}) RETURNING id`
    await owner`INSERT INTO audit_event (actor_kind, actor_id, via, action, ip_prefix)
      VALUES ('user', ${user.id}, 'ui', 'login', '203.0.113.0/24'), ('user', ${user.id + 1}, 'ui', 'login', '203.0.113.0/24')`
    let migrated: Promise<void> = Promise.resolve()
    await owner.begin(async tx => {
      await tx`LOCK audit_event IN ACCESS EXCLUSIVE MODE`
      migrated = migrate(owner)
      const waits = () => owner`SELECT FROM pg_locks l JOIN pg_database d ON l.database = d.oid
        WHERE datname = current_database() AND NOT granted`
      await until(waits, rows => rows.length > 0)
      const locked =
        await owner`SELECT DISTINCT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
        JOIN pg_database d ON l.database = d.oid
        WHERE datname = current_database() AND granted AND mode = 'AccessExclusiveLock'
          AND c.relname IN ('users', 'sessions', 'api_tokens', 'search_history', 'source', 'suppression')`
      expect([...locked]).toEqual([])
    })
    await migrated
    expect([...(await owner`SELECT user_id, ip_prefix FROM login_place`)]).toEqual([
      { user_id: user.id, ip_prefix: '203.0.113.0/24' }
    ])
  })

  test('is left as it was when a file fails', async () => {
    const owner = await emptyDatabase()
    await owner`CREATE TABLE vocabulary (mine text)`
    const before = await catalogOf(owner)
    await expect(migrate(owner)).rejects.toThrow('relation "vocabulary" already exists')
    expect(await catalogOf(owner)).toEqual(before)
  })
})
