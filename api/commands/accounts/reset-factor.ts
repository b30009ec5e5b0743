import { withDatabase } from '#api/commands/with-database.ts'
import { resetFactorsOfName } from '#api/features/second-factor/service.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'

/** `bun run factor:reset`: whoever has lost every factor signs in with the password alone. */
export async function resetFactor(username: string, options: { 'another-database': boolean }): Promise<void> {
  setLogLevel('error')
  await withDatabase(options, async ({ app }) => {
    const removed = await resetFactorsOfName({ sql: app }, username)
    if (removed === null) throw new OperatorError(`Пользователя ${username} нет.`)
    console.log(
      removed === 0
        ? `Второй шаг входа у ${username} не настроен.`
        : `Второй шаг входа у ${username} снят. Войти можно с одним паролем.`
    )
  })
}
