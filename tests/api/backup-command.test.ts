import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { openDatabase } from '#api/db/connect.ts'
import type { EmbeddedServer } from '#api/db/embedded.ts'
import { readSecrets } from '#api/lib/secrets.ts'
import { createClient } from '#tests/kit/client.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { type ObjectStorage, startObjectStorage } from '#tests/kit/object-storage.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { tableContents } from '#tests/kit/table-contents.ts'
import { ROOT } from '#tests/shape/tree.ts'

const ACCOUNT = { username: 'Keeper', password: 'correct-horse-9', turnstile_token: 'test-token' }
const LINES = ['Тестов Иван', '8 973 000-03-02', 'Тестова']

let root: string
let first: string
let file: string
let storage: ObjectStorage
const servers = new Set<Bun.Subprocess>()
const held: EmbeddedServer[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), `sverka-test-${process.pid}-backup-`))
  first = join(root, 'first')
  file = join(root, 'one.backup')
  storage = startObjectStorage('backups')
  writeFileSync(
    join(root, 'people.csv'),
    'ФИО,Телефон\nТестов Иван,8-973-000-03-01\nТестов Пётр,8-973-000-03-02\n'
  )
  writeFileSync(join(root, 'passport.json'), JSON.stringify(KIT_PASSPORT))
  held.push(await runFolderServer(first))
  const imported = await run(
    first,
    'import',
    'own',
    join(root, 'people.csv'),
    '--passport',
    join(root, 'passport.json')
  )
  expect(imported.code).toBe(0)
})
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all([...servers].map(server => server.exited))
  await Promise.all(held.map(({ close }) => close()))
  await storage.stop()
  rmSync(root, { recursive: true, force: true })
})

const environment = (dataDir: string) => ({
  PATH: '/usr/bin:/bin',
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  RUN_DIR: `${dataDir}-run`,
  S3_ENDPOINT: storage.settings.s3Endpoint,
  S3_ACCESS_KEY_ID: storage.settings.s3AccessKeyId,
  S3_SECRET_ACCESS_KEY: storage.settings.s3SecretAccessKey,
  LOG_LEVEL: 'error'
})

