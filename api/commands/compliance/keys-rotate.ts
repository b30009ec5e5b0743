import { DATABASE_OPTIONS, WHICH_DATABASE } from '#api/commands/database-options.ts'
import { declare, flag } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const keysRotate = declare({
  name: 'keys:rotate',
  summary: 'ставит новый ключ списка исключений на место прежнего; никого не нужно вносить заново.',
  details: [
    'С ключами в переменных: прежний SUPPRESS_KEY допишите в SUPPRESS_KEY_OLD (через запятую, старые впереди), в ' +
      'SUPPRESS_KEY задайте новый. С файлом secrets.json новый ключ создаёт команда. Прежние ключи храните и дальше: ' +
      'исключения хешированы ими и новым.',
    'Сервер и другие команды должны быть остановлены. После запуска сервер заново готовит записи к поиску; исключённые люди скрыты и в это время.',
    WHICH_DATABASE
  ],
  arguments: {},
  options: { yes: flag('не спрашивать'), ...DATABASE_OPTIONS },
  examples: [['', 'спрашивает и меняет ключ']],
  async run({ options }) {
    const { rotateKeys } = await import('./rotate-keys.ts')
    return await rotateKeys(options)
  }
})

if (import.meta.main) await execute(keysRotate)
