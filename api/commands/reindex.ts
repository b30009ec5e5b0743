import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, flag, optional } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const reindex = declare({
  name: 'reindex',
  summary: 'строит индекс поиска заново, в Postgres или в Elasticsearch, и отвечать начинает он.',
  details: [
    'Записи лежат в Postgres всегда; индекс по ним находит. Команда работает рядом с сервером: поиск, загрузки и удаления ' +
      'продолжаются, отвечает прежний индекс. Готовый сверяется с записями: число в каждом источнике и поиск нескольких сотен ' +
      'записей; только потом все процессы за секунду переходят на него, и прежний убирается.',
    'Прерванная команда продолжает с того же места. С --check ничего не меняет: сверяет тот индекс, который отвечает.',
    `Elasticsearch: ELASTICSEARCH_URL, как у сервера. ${WHICH_DATABASE}`
  ],
  arguments: { engine: optional('где', 'elasticsearch или postgres; без него тот, который отвечает') },
  options: {
    check: flag('сверить индекс с записями: число всех и выборку, около 100 000'),
    all: flag('с --check: сверить все записи'),
    ...DATABASE_OPTIONS
  },
  modes: [
    { by: 'check', arguments: [], options: ['all'] },
    { by: null, arguments: ['engine'], options: [] }
  ],
  examples: [
    ['elasticsearch', 'отвечать будет кластер'],
    ['postgres', 'отвечать будет Postgres'],
    ['--check --all', 'сверить все записи']
  ],
  failure: 'не получилось, или с --check индекс не совпал с записями',
  async run({ arguments: { engine }, options }) {
    const { rebuildIndex } = await import('./rebuild-index.ts')
    return await rebuildIndex(engine, options)
  }
})

if (import.meta.main) await execute(reindex)
