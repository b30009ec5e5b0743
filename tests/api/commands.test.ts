import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_COMMANDS } from '#tests/commands.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** What a fresh clone has of the commands: nothing is installed. */
const CLONED = ['package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json', 'api', 'shared', 'tests']
let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'sverka-commands-'))
  for (const name of CLONED) cpSync(join(ROOT, name), join(clone, name), { recursive: true })
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

const everything = () => readdirSync(clone, { recursive: true, encoding: 'utf8' }).sort()

async function run(name: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', name, ...args], {
    cwd: clone,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const NAMES = ALL_COMMANDS.map(({ name }) => name)

describe.each(NAMES)('bun run %s in a fresh clone', name => {
  test('tells in Russian how it is used, and nothing else happens', async () => {
    const before = everything()
    const answers = await Promise.all([run(name, '--help'), run(name, 'word', '--strange', '-h')])
    for (const { code, out, err } of answers) {
      expect([code, err]).toEqual([0, ''])
      expect(out).toStartWith(`bun run ${name}: `)
      for (const part of ['Использование:', 'Параметры:', 'Примеры:', 'Код завершения:'])
        expect(out).toContain(part)
      expect(out).not.toMatch(/usage|options|arguments|default|unknown|error/i)
    }
    expect(everything()).toEqual(before)
  })

  test('names an unknown option and what is too much, and does nothing', async () => {
    const before = everything()
    const [long, short, near] = await Promise.all([
      run(name, '--strange=1'),
      run(name, '-x'),
      run(name, '--hepl')
    ])
    expect([long.code, long.out]).toEqual([2, ''])
    expect(long.err).toStartWith('Неизвестный параметр --strange\nИспользование: bun run')
    expect(long.err).toContain(`bun run ${name} --help`)
    expect([short.code, short.err.split('\n')[0]]).toEqual([2, 'Неизвестный параметр -x'])
    expect([near.code, near.err.split('\n')[0]]).toEqual([
      2,
      'Неизвестный параметр --hepl. Возможно, --help?'
    ])
    expect(everything()).toEqual(before)
  })
})

test('says what to do when nothing is installed yet', async () => {
  const answer = await run('admin:create', 'Keeper')
  expect(answer).toEqual({ code: 1, out: '', err: 'Зависимости не установлены. Выполните: bun install\n' })
})

test.each([
  ['seed', ['--people', 'many'], '--people: нужно целое число от 1 до 10000000'],
  ['seed', ['--people', '5', '--records', '5'], 'Параметры --people и --records нельзя указать вместе'],
  ['seed', ['5'], 'Лишний аргумент: 5'],
  ['import', ['clients'], 'Не хватает аргумента <файл>'],
  ['import', ['--undo', 'все'], '--undo: нужны номера партий через запятую, например 12 или 12,15'],
  ['import', ['--undo', '1', 'clients'], 'Лишний аргумент: clients'],
  ['import', ['--batches', 'a', 'b'], 'Лишний аргумент: b'],
  ['import', ['a', 'f.csv', '--yes'], 'Параметр --yes имеет смысл только вместе с --undo'],
  ['import:numbering', [], 'Не хватает аргумента <файл>'],
  ['admin:create', [], 'Не хватает аргумента <имя>'],
  ['backup', [], 'Не хватает аргумента <куда>'],
  ['restore', ['a.backup', '--yes'], 'Параметр --yes имеет смысл только вместе с --replace'],
  ['pay', ['00000000', '--amount', '0.0'], '--amount: нужна сумма больше нуля, например 50 или 9.99'],
  ['test', ['--only', 'all'], '--only: допустимые значения: shape, unit, api, e2e'],
  ['crash', ['--rounds', '0'], '--rounds: нужно целое число от 1 до 10000'],
  ['bench', ['--records', '1'], '--records: нужно целое число от 2670 до 26720000'],
  ['start', ['now'], 'Лишний аргумент: now']
])('bun run %s %j says what is wrong', async (name, args, reason) => {
  const { code, out, err } = await run(name, ...args)
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', reason])
})
