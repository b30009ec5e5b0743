import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { type Database, DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { assertServerVersion } from '#api/db/server-version.ts'

let dataDir: string
let database: Database

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sverka-database-'))
  database = await openDatabase({ databaseUrl: null, dataDir })
  await migrate(database.owner)
  await database.owner`insert into credit_ledger (user_id, delta, kind, ref) values (1, 5, 'signup', '1')`
  await database.owner`insert into audit_event (actor_kind, via, action) values ('system', 'command', 'test')`
})

afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const refusalOf = async (sql: SQL, statement: string): Promise<string> => {
  try {
    await sql.unsafe(statement)
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}

/** What a statement on the lane says that another connection of the application has cancelled. */
async function cancelled({ app }: Database, lane: SQL): Promise<string> {
  const running = refusalOf(lane, 'select pg_sleep(5)')
  for (let rowCount = 0; rowCount === 0; )
    rowCount = (
      await app`select pg_cancel_backend(pid) from pg_stat_activity
        where application_name = 'lane-to-cancel' and state = 'active'`
    ).length
  return await running
}

const CHANGES = ['credit_ledger', 'audit_event'].flatMap(table => [
  [table, `update ${table} set id = default`],
  [table, `delete from ${table}`],
  [table, `truncate ${table}`]
]) as [table: string, statement: string][]

describe('the application’s pool', () => {
  test('works as a role of its own with limits for time', async () => {
    const [row] = await database.app`
      select session_user = current_user as is_itself, session_user like 'sverka_app_%' as is_app,
             current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
             current_setting('idle_in_transaction_session_timeout') as idle`
    expect(row).toEqual({ is_itself: true, is_app: true, statement: '5s', lock: '900ms', idle: '10s' })
    const [owner] = await database.owner`select current_setting('statement_timeout') as statement`
    expect(owner.statement).toBe('0')
  })

  test('can add to the audit, and to the ledger only by post_credit', async () => {
    await database.app`insert into audit_event (actor_kind, via, action) values ('user', 'ui', 'search')`
    const [person] = await database.app`insert into users (username, username_key, password_hash, role)
      values ('A', 'a', 'x', 'Инфинити') returning id`
    for (const statement of [
      `insert into credit_ledger (user_id, delta, kind, ref) values (${person.id}, 5, 'grant', 'mine')`,
      `update users set requests_count = 5 where id = ${person.id}`
    ])
      expect(await refusalOf(database.app, statement)).toContain('permission denied')
    const [row] = await database.app`select post_credit(${person.id}, 'grant', 'a', 5) as balance`
    expect(row.balance).toBe(5)
  })

  test.each(CHANGES)('cannot change %s: %s', async (table, statement) => {
    expect(await refusalOf(database.app, statement)).toBe(`permission denied for table ${table}`)
  })

  test('cannot alter, drop or make a table', async () => {
    expect(await refusalOf(database.app, 'alter table credit_ledger disable trigger all')).toContain(
      'must be owner'
    )
    expect(await refusalOf(database.app, 'create table public.mine (a int)')).toContain('permission denied')
    expect(await refusalOf(database.app, 'drop table audit_event')).toContain('must be owner')
  })

  test.each([
    'set role none',
    'reset role',
    'set session authorization default',
    'set role pg_database_owner',
    'set role sverka'
  ])('gains nothing by %s', async attempt => {
    const connection = await database.app.reserve()
    try {
      await refusalOf(connection, attempt)
      for (const [table, statement] of CHANGES)
        expect(await refusalOf(connection, statement)).toBe(`permission denied for table ${table}`)
      for (const statement of ['alter table credit_ledger disable trigger all', 'drop table audit_event'])
        expect(await refusalOf(connection, statement)).toContain('must be owner')
      for (const statement of [
        'create table public.mine (a int)',
        'create role mine',
        'drop role sverka_app'
      ])
        expect(await refusalOf(connection, statement)).toContain('permission denied')
    } finally {
      connection.release()
    }
  })

  test('gives up a lock within two seconds and works on', async () => {
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = database.owner.begin(async tx => {
      await tx`lock table users in access exclusive mode`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    expect(await refusalOf(database.app, 'select 1 from users')).toContain('lock timeout')
    held.resolve()
    await holder
    expect(await refusalOf(database.app, 'select 1 from users')).toBe('done')
  })
})

describe('the owner', () => {
  test.each(CHANGES)('is refused by the trigger on %s too: %s', async (table, statement) => {
    const refused = await refusalOf(database.owner, statement)
    expect(refused).toBe(`table ${table} is append-only`)
    const [row] = await database.owner.unsafe(`select count(*)::int as n from ${table}`)
    expect(row.n).toBeGreaterThan(0)
  })
})

describe('the ledger', () => {
  test('books the same cause once', async () => {
    const again = "insert into credit_ledger (user_id, delta, kind, ref) values (1, 5, 'signup', '1')"
    expect(await refusalOf(database.owner, again)).toContain('credit_ledger_once')
  })
})

describe('DATABASE_URL', () => {
  /** The embedded server again, reached the way a foreign one is: by an address, here with the socket in it. */
  const address = (name: string, password: string, base: string) => {
    const { path } = database.owner.options as { path: string }
    return `postgres://${name}:${password}@localhost/${base}?path=${encodeURIComponent(path)}`
  }

  test('opens the same two pools and leaves the server running', async () => {
    await database.owner.unsafe('create database elsewhere')
    const { password } = database.owner.options as { password: string }
    const other = await openDatabase({
      databaseUrl: address('sverka', password, 'elsewhere'),
      dataDir: '/sys/unused'
    })
    await migrate(other.owner)
    const [row] =
      await other.app`select session_user like 'sverka_app_%' as is_app, current_database() as base,
      current_setting('lock_timeout') as lock`
    expect(row).toEqual({ is_app: true, base: 'elsewhere', lock: '900ms' })
    expect(await refusalOf(other.app, 'delete from credit_ledger')).toContain('permission denied')
    await other.close()
    expect(await refusalOf(database.app, 'select 1')).toBe('done')
  })

  test('of a user who may make roles gives the application a login that cancels its own statements', async () => {
    const server = await openDatabase({ databaseUrl: null, dataDir: mkdtempSync(join(dataDir, 'server-')) })
    const { path } = server.owner.options as { path: string }
    await server.owner.unsafe("create role maker login createrole password 'maker-password'")
    await server.owner.unsafe('create database made owner maker')
    const databaseUrl = `postgres://maker:maker-password@localhost/made?path=${encodeURIComponent(path)}`
    const open = () => openDatabase({ databaseUrl, dataDir: '/sys/unused', production: true })
    const [one, other] = await Promise.all([open(), open()])
    await migrate(one.owner)
    expect(await refusalOf(other.app, 'delete from credit_ledger')).toContain('permission denied')
    const connection = await other.app.reserve()
    for (const attempt of ['set role none', 'set role maker', 'reset session authorization'])
      await refusalOf(connection, attempt)
    expect(await refusalOf(connection, 'delete from credit_ledger')).toContain('permission denied')
    connection.release()
    expect(await cancelled(one, other.openConnection({ application_name: 'lane-to-cancel' }))).toContain(
      'user request'
    )
    await Promise.all([one.close(), other.close()])
    await server.close()
  })

  test('of a server that is too old is refused by its version', async () => {
    await assertServerVersion(database.owner)
    const refused = assertServerVersion(database.owner, 99)
    await expect(refused).rejects.toThrow(DatabaseError)
    await expect(refused).rejects.toThrow(/Postgres 18\S*, а нужна версия 99 или новее/)
  })

  describe('of a user who may not make roles', () => {
    const open = (production: boolean) =>
      openDatabase({
        databaseUrl: address('plain', 'plain-password', 'plain'),
        dataDir: '/sys/unused',
        production
      })
    beforeAll(async () => {
      await database.owner.unsafe("create role plain login password 'plain-password'")
      await database.owner.unsafe('create database plain owner plain')
    })

    test('works as that user in development, with the triggers', async () => {
      const other = await open(false)
      const [row] =
        await other.app`select current_user as role, current_setting('statement_timeout') as statement`
      expect(row).toEqual({ role: 'plain', statement: '5s' })
      await migrate(other.owner)
      await other.app`insert into credit_ledger (user_id, delta, kind, ref) values (1, 5, 'signup', '1')`
      expect(await refusalOf(other.app, 'delete from credit_ledger')).toContain('append-only')
      await other.close()
    })

    test('is refused in production, with what is missing', async () => {
      const refused = await open(true).catch((error: Error) => error)
      expect(refused).toBeInstanceOf(DatabaseError)
      expect((refused as Error).message).toContain('ALTER ROLE plain CREATEROLE')
    })
  })

  test('that cannot be used is refused in Russian, without its password', async () => {
    const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '/sys/unused' })
    const wrong = open(address('sverka', 'wrong-password', 'postgres'))
    await expect(wrong).rejects.toThrow(DatabaseError)
    await expect(wrong).rejects.toThrow('не приняла имя или пароль')
    await expect(wrong).rejects.not.toThrow('wrong-password')
    const { password } = database.owner.options as { password: string }
    await expect(open(address('sverka', password, 'nowhere'))).rejects.toThrow('нет базы данных')
  })
})
