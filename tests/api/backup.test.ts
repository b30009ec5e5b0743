import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { subjectToken } from '#api/book/subject-keys.ts'
import { type Archive, BackupError, jsonPart, openArchive, writeArchive } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { type ArchivePlace, filePlace } from '#api/db/backup/place.ts'
import { checkArchive, restore } from '#api/db/backup/restore.ts'
import { keepSecrets, readSecrets } from '#api/lib/secrets.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { freshDatabase, testCluster } from '#tests/kit/cluster.ts'
import { balanceOf, logIn, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { tableContents } from '#tests/kit/table-contents.ts'

const LINES = ['Иванов Иван Иванович', 'Петров', '8 (973) 204-17-40', 'Иваонв Иван', 'nobody@example.net']
const NOT_BACKED_UP = {
  without: 'sessions api_tokens search_answer search_index record_change record_follower'.split(' ')
}
const NO_SESSION = { sessionSecret: null }
const NO_KEYS = { suppressKey: null, auditKey: null }

let app: TestApp
let folder: string
let file: string
let person: Person
let settings: TestApp['context']['config']

const silently = () => {}
const folderOf = (name: string) => join(folder, name)

beforeAll(async () => {
  app = await startOnPostgres()
  settings = app.context.config
  await loadPeople(app)
  folder = mkdtempSync(join((await testCluster()).dataDir, 'backup-'))
  file = folderOf('all.backup')
  person = await registerAndLogin(app)
  await signedInAs(app, ROLE_INFINITY, 7)
  const token = subjectToken(app.context.hashes.suppress, { kind: 'phone', value: '9732041740' })
  await app.database.owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'erasure')`
  for (const query of LINES.slice(0, 3)) await ask(person, query)
  await person.delete('/api/search_history')
  await app.context.deliveries.flush()
  await backUp(app.database.owner, settings, file)
})
afterAll(() => app.stop())

async function ask(client: Person, query: string) {
  const { status, body } = await client.post('/api/search/perform', { query })
  expect(status).toBe(200)
  return body
}

/** What an answer says of people, without what belongs to the call. */
const saidOf = ({
  query_time_ms,
  search_id,
  searched_at,
  requests_left,
  charged,
  ...rest
}: Record<string, unknown>) => rest

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('done'),
    (refused: Error) => refused
  )
  expect(error).toBeInstanceOf(BackupError)
  return error.message
}

/** The parts of an archive, to be put together otherwise. */
async function partsOf(archive: Archive): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (const _ of archive.header.tables) {
    for await (const chunk of archive.chunks()) parts.push(Uint8Array.from(chunk))
    parts.push(new Uint8Array())
  }
  return parts
}

async function writeAnew(name: string, header: object, end: object): Promise<string> {
  const archive = await openArchive(file)
  const parts = await partsOf(archive)
  const closing = { ...(await archive.end()), ...end }
  const path = folderOf(name)
  await writeArchive(
    path,
    (async function* () {
      yield jsonPart({ ...archive.header, ...header })
      yield* parts
      yield jsonPart(closing)
    })()
  )
  return path
}

describe('a restored backup', () => {
  let restored: TestApp
  let before: Record<string, string>
  beforeAll(async () => {
    const { suppress, audit } = app.context.secrets
    restored = await startOnPostgres({ SUPPRESS_KEY: suppress, AUDIT_KEY: audit })
    await restore(restored.database.owner, file, restored.context.config, silently)
    before = await tableContents(restored.database.owner, NOT_BACKED_UP)
  })
  afterAll(() => restored.stop())

  test('holds every row of every table, and no session', async () => {
    expect(before).toEqual(await tableContents(app.database.owner, NOT_BACKED_UP))
    expect(Object.keys(before).length).toBeGreaterThan(12)
    for (const table of ['rec', 'users', 'credit_ledger', 'audit_event', 'suppression', 'source'])
      expect(before[table]).not.toStartWith('0 ')
    expect((await restored.database.owner`SELECT FROM sessions`).length).toBe(0)
    const visitor = await restored.request('/api/search_history', {
      headers: { Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    })
    expect(visitor.status).toBe(401)
  })

  test('lets the same people in, with the same balance, and answers them the same', async () => {
    const again = await logIn(restored, person.username)
    expect(again.user.requests_count).toBe(person.user.requests_count - 3)
    const [old, fresh] = [await signedInAs(app, ROLE_INFINITY), await signedInAs(restored, ROLE_INFINITY)]
    for (const line of LINES) {
      const answer = saidOf(await ask(old, line))
      expect(saidOf(await ask(fresh, line))).toEqual(answer)
      expect(JSON.stringify(answer.results_by_source)).not.toContain('204-17-40')
    }
  })

  test('goes on counting where the original was, although the last searches were forgotten', async () => {
    const again = await logIn(restored, person.username)
    expect((await ask(again, 'Сидорова')).charged).toBe(1)
    const { balance, ledger } = await balanceOf(restored, person.username)
    expect([balance, ledger]).toEqual([person.user.requests_count - 4, person.user.requests_count - 4])
  })

  test('guards ledger, audit and balances as before', async () => {
    const { owner, app: sql } = restored.database
    for (const table of ['credit_ledger', 'audit_event'])
      for (const statement of [
        `UPDATE ${table} SET id = DEFAULT`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`
      ]) {
        await expect(owner.unsafe(statement).execute()).rejects.toThrow('append-only')
        await expect(sql.unsafe(statement).execute()).rejects.toThrow('permission denied')
      }
    await expect(
      owner`INSERT INTO users (username, username_key, password_hash, role, requests_count)
        VALUES ('x', 'x', 'x', 'Инфинити', 5)`.execute()
    ).rejects.toThrow('post_credit')
  })

  test('has the indexes of the original', async () => {
    const indexesOf = (sql: typeof app.database.owner) =>
      sql`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`.values()
    expect(await indexesOf(restored.database.owner)).toEqual(await indexesOf(app.database.owner))
  })
})

