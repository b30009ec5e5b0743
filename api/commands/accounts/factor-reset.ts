import { DATABASE_OPTIONS, WHICH_DATABASE } from '#api/commands/database-options.ts'
import { declare, required } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const factorReset = declare({
  name: 'factor:reset',
  summary: 'снимает второй шаг входа с пользователя, который потерял и ключи, и резервные коды.',
  details: [
    'Нужна последнему администратору: остальным второй шаг сбрасывает другой администратор. Пароль и сеансы остаются.',
    WHICH_DATABASE
  ],
  arguments: { username: required('имя', 'имя пользователя') },
  options: DATABASE_OPTIONS,
  examples: [['Keeper', 'Keeper войдёт с одним паролем и настроит второй шаг заново']],
  async run({ arguments: { username }, options }) {
    const { resetFactor } = await import('./reset-factor.ts')
    await resetFactor(username, options)
  }
})

if (import.meta.main) await execute(factorReset)
