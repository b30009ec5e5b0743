import { DATABASE_OPTIONS, WHICH_DATABASE } from './database-options.ts'
import { declare, several } from './frame/declare.ts'
import { execute } from './frame/execute.ts'

export const importNumbering = declare({
  name: 'import:numbering',
  summary: 'заменяет план нумерации (операторы и регионы телефонов) официальными файлами.',
  details: [
    'Все файлы задаются сразу: они заменяют таблицу целиком. Файлы лежат на opendata.digital.gov.ru; годятся и ' +
      'сжатые (.gz). Работающий сервер увидит новый план в течение минуты.',
    WHICH_DATABASE
  ],
  arguments: { files: several('файл', 'файл CSV плана нумерации', 1) },
  options: DATABASE_OPTIONS,
  examples: [['ABC-3xx.csv ABC-4xx.csv ABC-8xx.csv DEF-9xx.csv', 'весь план']],
  async run({ arguments: { files }, options }) {
    const { replaceNumberingPlan } = await import('./replace-numbering-plan.ts')
    await replaceNumberingPlan(files, options)
  }
})

if (import.meta.main) await execute(importNumbering)