describe('an archive', () => {
  test('is for its owner alone, and no draft of it is left', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  test('of one moment is consistent while people go on searching and records come', async () => {
    const askers = await Promise.all(
      Array.from({ length: 4 }, () => signedInAs(app, 'Обычный пользователь', 60))
    )
    let isOver = false
    let questions = 0
    const asking = askers.map(async asker => {
      for (let turn = 0; !isOver && turn < 60; turn += 1) {
        await ask(asker, `Петров ${turn}`)
        questions += 1
      }
    })
    const loading = (async () => {
      for (let turn = 0; !isOver; turn += 1)
        await loadSource(app, 'moment', { title: 'Миг', kind: 'ordinary', columns: [], rows: [[`${turn}`]] })
    })()
    while (questions < 8) await Bun.sleep(5)
    const live = folderOf('live.backup')
    await backUp(app.database.owner, settings, live)
    isOver = true
    await Promise.all([...asking, loading])
    const { owner, close } = await freshDatabase()
    await restore(owner, live, { ...NO_KEYS, dataDir: folderOf('live') }, silently)
    const [row] =
      await owner`SELECT bool_and(requests_count = (SELECT coalesce(sum(delta), 0) FROM credit_ledger
        WHERE user_id = users.id)) AS agree,
      (SELECT sum(records) FROM source) = (SELECT count(*) FROM rec) AS counted,
      (SELECT count(*)::int FROM credit_ledger WHERE kind = 'search') AS charges,
      (SELECT count(*)::int FROM audit_event WHERE action = 'search' AND (detail->>'charged')::int > 0) AS audited
      FROM users`
    expect([row.agree, row.counted]).toEqual([true, true])
    expect(row.charges).toBe(row.audited)
    await close()
  })

  describe('that cannot be used', () => {
    test('because its tables are of another version is refused', async () => {
      const path = await writeAnew('version', { migrations: ['another'] }, {})
      expect(await refusalOf(checkArchive(path))).toContain('сделана другой версией программы')
    })

    test('changes neither data nor keys, also when that is found at the end', async () => {
      const { owner, close } = await freshDatabase()
      const dataDir = folderOf('unchanged')
      const secrets = keepSecrets(dataDir)
      await restore(owner, file, { ...NO_KEYS, dataDir: folderOf('elsewhere') }, silently)
      const numbers = () => owner`SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`.values()
      const before = [await tableContents(owner), await numbers()]
      for (const end of [{ rows: [] }, { sequences: [['gone_id_seq', '1']] }]) {
        const path = await writeAnew('wrong-end', {}, end)
        await expect(restore(owner, path, { ...NO_KEYS, dataDir }, silently)).rejects.toThrow()
      }
      expect([await tableContents(owner), await numbers()]).toEqual(before)
      expect(readSecrets(dataDir)).toEqual(secrets)
      await expect(owner`DELETE FROM credit_ledger`.execute()).rejects.toThrow('append-only')
      await close()
    })
  })
})

test('keys go where they belong: kept where there are none, and put aside where others are', async () => {
  const { owner, close } = await freshDatabase()
  const dataDir = folderOf('keys')
  const { suppress, audit } = app.context.secrets
  await restore(owner, file, { ...NO_KEYS, dataDir }, silently)
  expect(readSecrets(dataDir)).toMatchObject({ suppress, audit })
  expect(readSecrets(dataDir)?.session).not.toBe(app.context.secrets.session)
  const other = folderOf('other-keys')
  const others = keepSecrets(other)
  await restore(owner, file, { ...NO_KEYS, dataDir: other }, silently)
  expect(readSecrets(other)).toMatchObject({ suppress, audit })
  const aside = [...new Bun.Glob('secrets.json.*').scanSync(other)]
  expect(aside).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(other, aside[0] ?? ''), 'utf8'))).toEqual(others)
  await close()
})