function spawn(dataDir: string, name: string, ...args: string[]) {
  const command = [process.execPath, `api/commands/${name}.ts`, ...args]
  return Bun.spawn(command, {
    cwd: ROOT,
    env: environment(dataDir),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
}

async function run(dataDir: string, name: string, ...args: string[]) {
  const child = spawn(dataDir, name, ...args)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

async function startServer(dataDir: string) {
  const port = freePort()
  const account = { ADMIN_USERNAME: ACCOUNT.username, ADMIN_PASSWORD: ACCOUNT.password }
  const child = Bun.spawn([process.execPath, 'api/main.ts'], {
    cwd: ROOT,
    env: {
      ...environment(dataDir),
      ...account,
      ...{ PORT: String(port), HOST: '127.0.0.1', SEED: 'none', SEARCH_THREADS: '0' }
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit'
  })
  servers.add(child)
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream()))
    if (text.includes('Администратор')) break
  const stop = async () => {
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    servers.delete(child)
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function signIn(url: string) {
  const client = createClient(url)
  const { status, body } = await client.post('/api/auth/login', ACCOUNT)
  expect(status).toBe(200)
  return { client, credits: body.user.requests_count }
}

async function answers(client: ReturnType<typeof createClient>) {
  const details = []
  for (const query of LINES) {
    const { status, body } = await client.post('/api/search/perform', { query })
    const { query_time_ms, search_id, searched_at, requests_left, ...answer } = body
    details.push([status, answer])
  }
  return details
}

/** The server notes every ten seconds which answers have left; a backup made before would give their credits back. */
async function untilHandedOver(dataDir: string): Promise<void> {
  const { owner, close } = await openDatabase({ databaseUrl: null, dataDir })
  while ((await owner`SELECT FROM search_delivery`).length > 0) await Bun.sleep(50)
  await close()
}

async function contentsOf(dataDir: string) {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  const contents = await tableContents(database.owner, { without: ['sessions', 'search_answer'] })
  await database.close()
  return contents
}

test('a backup made beside the server is the same product in another folder', async () => {
  const server = await startServer(first)
  const { client } = await signIn(server.url)
  const answered = await answers(client)
  await untilHandedOver(first)
  const backedUp = await run(first, 'backup', file)
  expect(backedUp).toMatchObject({ code: 0, err: '' })
  expect(backedUp.out).toContain('Источников 1, записей 2')
  expect(backedUp.out).toContain('храните её как секрет')
  expect(await run(first, 'restore', file, '--replace', '--yes')).toMatchObject({
    code: 1,
    err: 'С этой базой работает сервер. Остановите его и повторите команду.'
  })
  const { credits } = await signIn(server.url)
  await server.stop()

  const second = join(root, 'second')
  const restored = await run(second, 'restore', file)
  held.push(await runFolderServer(second))
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('Источников 1, записей 2')
  expect(restored.out).toContain('Сеансы и токены API не восстанавливаются: всем нужно войти заново')
  const [{ session, ...keys }, { session: oldSession, ...oldKeys }] = [
    readSecrets(second) ?? { session: '' },
    readSecrets(first) ?? { session: '' }
  ]
  expect(keys).toEqual(oldKeys)
  expect(session).not.toBe(oldSession)
  const restarted = await startServer(second)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await fetch(`${restarted.url}/api/search_history`, { headers: { cookie } })).status).toBe(401)
  const again = await signIn(restarted.url)
  expect(again.credits).toBe(credits)
  expect(await answers(again.client)).toEqual(answered)
  await restarted.stop()
})

test('data are replaced only when that is said and confirmed', async () => {
  const second = join(root, 'second')
  const before = await contentsOf(second)
  const refused = await run(second, 'restore', file)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('База данных не пуста')
  const unsure = await run(second, 'restore', file, '--replace')
  expect(unsure).toMatchObject({
    code: 1,
    err: 'Заменить данные можно только с подтверждением: добавьте --yes.'
  })
  expect(unsure.out).toContain('Сейчас в базе данных:')
  expect(await run(second, 'restore', file, '--yes')).toMatchObject({ code: 2 })
  expect(await contentsOf(second)).toEqual(before)
  expect(await run(second, 'restore', file, '--replace', '--yes')).toMatchObject({ code: 0, err: '' })
  expect((await contentsOf(second)).search_history).not.toBe(before.search_history)
})

test('a killed backup leaves nothing under its name, and a killed restore changes nothing', async () => {
  const second = join(root, 'second')
  const third = join(root, 'third.backup')
  const before = await contentsOf(second)
  const database = await openDatabase({ databaseUrl: null, dataDir: second })
  const waiting = async () => {
    const [row] = await database.owner`SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`
    return row.count > 0
  }
  const commands: [name: string, ...args: string[]][] = [
    ['backup', third],
    ['restore', file, '--replace', '--yes']
  ]
  for (const args of commands) {
    await database.owner.begin(async tx => {
      await tx`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`
      const child = spawn(second, ...args)
      while (child.exitCode === null && !(await waiting())) await Bun.sleep(20)
      expect(child.exitCode).toBeNull()
      child.kill('SIGKILL')
      await child.exited
    })
  }
  await database.close()
  expect(existsSync(third)).toBe(false)
  expect(existsSync(`${third}.part`)).toBe(true)
  expect(await contentsOf(second)).toEqual(before)
  expect(await run(second, 'backup', third)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(root).filter(name => name.endsWith('.part'))).toEqual([])
})

test('a backup that is told to end takes away what it has written', async () => {
  const path = join(root, 'ended.backup')
  const database = await openDatabase({ databaseUrl: null, dataDir: first })
  const { child } = await database.owner.begin(async tx => {
    await tx`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`
    const waiting = spawn(first, 'backup', path)
    while (waiting.exitCode === null && !existsSync(`${path}.part`)) await Bun.sleep(20)
    waiting.kill('SIGTERM')
    return { child: waiting }
  })
  await database.close()
  expect(await new Response(child.stderr).text()).toBe('Копирование прервано: копии нет.\n')
  expect([await child.exited, existsSync(path), existsSync(`${path}.part`)]).toEqual([1, false, false])
})

test('a backup takes the place of no file, and makes no database to back up', async () => {
  const backedUp = await run(first, 'backup', file)
  expect(backedUp).toMatchObject({ code: 1, err: `Файл ${file} уже есть. Выберите другое имя.` })
  const nowhere = join(root, 'nowhere')
  const empty = await run(nowhere, 'backup', join(root, 'nothing.backup'))
  expect(empty).toMatchObject({ code: 1 })
  expect(empty.err).toContain(`В папке ${nowhere} нет базы данных`)
  expect(existsSync(nowhere)).toBe(false)
  const lost = await run(first, 'backup', join(root, 'no', 'folder.backup'))
  expect(lost).toMatchObject({ code: 1 })
  expect(lost.err).toContain('не записать (ENOENT)')
})

test('an encrypted backup in storage is the same product, for its key alone', async () => {
  const address = 's3://backups/nightly/one.backup.age'
  const identity = await generateIdentity()
  const key = join(root, 'key.txt')
  writeFileSync(key, `# created by a test\n${identity}\n`)
  writeFileSync(`${key}.other`, await generateIdentity())
  const toKey = ['--to-key', await identityToRecipient(identity)]

  const backedUp = await run(first, 'backup', address, ...toKey)
  expect(backedUp).toMatchObject({ code: 0, err: '' })
  expect(backedUp.out).toContain('без закрытого ключа её не открыть')
  expect([...storage.objects.keys()]).toEqual(['backups/nightly/one.backup.age'])
  const repetition = await run(first, 'backup', address, ...toKey)
  expect(repetition).toMatchObject({ code: 1, err: `Объект ${address} уже есть. Выберите другое имя.` })

  const fourth = join(root, 'fourth')
  const keyless = await run(fourth, 'restore', address)
  expect(keyless.err).toBe(`Копия ${address} зашифрована. Добавьте --key <файл с закрытым ключом age>.`)
  const wrong = await run(fourth, 'restore', address, '--key', `${key}.other`)
  expect(wrong.err).toBe(`Копия ${address} зашифрована для другого ключа, чем в файле --key.`)
  expect([keyless.code, wrong.code, existsSync(fourth)]).toEqual([1, 1, false])

  const restored = await run(fourth, 'restore', address, '--key', key)
  expect(restored).toMatchObject({ code: 0, err: '' })
  held.push(await runFolderServer(fourth))
  const { rec, source, users, credit_ledger } = await contentsOf(first)
  expect(await contentsOf(fourth)).toMatchObject({ rec, source, users, credit_ledger })
  const plain = await run(fourth, 'restore', file, '--key', key, '--replace', '--yes')
  expect(plain).toMatchObject({ code: 0, err: '' })
  expect(plain.out).toContain('Копия не зашифрована: ключ из --key не нужен.')
  for (const { out, err } of [backedUp, keyless, wrong, restored, plain])
    expect(`${out}${err}`).not.toContain(identity)
})

test('a key that is none is refused before anything is read', async () => {
  const path = join(root, 'never.backup')
  const identity = await generateIdentity()
  const secret = await run(first, 'backup', path, '--to-key', identity)
  expect(secret).toMatchObject({ code: 2 })
  expect(secret.err).toContain('--to-key: это закрытый ключ')
  expect(secret.err).not.toContain(identity)
  expect(await run(first, 'backup', path, '--to-key', 'age1x')).toMatchObject({ code: 2 })
  const typed = await run(first, 'restore', file, '--key', identity)
  expect(typed).toMatchObject({ code: 1 })
  expect(typed.err).not.toContain(identity)
  expect(existsSync(path)).toBe(false)
})
