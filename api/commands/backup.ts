import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, required, text } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const backup = declare({
  name: 'backup',
  summary: 'сохраняет базу данных вместе с её ключами в один файл или в объект хранилища S3.',
  details: [
    'Работает и рядом с сервером: в копии всё на один момент. Она появляется под своим именем, когда готова целиком; ' +
      'существующая не заменяется.',
    'В копии персональные данные и ключи. С --to-key её откроет только владелец закрытого ключа: restore с --key или ' +
      'обычная программа age («age -d -i ключ.txt»). Пару делает age-keygen. Без --to-key всё лежит открытым текстом: ' +
      'храните копию как секрет. Сеансы входа, токены API и списки отклонённых строк в неё не входят.',
    'Для адреса s3://корзина/путь нужны S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY и, если хранилище не Amazon, S3_ENDPOINT ' +
      '(ещё S3_REGION и S3_SESSION_TOKEN). Ключу нужны права читать и писать.',
    'Индексы Elasticsearch в неё не входят: их строит заново bun run reindex.',
    WHICH_DATABASE
  ],
  arguments: { place: required('куда', 'файл или s3://корзина/путь; там ещё ничего не должно быть') },
  options: {
    'to-key': text('age1…', 'зашифровать для этого открытого ключа age; несколько — через запятую'),
    ...DATABASE_OPTIONS
  },
  examples: [
    ['sverka-2026-11-22.backup', 'копия в этой папке'],
    ['s3://backups/sverka-2026-11-22.backup.age --to-key age1…', 'зашифрованная копия в корзине backups']
  ],
  async run({ arguments: { place }, options }) {
    const { makeBackup } = await import('./make-backup.ts')
    await makeBackup(place, options)
  }
})

if (import.meta.main) await execute(backup)