describe('a backup', () => {
  test('ends where its place fails, in the middle of a table, and another one can be made', async () => {
    const { owner, close } = await freshDatabase()
    await owner`CREATE TABLE ballast AS SELECT md5(random()::text) AS line FROM generate_series(1, 300000)`
    const { suppress, audit } = app.context.secrets
    const keys = { dataDir: folderOf('unplaced'), ...NO_SESSION, suppressKey: suppress, auditKey: audit }
    const failing: ArchivePlace = {
      ...filePlace(''),
      async write(content) {
        for await (const _ of content) throw new Error('the place is gone')
      }
    }
    await expect(backUp(owner, keys, failing)).rejects.toThrow('the place is gone')
    expect((await backUp(owner, keys, folderOf('placed.backup'))).bytes).toBeGreaterThan(2 ** 20)
    await close()
  })

  test('without the keys is refused, and neither makes nor notes any', async () => {
    const { owner, close } = await freshDatabase()
    const dataDir = folderOf('no-keys')
    const path = folderOf('no-keys.backup')
    const making = backUp(owner, { dataDir, ...NO_SESSION, ...NO_KEYS }, path)
    await expect(making).rejects.toThrow('нет: SUPPRESS_KEY и AUDIT_KEY (переменные не заданы')
    expect([existsSync(path), existsSync(dataDir)]).toEqual([false, false])
    expect(await owner`SELECT FROM key_fingerprint`).toHaveLength(0)
    await close()
  })

  test('takes given keys without noting them, and no others than noted ones', async () => {
    const { owner, close } = await freshDatabase()
    const dataDir = folderOf('given-keys')
    const { suppress, audit } = app.context.secrets
    const keys = { dataDir, ...NO_SESSION, suppressKey: suppress, auditKey: audit }
    const path = folderOf('given-keys.backup')
    await backUp(owner, keys, path)
    expect((await checkArchive(path)).keys).toEqual({ suppress, audit })
    expect(existsSync(dataDir)).toBe(false)
    expect(await owner`SELECT FROM key_fingerprint`).toHaveLength(0)
    await close()
    const other = { ...keys, auditKey: suppress }
    const making = backUp(app.database.owner, other, folderOf('other-key.backup'))
    await expect(making).rejects.toThrow('с другим ключом, чем AUDIT_KEY из переменной')
  })
})
