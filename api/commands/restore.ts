import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { NOBODY_IS_LET_IN } from './describe-holdings.ts'
import { declare, flag, required } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const restore = declare({
  name: 'restore',
  summary: 'восстанавливает базу данных и её ключи из файла команды backup.',
  details: [
    'Сначала файл проверяется целиком; обрезанный, изменённый или сделанный другой версией ничего не меняет. Всё ' +
      'записывается одной транзакцией: прерванная команда тоже ничего не меняет. Сервер должен быть остановлен.',
    'Записи из Elasticsearch возвращаются в него, в новые индексы, если задана ELASTICSEARCH_URL, иначе в Postgres. ' +
      'Прежние индексы команда не читает, не меняет и не удаляет: с ними может работать другая база.',
    NOBODY_IS_LET_IN,
    WHICH_DATABASE
  ],
  arguments: { file: required('файл', 'файл, который сделала команда backup') },
  options: {
    replace: flag('заменить данные, если база не пуста'),
    yes: flag('с --replace: не спрашивать'),
    ...DATABASE_OPTIONS
  },
  modes: [
    { by: 'replace', arguments: ['file'], options: ['yes'] },
    { by: null, arguments: ['file'], options: [] }
  ],
  examples: [
    ['sverka-2026-11-22.backup', 'в пустую базу'],
    ['sverka-2026-11-22.backup --replace', 'вместо того, что в базе есть; сначала спросит']
  ],
  async run({ arguments: { file }, options }) {
    const { restoreBackup } = await import('./restore-backup.ts')
    return await restoreBackup(file, options)
  }
})

if (import.meta.main) await execute(restore)
