import { parseArgs } from 'node:util'
import type { Call, Command, Option } from './declare.ts'
import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

type Token = ReturnType<typeof tokensOf>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

/** True when help is asked for, whatever else stands there. What follows `--` is no option. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some(arg => arg === '--help' || arg === '-h')
}

/** Reads a command line. Throws a `UsageError` that names the first thing that is wrong. */
export function parseCall({ arguments: wanted, options, exclusive = [] }: Command, argv: string[]): Call {
  const tokens = tokensOf(options, argv)
  const values = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.absent]))
  const named = new Set<string>()
  for (const token of tokens.filter(each => each.kind === 'option')) {
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option || !token.rawName.startsWith('--')) throw unknown(token, Object.keys(options))
    if (named.has(token.name)) throw new UsageError(`Параметр --${token.name} указан дважды`)
    named.add(token.name)
    values[token.name] = read(token, option)
  }
  for (const [one, other] of exclusive) {
    if (named.has(one) && named.has(other))
      throw new UsageError(`Параметры --${one} и --${other} нельзя указать вместе`)
  }
  const texts = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []))
  return { arguments: placed(wanted, texts), options: values }
}

function tokensOf(options: Command['options'], argv: string[]) {
  const types = Object.entries(options).map(([name, { placeholder }]) => [
    name,
    { type: placeholder === null ? ('boolean' as const) : ('string' as const) }
  ])
  const config = { args: argv, options: Object.fromEntries(types), strict: false, tokens: true } as const
  return parseArgs(config).tokens
}

function unknown({ rawName, name }: OptionToken, names: string[]): UsageError {
  const meant = rawName.startsWith('--') ? nearest(name, [...names, 'help']) : undefined
  return new UsageError(`Неизвестный параметр ${rawName}${meant ? `. Возможно, --${meant}?` : ''}`)
}

function read({ name, value, inlineValue }: OptionToken, { placeholder, read }: Option<unknown>): unknown {
  if (placeholder === null) {
    if (value !== undefined) throw new UsageError(`Параметр --${name} не принимает значения`)
    return read('')
  }
  // What looks like the next option is one: a value that begins with a dash is written behind «=».
  const isMissing = value === undefined || (!inlineValue && /^-\D/.test(value))
  if (isMissing) throw new UsageError(`Параметру --${name} нужно значение: --${name} <${placeholder}>`)
  try {
    return read(value)
  } catch (error) {
    throw new UsageError(`--${name}: ${(error as Error).message}`)
  }
}

function placed(wanted: Command['arguments'], texts: string[]): Call['arguments'] {
  const rest = [...texts]
  const values: Record<string, unknown> = {}
  for (const [name, { placeholder, required, repeated }] of Object.entries(wanted)) {
    if (required && rest.length === 0) throw new UsageError(`Не хватает аргумента <${placeholder}>`)
    values[name] = repeated ? rest.splice(0) : rest.shift()
  }
  const [surplus] = rest
  if (surplus !== undefined) throw new UsageError(`Лишний аргумент: ${surplus}`)
  return values
}
