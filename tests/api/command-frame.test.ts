import { describe, expect, test } from 'bun:test'
import { DATABASE_OPTIONS } from '#api/commands/database-options.ts'
import {
  type Command,
  choice,
  declare,
  flag,
  integerOr,
  optional,
  required,
  several,
  text
} from '#api/commands/frame/declare.ts'
import { asksForHelp, parseCall } from '#api/commands/frame/parse.ts'
import { nearest } from '#shared/identity/text/nearest.ts'
import { ALL_COMMANDS } from '#tests/commands.ts'
import { ROOT } from '#tests/shape/tree.ts'

const bare = { name: 'copy', summary: 'копирует.', examples: [], async run() {} }
const copy = declare({
  ...bare,
  arguments: { from: required('откуда', 'файл'), to: optional('куда', 'папка') },
  options: {
    count: integerOr(3, 'N', 'сколько', { from: 0, to: 9 }),
    mode: choice('вид', 'вид', ['fast', 'slow']),
    note: text('слова', 'что записать'),
    dry: flag('ничего не делать')
  },
  exclusive: [['note', 'dry']]
})
const files = declare({ ...bare, arguments: { files: several('файл', 'файлы', 1) }, options: {} })
const any = declare({ ...bare, arguments: { words: several('слово', 'слова', 0) }, options: {} })
const keep = declare({
  ...bare,
  arguments: { from: optional('откуда', 'файл'), to: optional('куда', 'папка') },
  options: {
    list: flag('показать'),
    drop: text('номер', 'убрать'),
    yes: flag('не спрашивать'),
    dry: flag('ничего не делать'),
    note: text('слова', 'что записать'),
    wide: flag('шире')
  },
  modes: [
    { by: 'list', arguments: ['from'], options: [] },
    { by: 'drop', arguments: [], options: ['yes', 'dry'] },
    { by: null, arguments: ['from', 'to'], options: ['note', 'dry'] }
  ]
})

const parse = (command: Command, ...argv: string[]) => parseCall(command, argv)

describe('a command line', () => {
  test('gives typed values and defaults', () => {
    expect(parse(copy, 'a')).toEqual({
      arguments: { from: 'a', to: undefined },
      options: { count: 3, mode: undefined, note: undefined, dry: false }
    })
    expect(parse(copy, '--dry', 'a', '--count=0', 'b', '--mode', 'slow')).toEqual({
      arguments: { from: 'a', to: 'b' },
      options: { count: 0, mode: 'slow', note: undefined, dry: true }
    })
    expect(parse(files, 'a', 'b', 'c').arguments).toEqual({ files: ['a', 'b', 'c'] })
    expect(parse(any).arguments).toEqual({ words: [] })
  })

  test('takes what follows two dashes for an argument, and a value with a dash behind «=»', () => {
    expect(parse(copy, '--', '--dry').arguments).toEqual({ from: '--dry', to: undefined })
    expect(parse(copy, 'a', '--note=--dry').options).toMatchObject({ note: '--dry', dry: false })
  })

  test.each([
    [[], 'Не хватает аргумента <откуда>'],
    [['a', 'b', 'c'], 'Лишний аргумент: c'],
    [['a', '--counts', '3'], 'Неизвестный параметр --counts. Возможно, --count?'],
    [['a', '--constructor'], 'Неизвестный параметр --constructor'],
    [['a', '--no-dry'], 'Неизвестный параметр --no-dry'],
    [['a', '-dry'], 'Неизвестный параметр -d'],
    [['a', '--count'], 'Параметру --count нужно значение: --count <N>'],
    [['a', '--count', '--dry'], 'Параметру --count нужно значение: --count <N>'],
    [['a', '--count', '-5'], '--count: нужно целое число от 0 до 9'],
    [['a', '--count='], '--count: нужно целое число от 0 до 9'],
    [['a', '--count', '1e1'], '--count: нужно целое число от 0 до 9'],
    [['a', '--mode', 'quick'], '--mode: допустимые значения: fast, slow'],
    [['a', '--dry=yes'], 'Параметр --dry не принимает значения'],
    [['a', '--count', '1', '--count', '1'], 'Параметр --count указан дважды'],
    [['a', '--note', 'x', '--dry'], 'Параметры --note и --dry нельзя указать вместе']
  ])('%j is refused with a reason', (argv, reason) => {
    expect(() => parse(copy, ...argv)).toThrow(reason)
  })

  test.each([
    [['--list', 'a']],
    [['--drop', '7', '--yes', '--dry']],
    [['a', 'b', '--note', 'x', '--dry']],
    [['--list', '--wide']]
  ])('%j belongs to one way of the call', argv => {
    expect(() => parse(keep, ...argv)).not.toThrow()
  })

  test.each([
    [['--list', '--note', 'x'], 'Параметры --note и --list нельзя указать вместе'],
    [['--list', '--yes'], 'Параметры --yes и --list нельзя указать вместе'],
    [['--list', 'a', 'b'], 'Лишний аргумент: b'],
    [['--drop', '7', 'a'], 'Лишний аргумент: a'],
    [['--drop', '7', '--note', 'x'], 'Параметры --note и --drop нельзя указать вместе'],
    [['--drop', '7', '--list'], 'Параметры --list и --drop нельзя указать вместе'],
    [['a', 'b', '--yes'], 'Параметр --yes имеет смысл только вместе с --drop']
  ])('%j mixes two ways of the call and is refused', (argv, reason) => {
    expect(() => parse(keep, ...argv)).toThrow(reason)
  })

  test.each(ALL_COMMANDS.filter(({ modes }) => modes).map(command => [command.name, command] as const))(
    'the ways of %s name what it has, and leave nothing out',
    (_name, { modes = [], arguments: argumentTable, options }) => {
      const places = new Set(modes.flatMap(mode => mode.arguments))
      expect([...places].sort()).toEqual(Object.keys(argumentTable).sort())
      const named = new Set(modes.flatMap(({ by, options }) => (by === null ? options : [by, ...options])))
      const everywhere = Object.keys(DATABASE_OPTIONS)
      expect([...named, ...everywhere].sort()).toEqual(Object.keys(options).sort())
    }
  )

  test('asks for help wherever that stands before two dashes', () => {
    expect(asksForHelp(['a', '--count', '--help'])).toBe(true)
    expect(asksForHelp(['-h', '--strange'])).toBe(true)
    expect(asksForHelp(['--', '--help'])).toBe(false)
  })
})

