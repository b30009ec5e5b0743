import { DATABASE_OPTIONS, WHICH_DATABASE } from '#api/commands/database-options.ts'
import { declare, flag, text } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const auditVerify = declare({
  name: 'audit:verify',
  summary: 'проверяет, что журнал действий никто не изменил.',
  details: [
    'Сверяет каждую запечатанную строку с печатями и называет первую, которую изменили, убрали или вставили. Сервер в это ' +
      'время может работать.',
    'Хеш последней печати храните отдельно от базы: кто хозяин базы, может переписать и строки, и печати. Прежний хеш ' +
      'должен быть среди печатей, это проверяет --head.',
    WHICH_DATABASE
  ],
  arguments: {},
  options: {
    head: text('хеш', 'хеш, который печатала прежняя проверка'),
    seal: flag('сначала запечатать строки, которые ждут'),
    ...DATABASE_OPTIONS
  },
  examples: [
    ['', 'сверяет журнал'],
    ['--head 3d91…', 'и с тем, что было раньше']
  ],
  failure: 'журнал нарушен, или проверить его не удалось',
  async run({ options }) {
    const { runVerify } = await import('./run-verify.ts')
    return await runVerify(options)
  }
})

if (import.meta.main) await execute(auditVerify)
