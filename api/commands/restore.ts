import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { ACCESS_REVOKED_NOTICE } from './describe-holdings.ts'
import { declare, flag, required, text } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const restore = declare({
  name: 'restore',
  summary: 'восстанавливает базу данных и её ключи из копии, которую сделала команда backup.',
  details: [
    'Сначала копия проверяется целиком; обрезанная, изменённая или сделанная другой версией ничего не меняет. Всё ' +
      'записывается одной транзакцией: прерванная команда тоже ничего не меняет. Сервер должен быть остановлен.',
    'Зашифрованной копии нужен --key: файл с закрытым ключом, как его пишет age-keygen. Незашифрованная открывается и ' +
      'с ним, об этом говорится. Адресу s3:// нужны те же переменные, что команде backup; объект читается дважды.',
    'Отвечать на поиск будет Postgres; на Elasticsearch переходят потом: bun run reindex elasticsearch.',
    ACCESS_REVOKED_NOTICE,
    WHICH_DATABASE
  ],
  arguments: { place: required('откуда', 'файл или s3://корзина/путь, которые сделала команда backup') },
  options: {
    key: text('файл', 'файл с закрытым ключом age (AGE-SECRET-KEY-1…), если копия зашифрована'),
    replace: flag('заменить данные, если база не пуста'),
    yes: flag('с --replace: не спрашивать'),
    ...DATABASE_OPTIONS
  },
  modes: [
    { by: 'replace', arguments: ['place'], options: ['yes', 'key'] },
    { by: null, arguments: ['place'], options: ['key'] }
  ],
  examples: [
    ['sverka-2026-11-22.backup', 'в пустую базу'],
    ['s3://backups/sverka-2026-11-22.backup.age --key key.txt', 'зашифрованную копию из корзины backups'],
    ['sverka-2026-11-22.backup --replace', 'вместо того, что в базе есть; сначала спросит']
  ],
  async run({ arguments: { place }, options }) {
    const { restoreBackup } = await import('./restore-backup.ts')
    return await restoreBackup(place, options)
  }
})

if (import.meta.main) await execute(restore)
