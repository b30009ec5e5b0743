import { declare, several } from '#api/commands/frame/declare.ts'
import { execute } from '#api/commands/frame/execute.ts'

export const look = declare({
  name: 'look',
  summary:
    'снимает каждую страницу и состояние сайта при четырёх значениях ширины в двух темах и проверяет их axe.',
  details: ['Собирает сайт и запускает свой сервер на порту 12390; снимки лежат в look/, прежние удаляются.'],
  arguments: { words: several('слово', 'только сцены, в названии которых есть одно из слов', 0) },
  options: {},
  examples: [
    ['', 'все сцены'],
    ['search login', 'сцены поиска и входа']
  ],
  failure: 'есть замечания или не получилось',
  async run({ arguments: { words } }) {
    const { photograph } = await import('./photograph.ts')
    return await photograph(words)
  }
})

if (import.meta.main) await execute(look)
