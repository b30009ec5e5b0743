import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { ConfigError, configOfProcess } from '#api/config.ts'
import { DatabaseError, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { hashPassword } from '#api/features/auth/service.ts'
import { generatePassword } from '#api/features/users/first-administrator.ts'
import { addAdministrator, promoteToAdministrator } from '#api/features/users/service.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { password as passwordRule, username as usernameRule } from '#shared/rules/account.ts'

const USAGE = 'Использование: bun run admin:create <имя> [--password <пароль>]'
const WRONG_CALL = 2

/** The call was wrong. The message is Russian. */
class CallError extends Error {}

function readCall(): { username: string; password: string | null } {
  const { positionals, values } = parse()
  const [username, ...rest] = positionals
  if (username === undefined || rest.length > 0) throw new CallError(USAGE)
  check(usernameRule, username)
  if (values.password !== undefined) check(passwordRule, values.password)
  return { username, password: values.password ?? null }
}

function parse() {
  try {
    return parseArgs({
      args: Bun.argv.slice(2),
      options: { password: { type: 'string' } },
      allowPositionals: true
    })
  } catch {
    throw new CallError(USAGE)
  }
}

function check(rule: v.GenericSchema<string, string>, text: string): void {
  const checked = v.safeParse(rule, text, { abortPipeEarly: true })
  if (!checked.success) throw new CallError(checked.issues[0].message)
}

/** Promotes a user of that name, whose password stays unless one is given; else creates the administrator. */
async function createAdministrator(username: string, password: string | null): Promise<string[]> {
  const config = configOfProcess()
  setLogLevel('error')
  const database = await openDatabase(config)
  try {
    await migrate(database.owner)
    const context = { sql: database.app }
    if (await promoteToAdministrator(context, username, password && (await hashPassword(password)))) {
      return [`Пользователь ${username} теперь администратор.`, ...(password ? ['Пароль изменён.'] : [])]
    }
    const made = password ?? generatePassword()
    await addAdministrator(context, username, await hashPassword(made))
    return [`Администратор ${username} создан.`, ...(password ? [] : [`Пароль: ${made} (показан один раз)`])]
  } finally {
    await database.close()
  }
}

try {
  const { username, password } = readCall()
  for (const line of await createAdministrator(username, password)) console.log(line)
  process.exit(0)
} catch (error) {
  const isExpected = [CallError, ConfigError, DatabaseError].some(kind => error instanceof kind)
  console.error(isExpected ? (error as Error).message : 'Не удалось создать администратора.')
  if (!isExpected) console.error(error)
  process.exit(error instanceof CallError ? WRONG_CALL : 1)
}
