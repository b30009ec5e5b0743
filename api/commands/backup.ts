import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, required } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const backup = declare({
  name: 'backup',
  summary: 'сохраняет базу данных вместе с её ключами в один файл.',
  details: [
    'Работает и рядом с сервером: в копии всё на один момент. Файл появляется под своим именем, когда он готов целиком; ' +
      'существующий не заменяется.',
    'В файле персональные данные и ключи открытым текстом: храните его как секрет, лучше зашифрованным. ' +
      'Сеансы входа, токены API и списки отклонённых строк в него не входят.',
    'Записи, которые лежат в Elasticsearch, входят в копию целиком; загрузки ждут мгновение, пока она начинается. Для ' +
      'этого нужна ELASTICSEARCH_URL, как у сервера.',
    WHICH_DATABASE
  ],
  arguments: { file: required('файл', 'куда сохранить; такого файла ещё не должно быть') },
  options: DATABASE_OPTIONS,
  examples: [['sverka-2026-11-22.backup', 'копия в этой папке']],
  async run({ arguments: { file }, options }) {
    const { makeBackup } = await import('./make-backup.ts')
    await makeBackup(file, options)
  }
})

if (import.meta.main) await execute(backup)
