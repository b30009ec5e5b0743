import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { ConfigError } from '#api/config.ts'
import { type Database, openDatabase } from '#api/db/connect.ts'
import type { EmbeddedServer } from '#api/db/embedded.ts'
import { openSecrets } from '#api/db/keys.ts'
import { keepSecrets, randomSecrets, secretsFile } from '#api/lib/secrets.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { ROOT } from '#tests/shape/tree.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-keys-`))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const another = () => randomSecrets().suppress

describe('keys of a database', () => {
  let database: Database
  let dataDir: string
  const unset = { sessionSecret: null, suppressKey: null, auditKey: null }
  const open = (
    overrides: Partial<typeof unset | Record<keyof typeof unset, string>> = {},
    folder = dataDir
  ) => openSecrets({ dataDir: folder, ...unset, ...overrides }, database.owner)
  const refusal = async (opening: Promise<unknown>) => {
    const error = await opening.then(
      () => new Error('opened'),
      (refused: Error) => refused
    )
    expect(error).toBeInstanceOf(ConfigError)
    return error.message
  }
  const noted = () => database.owner`SELECT name, fingerprint FROM key_fingerprint ORDER BY name`

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = join(root, 'own')
  })
  afterAll(() => database.close())

  test('are made with the first use and noted by a fingerprint that says nothing of them', async () => {
    const secrets = await open()
    expect(await open()).toEqual(secrets)
    const rows = await noted()
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['AUDIT_KEY', 'SUPPRESS_KEY'])
    for (const [at, key] of [secrets.audit, secrets.suppress].entries()) {
      const shown = Buffer.from(rows[at].fingerprint)
      const mark = 'sverka key fingerprint 1'
      expect(shown.toString('hex')).toBe(
        new Bun.CryptoHasher('sha256', key).update(mark).digest('hex') as string
      )
    }
  })

  test('that data of before were used with are noted when they are first used again', async () => {
    const before = await noted()
    await database.owner`DELETE FROM key_fingerprint`
    await open()
    expect(await noted()).toEqual(before)
  })

  test.each([
    ['suppressKey', 'SUPPRESS_KEY'],
    ['auditKey', 'AUDIT_KEY']
  ])('stop whoever brings another %s, by the name of its variable', async (field, name) => {
    const message = await refusal(open({ [field]: another() }))
    expect(message).toStartWith(`База данных работает с другим ключом, чем ${name} из переменной.`)
    expect(message).toContain('Верните прежнее значение из копии')
  })

  test('stop whoever brings another file, by its path', async () => {
    const folder = join(root, 'foreign')
    keepSecrets(folder)
    expect(await refusal(open({}, folder))).toContain(
      `SUPPRESS_KEY из файла ${secretsFile(folder)} и AUDIT_KEY из файла`
    )
  })

  test('are not made anew where the file is missing', async () => {
    const folder = join(root, 'missing')
    const message = await refusal(open({}, folder))
    expect(message).toContain('SUPPRESS_KEY и AUDIT_KEY (переменные не заданы, файла')
    expect(message).toContain(`Верните файл из копии или задайте прежние значения`)
    expect(existsSync(secretsFile(folder))).toBe(false)
    const { suppress } = await open()
    expect(await refusal(open({ suppressKey: suppress }, folder))).toContain('нет: AUDIT_KEY (переменные')
  })

  const HELD: [what: string, name: string, insert: (sql: SQL) => Promise<unknown>][] = [
    [
      'a suppression',
      'SUPPRESS_KEY',
      sql => sql`INSERT INTO suppression (token, prefix, kind, class) VALUES ('\\x01', 1, 'phone', 'erasure')`
    ],
    [
      'a record',
      'SUPPRESS_KEY',
      sql => sql`INSERT INTO rec (id, src, batch, rid, doc, k, subj) VALUES (1, 1, 1, '1', '[]', '{}', '{1}')`
    ],
    [
      'an audited query',
      'AUDIT_KEY',
      sql => sql`INSERT INTO audit_event (actor_kind, via, action, query_tokens)
        VALUES ('user', 'ui', 'search', '{1}')`
    ]
  ]
  test.each(HELD)('are not made anew beside %s of a database that noted none', async (what, name, insert) => {
    const { owner, close } = await freshDatabase()
    const folder = join(root, what)
    await insert(owner)
    const message = await refusal(openSecrets({ dataDir: folder, ...unset }, owner))
    expect(message).toStartWith(`База данных работает с ключами, которых здесь нет: ${name} (переменные`)
    expect(existsSync(secretsFile(folder))).toBe(false)
    expect(await owner`SELECT FROM key_fingerprint`).toHaveLength(0)
    const newKeys = { suppressKey: another(), auditKey: another() }
    expect(await openSecrets({ dataDir: folder, ...unset, ...newKeys }, owner)).toMatchObject({
      suppress: newKeys.suppressKey
    })
    expect(await owner`SELECT FROM key_fingerprint`).toHaveLength(2)
    await close()
  })

  test('are made beside an act that nobody asked anything with', async () => {
    const { owner, close } = await freshDatabase()
    await owner`INSERT INTO audit_event (actor_kind, via, action) VALUES ('system', 'cli', 'create_admin')`
    await openSecrets({ dataDir: join(root, 'administrator'), ...unset }, owner)
    expect(await owner`SELECT FROM key_fingerprint`).toHaveLength(2)
    await close()
  })

  test('may come from variables as well, and the session secret may change', async () => {
    const { suppress, audit } = await open()
    const newKeys = { sessionSecret: another(), suppressKey: suppress, auditKey: audit }
    expect(await open(newKeys, '/sys/nowhere')).toEqual({ session: newKeys.sessionSecret, suppress, audit })
    const folder = join(root, 'session')
    expect(await open({ suppressKey: suppress, auditKey: audit }, folder)).toMatchObject({ suppress, audit })
    expect(existsSync(secretsFile(folder))).toBe(true)
  })

  test('are those of one of several processes that start together', async () => {
    await database.owner`DELETE FROM key_fingerprint`
    const openings = Array.from({ length: 6 }, () =>
      open({ suppressKey: another(), auditKey: another(), sessionSecret: another() }, '/sys/nowhere')
    )
    const opened = (await Promise.allSettled(openings)).filter(({ status }) => status === 'fulfilled')
    expect(opened).toHaveLength(1)
  })
})

