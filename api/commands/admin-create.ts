import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, required, text } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const adminCreate = declare({
  name: 'admin:create',
  summary: 'создаёт администратора или делает администратором пользователя с этим именем.',
  details: [
    'Без --password новому администратору создаётся пароль и показывается один раз, а у того, кто уже есть, пароль ' +
      'остаётся прежним.',
    WHICH_DATABASE
  ],
  arguments: { username: required('имя', 'имя пользователя') },
  options: { password: text('пароль', 'пароль администратора'), ...DATABASE_OPTIONS },
  examples: [['Keeper', 'администратор Keeper с созданным паролем']],
  async run({ arguments: { username }, options }) {
    const { createAdministrator } = await import('./create-administrator.ts')
    await createAdministrator(username, options)
  }
})

if (import.meta.main) await execute(adminCreate)
