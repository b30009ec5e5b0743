import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { secretsFile } from '#api/lib/secrets.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { startProcess } from '#tests/kit/product-process.ts'
import { until } from '#tests/kit/until.ts'
import { ROOT } from '#tests/shape/tree.ts'

const PHONE = '+7 973 204-17-40'
const root = mkdtempSync(join(tmpdir(), 'sverka-rotation-'))
const env = {
  DATA_DIR: join(root, 'data'),
  RUN_DIR: join(root, 'run'),
  PORT: String(freePort()),
  SEED: 'none'
}
/** Three processes are beside each other. */
const CONNECTIONS = 200
let server: Awaited<ReturnType<typeof runFolderServer>>
/** As the owner, and none of the product. */
let owner: SQL

beforeAll(async () => {
  await answerOf(command('suppress', ['--list']))
  server = await runFolderServer(env.DATA_DIR, CONNECTIONS)
  owner = new SQL({ ...server.connection, max: 2 })
})
afterAll(async () => {
  await owner.close()
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const command = (name: string, args: string[], more: Record<string, string> = {}) =>
  Bun.spawn([process.execPath, join(ROOT, 'api/commands/compliance', `${name}.ts`), ...args], {
    ...{ cwd: ROOT, env: { ...env, ...more, PATH: process.env.PATH ?? '' } },
    ...{ stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' }
  } as const)

async function answerOf({ stdin, stdout, stderr, exited }: ReturnType<typeof command>, input = '') {
  stdin.write(input)
  stdin.end()
  const [out, err] = await Promise.all([new Response(stdout).text(), new Response(stderr).text()])
  return { code: await exited, out, err }
}

const keyOfFile = () => JSON.parse(readFileSync(secretsFile(env.DATA_DIR), 'utf8')).suppress as string
/** How many processes of the product have the database open, or wait for a lock in it. */
const countSessions = async (waiting: boolean) => {
  const [row] = await owner`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE application_name LIKE 'sverka-owner %' AND (NOT ${waiting} OR wait_event_type = 'Lock')`
  return row.count as number
}

test('a rotation is refused while a server or a command works with the key, and names it', async () => {
  const key = keyOfFile()
  const product = await startProcess(env)
  const beside = await answerOf(command('keys-rotate', ['--yes']))
  product.signal('SIGTERM')
  await product.ended
  expect([beside.code, beside.err]).toEqual([1, expect.stringMatching(/сервер \(процесс \d+\)/)])

  // It has read the key, and waits for what is to be entered.
  const entering = command('suppress', ['--add'])
  await until(async () => (await countSessions(false)) > 0)
  const second = await answerOf(command('keys-rotate', ['--yes']))
  expect([second.code, second.err]).toEqual([1, expect.stringContaining(`команда (процесс ${entering.pid})`)])
  expect(await answerOf(entering, PHONE)).toMatchObject({ code: 0 })
  expect(keyOfFile()).toBe(key)

  expect(await answerOf(command('keys-rotate', ['--yes']))).toMatchObject({ code: 0, err: '' })
  expect(keyOfFile()).not.toBe(key)
  expect((await answerOf(command('suppress', ['--check']), PHONE)).out).toContain('исключён, №')
})

test('whoever opens the database with the former key while it is rotated, or later, is refused in words', async () => {
  const key = keyOfFile()
  const former = {
    ...env,
    SUPPRESS_KEY: key.split('\n').at(-1) ?? '',
    SUPPRESS_KEY_OLD: key.split('\n')[0] ?? ''
  }
  // The rotation has the fingerprint and waits for the list.
  const held = Promise.withResolvers<void>()
  const holding = owner.begin(async tx => {
    await tx`LOCK TABLE suppression IN SHARE MODE`
    await held.promise
  })
  const rotating = answerOf(command('keys-rotate', ['--yes']))
  await until(async () => (await countSessions(true)) === 1)
  const starting = startProcess(former)
  const checking = answerOf(command('suppress', ['--check'], former), PHONE)
  await until(async () => (await countSessions(true)) === 3)
  held.resolve()
  await holding
  expect(await rotating).toMatchObject({ code: 0, err: '' })
  const [product, checked] = [await starting, await checking]
  expect(await product.ended).toBe(1)
  for (const text of [product.said(), checked.err]) {
    expect(text).toContain('База данных работает с другим ключом, чем SUPPRESS_KEY из переменной')
    expect(text).toContain('keys:rotate')
  }
  const later = await startProcess(former)
  expect([await later.ended, later.said()]).toEqual([1, expect.stringContaining('с другим ключом')])
  expect((await answerOf(command('suppress', ['--check']), PHONE)).out).toContain('исключён, №')
})