test('whoever looked for the file before another process made it has the same keys', async () => {
  const { owner, close } = await freshDatabase()
  const settings = { dataDir: join(root, 'together'), sessionSecret: null, suppressKey: null, auditKey: null }
  let late: ReturnType<typeof openSecrets> | undefined
  const first = await owner.begin(async tx => {
    await tx`LOCK TABLE key_fingerprint`
    late = openSecrets(settings, owner)
    while ((await tx`SELECT FROM pg_locks WHERE NOT granted`).length === 0) await Bun.sleep(5)
    return await openSecrets(settings, tx)
  })
  expect(await late).toEqual(first)
  await close()
})

describe('a program that finds another key', () => {
  let env: Record<string, string>
  let server: EmbeddedServer | undefined
  const run = async (script: string, ...args: string[]) => {
    const child = Bun.spawn([process.execPath, script, ...args], {
      cwd: ROOT,
      env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe'
    })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text()
    ])
    return { code: await child.exited, out, err: err.trim() }
  }
  const importing = () =>
    run('api/commands/import.ts', 'own', join(root, 'own.csv'), '--passport', join(root, 'passport.json'))
  const ALL = [
    () => run('api/main.ts'),
    () => run('api/commands/seed.ts', '--people', '3', '--workers', '0'),
    importing
  ]

  beforeAll(async () => {
    const port = String(freePort())
    env = { DATA_DIR: join(root, 'data'), RUN_DIR: join(root, 'run'), PORT: port, SEED: 'none' }
    writeFileSync(join(root, 'own.csv'), 'id,Телефон\n1,+7 973 000-07-01\n')
    const passport = {
      ...{ title: 'Список', kind: 'ordinary', origin: 'own', basis: 'consent', controller: 'Проверка' },
      ...{ evidence_url: 'https://example.com', retention_days: 365 },
      ...{ obtained_at: '2026-01-01', review_due: '2099-01-01' }
    }
    writeFileSync(join(root, 'passport.json'), JSON.stringify(passport))
    expect(await importing()).toMatchObject({ code: 0 })
    server = await runFolderServer(join(root, 'data'))
  })
  afterAll(() => server?.close())

  test('ends with the same sentence, whichever it is', async () => {
    env.SUPPRESS_KEY = another()
    const ended = []
    for (const start of ALL) ended.push(await start())
    delete env.SUPPRESS_KEY
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(new Set(ended.map(({ err }) => err)).size).toBe(1)
    expect(ended[0]?.err).toContain('с другим ключом, чем SUPPRESS_KEY из переменной')
  })

  test('ends so also when the file is gone, and works when it is back', async () => {
    const file = secretsFile(join(root, 'data'))
    renameSync(file, `${file}.away`)
    const ended = []
    for (const start of ALL) ended.push(await start())
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(new Set(ended.map(({ err }) => err)).size).toBe(1)
    expect(ended[0]?.err).toContain(`файла ${file} нет`)
    renameSync(`${file}.away`, file)
    expect(await importing()).toMatchObject({ code: 0 })
  })

  test('goes on with new keys only when it is said that the old ones are lost, and nobody could be shown by that', async () => {
    const file = secretsFile(join(root, 'data'))
    renameSync(file, `${file}.lost`)
    expect((await importing()).err).toContain('Если их больше нигде нет: bun run keys:renew')
    const renewing = (...args: string[]) => run('api/commands/keys-renew.ts', ...args)
    const renewed = await renewing('--yes')
    expect([renewed.code, renewed.err]).toEqual([1, expect.stringContaining('Записей с прежним ключом: 1.')])
    const command = await openDatabase({ databaseUrl: null, dataDir: join(root, 'data') })
    const beside = await renewing('--yes')
    expect([beside.code, beside.err]).toEqual([
      1,
      expect.stringContaining(`команда (процесс ${process.pid})`)
    ])
    await command.close()
    // As none of the product.
    const owner = new SQL({ ...server?.connection, max: 2 })
    for (const { id } of await owner`SELECT id FROM import_batch`)
      expect((await run('api/commands/import.ts', '--undo', String(id), '--yes')).code).toBe(0)
    const entries = () => owner`SELECT FROM suppression`
    await owner`INSERT INTO suppression (token, prefix, kind, class) VALUES ('\\x01', 1, 'phone', 'erasure')`
    await owner`WITH request AS (
        INSERT INTO subject_request (key_hash, want, on_behalf, channel, code_expires_at)
        VALUES ('\\x01', 'object', false, 'email', now()) RETURNING id)
      INSERT INTO subject_request_token (request_id, token, kind) SELECT id, '\\x01', 'phone' FROM request`
    const held = () => owner`SELECT FROM subject_request_token`
    const unsure = await renewing()
    expect(unsure.code).toBe(1)
    expect(unsure.out).toContain('Список исключений пропадёт: записей 1.')
    expect(unsure.out).toContain('Ничего не изменено')
    expect([(await entries()).length, existsSync(file)]).toEqual([1, false])
    expect((await renewing('--yes')).code).toBe(0)
    expect([(await entries()).length, (await held()).length, existsSync(file)]).toEqual([0, 0, true])
    const acts = await owner`SELECT detail FROM audit_event WHERE action = 'renew_keys'`
    expect(acts.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { lost: ['SUPPRESS_KEY', 'AUDIT_KEY'], suppressions: 1, records: 0, queries: 0 }
    ])
    await owner.close()
    expect((await renewing('--yes')).out).toContain('Ключи этой базы на месте')
    expect(await importing()).toMatchObject({ code: 0 })
  })
})
