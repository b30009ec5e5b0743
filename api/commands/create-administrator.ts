import { createPasswords } from '#api/features/auth/passwords.ts'
import { generatePassword } from '#api/features/users/first-administrator.ts'
import { addAdministrator, promoteToAdministrator } from '#api/features/users/service.ts'
import { byRule } from '#api/lib/config-rule.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { password as passwordRule, username as usernameRule } from '#shared/rules/account.ts'
import { UsageError } from './frame/usage-error.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  password: string | undefined
  'another-database': boolean
}

/**
 * `bun run admin:create`: promotes an existing user, who keeps their password unless one is passed; else creates one.
 */
export async function createAdministrator(username: string, options: Options): Promise<void> {
  const { password } = options
  const passwords = createPasswords()
  await check(() => byRule(usernameRule)(username))
  if (password !== undefined) {
    await check(() => byRule(passwordRule)(password))
    await check(() => passwords.refuseCommon(password, username, 'password'))
  }
  setLogLevel('error')
  await withDatabase(options, async ({ app }) => {
    const context = { sql: app }
    const hash = password === undefined ? null : await passwords.hash(password)
    if (await promoteToAdministrator(context, username, hash)) {
      console.log(`Пользователь ${username} теперь администратор.`)
      if (hash !== null) console.log('Пароль изменён.')
      return
    }
    const initial = password ?? generatePassword()
    await addAdministrator(context, username, hash ?? (await passwords.hash(initial)))
    console.log(`Администратор ${username} создан.`)
    if (password === undefined) console.log(`Пароль: ${initial} (показан один раз)`)
  })
}

async function check(read: () => unknown): Promise<void> {
  try {
    await read()
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
