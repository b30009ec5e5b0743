import { parseArgs } from 'node:util'
import { nearest } from '#shared/identity/text/nearest.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Call, Command, Option } from './declare.ts'
import { modeOf, refuseOfOtherModes } from './modes.ts'
import { UsageError } from './usage-error.ts'

type Token = ReturnType<typeof tokensOf>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

/** Help wins over any other argument before `--`. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).some(arg => arg === '--help' || arg === '-h')
}

/** Throws a `UsageError` that names the first error. */
export function parseCall(
  { arguments: argumentTable, options, exclusive = [], modes = [] }: Command,
  argv: string[]
): Call {
  const tokens = tokensOf(options, argv)
  const values = Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.absent]))
  const named = new Set<string>()
  for (const token of tokens.filter(each => each.kind === 'option')) {
    const option = ownValue(options, token.name)
    if (!option || !token.rawName.startsWith('--')) throw unknown(token, Object.keys(options))
    if (named.has(token.name)) throw new UsageError(`Параметр --${token.name} указан дважды`)
    named.add(token.name)
    values[token.name] = read(token, option)
  }
  for (const [one, other] of exclusive) {
    if (named.has(one) && named.has(other))
      throw new UsageError(`Параметры --${one} и --${other} нельзя указать вместе`)
  }
  const mode = modeOf(modes, named)
  if (mode) refuseOfOtherModes(mode, modes, named)
  const texts = tokens.flatMap(token => (token.kind === 'positional' ? [token.value] : []))
  return { arguments: argumentValues(argumentTable, texts, mode?.arguments), options: values }
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
  // A value that begins with a dash must follow «=»; otherwise it counts as the next option.
  const isMissing = value === undefined || (!inlineValue && /^-\D/.test(value))
  if (isMissing) throw new UsageError(`Параметру --${name} нужно значение: --${name} <${placeholder}>`)
  try {
    return read(value)
  } catch (error) {
    throw new UsageError(`--${name}: ${(error as Error).message}`)
  }
}

/** @param names Names of those that the mode takes; by default all. */
function argumentValues(
  argumentTable: Command['arguments'],
  texts: string[],
  names: readonly string[] = Object.keys(argumentTable)
): Call['arguments'] {
  const rest = [...texts]
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const argument = argumentTable[name]
    if (!argument) continue
    const { placeholder, required, repeated } = argument
    if (required && rest.length === 0) throw new UsageError(`Не хватает аргумента <${placeholder}>`)
    values[name] = repeated ? rest.splice(0) : rest.shift()
  }
  const [surplus] = rest
  if (surplus !== undefined) throw new UsageError(`Лишний аргумент: ${surplus}`)
  return values
}
