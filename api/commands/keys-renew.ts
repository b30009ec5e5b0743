import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, flag } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const keysRenew = declare({
  name: 'keys:renew',
  summary: 'продолжает с новыми ключами, когда прежние утрачены навсегда.',
  details: [
    'Сначала поищите прежние: файл secrets.json из копии папки данных или переменные SUPPRESS_KEY и AUDIT_KEY. С ними ' +
      'ничего не пропадёт.',
    'Без SUPPRESS_KEY пропадает список исключений: его записи никого больше не скроют и удаляются, людей нужно внести ' +
      'заново. Загруженные записи новый список не скроет, поэтому их сначала убирают (import --undo), а после команды ' +
      'загружают заново. Без AUDIT_KEY по аудиту не найти, кто искал какое значение; сами строки остаются.',
    'Учётные записи, кредиты и история поисков остаются. Новые ключи: из переменных, из файла папки данных или ' +
      'созданные. Сервер должен быть остановлен.',
    WHICH_DATABASE
  ],
  arguments: {},
  options: { yes: flag('не спрашивать'), ...DATABASE_OPTIONS },
  examples: [['', 'говорит, что пропадёт, и спрашивает']],
  async run({ options }) {
    const { renewKeys } = await import('./renew-keys.ts')
    return await renewKeys(options)
  }
})

if (import.meta.main) await execute(keysRenew)
