import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretsFile } from '#api/lib/secrets.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { ROOT } from '#tests/shape/tree.ts'

const root = mkdtempSync(join(tmpdir(), 'sverka-suppress-'))
const env = {
  DATA_DIR: join(root, 'data'),
  RUN_DIR: join(root, 'run'),
  PORT: String(freePort()),
  SEED: 'none'
}
let server: Awaited<ReturnType<typeof runFolderServer>> | undefined

async function run(name: string, args: string[], input = '') {
  const own = { ...env, PATH: process.env.PATH ?? '' }
  const command = Bun.spawn(
    [process.execPath, join(ROOT, 'api/commands/compliance', `${name}.ts`), ...args],
    {
      ...{ cwd: ROOT, env: own, stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' }
    }
  )
  const [out, err] = await Promise.all([
    new Response(command.stdout).text(),
    new Response(command.stderr).text()
  ])
  return { code: await command.exited, out, err }
}

beforeAll(async () => {
  // The first command makes the database.
  expect(await run('suppress', ['--list'])).toMatchObject({ code: 0, out: '' })
  server = await runFolderServer(env.DATA_DIR)
})
afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

test('values of the input are entered, checked and lifted, and none is printed', async () => {
  const values = '+7 973 204-17-40\nПетров Пётр Петрович 30.11.1972\n'
  const added = await run('suppress', ['--add', '--request', 'О-0031'], values)
  expect([added.code, added.out.match(/^Добавлено: № \d+/gm)?.length]).toEqual([0, 2])
  expect(await run('suppress', ['--add'], values)).toMatchObject({ code: 0, out: 'Уже в списке: 2\n' })
  const checked = await run('suppress', ['--check'], '89732041740\n+7 973 204-17-41\n')
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(/^Строка 1, Телефон: исключён, № \d+\nСтрока 2, Телефон: не исключён\n$/)
  ])
  const listed = await run('suppress', ['--list'])
  expect(listed.out.split('\n')).toHaveLength(3)
  expect(added.out + checked.out + listed.out).not.toMatch(/204|Петров/)
  const [, id = ''] = /№ (\d+) · Телефон/.exec(listed.out) ?? []
  expect((await run('suppress', ['--lift', id])).code).toBe(2)
  expect((await run('suppress', ['--lift', id, '--because', 'ошибка'])).out).toContain('снято')
  expect(await run('suppress', ['--lift', id, '--because', 'ошибка'])).toMatchObject({
    code: 1,
    err: 'Исключение уже снято\n'
  })
  expect((await run('suppress', ['--add', '--until', '2020-01-01'], '89732041740')).err).toContain(
    'Этот срок уже прошёл'
  )
  const broken = await run('suppress', ['--add'], '+7 973 204-17-42\n\nпривет\n')
  expect([broken.code, broken.out]).toEqual([1, ''])
  expect(broken.err).toStartWith('Строка 3: Непонятно')
  expect((await run('suppress', ['--check'], '\n+7 973 204-17-42\n')).out).toBe(
    'Строка 2, Телефон: не исключён\n'
  )
})

test('a list of hashes is reported row by row, by the lines of the file', async () => {
  const file = join(root, 'list.csv')
  writeFileSync(file, `phone;${Bun.SHA256.hash('9730001122', 'base64')}\n\n \nphone;чужое\n`)
  const { code, out } = await run('suppress', ['--import', file])
  expect([code, out]).toEqual([1, 'Строка 1: добавлена\nСтрока 4: не прочитана\nСтрок 2, не взято 1.\n'])
})

test('the audit is sealed, checked and held against an earlier head', async () => {
  const first = await run('audit-verify', ['--seal'])
  expect([first.code, first.out]).toEqual([0, expect.stringContaining('Журнал цел')])
  const head = /[\da-f]{64}/.exec(first.out)?.[0] ?? ''
  expect(await run('audit-verify', ['--head', head])).toMatchObject({ code: 0 })
  const other = await run('audit-verify', ['--head', 'f'.repeat(64)])
  expect([other.code, other.out]).toEqual([1, expect.stringContaining('Журнал нарушен')])
})

test('the key of the file is rotated, and the entries stand', async () => {
  const before = JSON.parse(readFileSync(secretsFile(env.DATA_DIR), 'utf8'))
  expect((await run('keys-rotate', [])).code).toBe(1)
  expect(await run('keys-rotate', ['--yes'])).toMatchObject({ code: 0, err: '' })
  const after = JSON.parse(readFileSync(secretsFile(env.DATA_DIR), 'utf8'))
  expect([after.suppress.startsWith(before.suppress), after.audit]).toEqual([true, before.audit])
  const value = 'Петров Пётр Петрович 30.11.1972'
  expect((await run('suppress', ['--check'], value)).out).toContain('исключён, №')
})
