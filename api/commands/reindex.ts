import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, required, text } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const reindex = declare({
  name: 'reindex',
  summary: 'переносит записи всех источников из Postgres в Elasticsearch или назад.',
  details: [
    'Работает рядом с сервером: пока записи копируются, отвечает прежнее хранилище, а загрузки и удаления ждут. Когда ' +
      'в новом столько же записей каждого источника, все процессы переходят на него за секунду, и прежние записи ' +
      'убираются. Если не столько же или в прежнем не столько записей, сколько учтено, команда называет источники и ' +
      'ничего не переключает.',
    'Прерванная команда продолжает с того же места. Источники, партии, кредиты и сеансы остаются в Postgres.',
    `Elasticsearch: ELASTICSEARCH_URL, как у сервера. ${WHICH_DATABASE}`
  ],
  arguments: { engine: required('куда', 'elasticsearch или postgres') },
  options: {
    'accept-difference': text(
      'источники',
      'через запятую: перенести столько их записей, сколько есть, хотя учтено другое число; учтённым станет перенесённое'
    ),
    ...DATABASE_OPTIONS
  },
  examples: [
    ['elasticsearch', 'записи переходят в кластер'],
    ['postgres', 'записи возвращаются в базу']
  ],
  async run({ arguments: { engine }, options }) {
    const { moveAllRecords } = await import('./move-all-records.ts')
    await moveAllRecords(engine, options)
  }
})

if (import.meta.main) await execute(reindex)
