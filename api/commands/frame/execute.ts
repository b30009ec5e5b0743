import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { Command } from './declare.ts'
import { helpOf, usageOf } from './help.ts'
import { asksForHelp, parseCall } from './parse.ts'
import { UsageError } from './usage-error.ts'

const DONE = 0
const FAILED = 1
const NOT_UNDERSTOOD = 2

const PROJECT = resolve(import.meta.dirname, '..', '..', '..')

/** Ends the process with the command's exit code. */
export async function execute(command: Command): Promise<never> {
  process.exit(await perform(command, Bun.argv.slice(2)))
}

async function perform(command: Command, argv: string[]): Promise<number> {
  try {
    if (asksForHelp(argv)) {
      console.log(helpOf(command))
      return DONE
    }
    return (await command.run(parseCall(command, argv))) ?? DONE
  } catch (error) {
    return report(command, error)
  }
}

function report(command: Command, error: unknown): number {
  if (error instanceof UsageError) {
    const ways = usageOf(command).join('\n               ')
    console.error(`${error.message}\nИспользование: ${ways}\nСправка:       bun run ${command.name} --help`)
    return NOT_UNDERSTOOD
  }
  if (error instanceof OperatorError) console.error(error.message)
  else if (isNotInstalled(error)) console.error('Зависимости не установлены. Выполните: bun install')
  else console.error(`Ошибка в программе, команда ${command.name} не завершена.\n${traceOf(error)}`)
  return FAILED
}

const isNotInstalled = (error: unknown) =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND' &&
  !existsSync(join(PROJECT, 'node_modules'))

/** The message of a database error may quote a stored value, so its code replaces it. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack = '', errno } = error as Error & { errno?: unknown }
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return [`${name}: ${name === 'PostgresError' ? errno : message}`, ...frames].join('\n')
}