test('a mistyped name is told from a strange one', () => {
  const names = ['people', 'passport', 'dry-run']
  expect(['peolpe', 'poeple', 'pasport', 'dryrun', 'dry'].map(typed => nearest(typed, names))).toEqual([
    'people',
    'people',
    'passport',
    'dry-run',
    'dry-run'
  ])
  expect(['x', 'strange', 'pe0plez', ''].map(typed => nearest(typed, names))).toEqual([
    undefined,
    undefined,
    'people',
    undefined
  ])
})

describe('what a command ends with', () => {
  const ends = async (body: string) => {
    const script = `
      import { declare } from '#api/commands/frame/declare.ts'
      import { execute } from '#api/commands/frame/execute.ts'
      import { OperatorError } from '#api/lib/operator-error.ts'
      import { UsageError } from '#api/commands/frame/usage-error.ts'
      const shared = { name: 'toy', summary: 's', arguments: {}, options: {}, examples: [] }
      await execute(declare({ ...shared, async run() { ${body} } }))`
    const child = Bun.spawn([process.execPath, '-e', script], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' })
    const err = await new Response(child.stderr).text()
    return { code: await child.exited, err }
  }

  test('is 0 for what is done, and any code that it answers', async () => {
    expect(await ends('')).toEqual({ code: 0, err: '' })
    expect(await ends('return 1')).toEqual({ code: 1, err: '' })
  })

  test('is 1 with one line for what a person can put right', async () => {
    expect(await ends("throw new OperatorError('Нет места.')")).toEqual({ code: 1, err: 'Нет места.\n' })
  })

  test('is 1 with the place of a bug, without values of the database', async () => {
    const bug = await ends('null.x')
    expect([bug.code, bug.err.split('\n')[0]]).toEqual([1, 'Ошибка в программе, команда toy не завершена.'])
    expect(bug.err).toMatch(/TypeError: [\s\S]*\n\s+at run /)
    const refused = "Object.assign(new Error('Ключ (Иванов)'), { name: 'PostgresError', errno: '23505' })"
    const { code, err } = await ends(`throw ${refused}`)
    expect([code, err.includes('PostgresError: 23505'), err.includes('Иванов')]).toEqual([1, true, false])
  })

  test('is 2 for a line that the work itself does not understand', async () => {
    const { code, err } = await ends("throw new UsageError('Нет такой цели')")
    expect(code).toBe(2)
    expect(err).toBe('Нет такой цели\nИспользование: bun run toy\nСправка:       bun run toy --help\n')
  })
})
