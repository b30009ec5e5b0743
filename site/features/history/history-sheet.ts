import type { HistoryItem } from '#shared/contracts/history.ts'
import { HISTORY_TEXTS } from '#shared/texts/history.ts'
import type { Sheet } from '#site/lib/export/sheet.ts'

/** One row a search. */
export const historySheet = (items: readonly HistoryItem[]): Sheet => ({
  name: 'история',
  columns: [
    { title: 'Время (Москва)', as: 'moment' },
    { title: 'Запрос' },
    { title: 'Записей' },
    { title: 'Статус' },
    { title: 'Откуда' },
    { title: 'Своих выводов' }
  ],
  rows: items.map(item => [
    new Date(item.created_at),
    item.query,
    item.results_count,
    item.results_count > 0 ? HISTORY_TEXTS.found : HISTORY_TEXTS.notFound,
    item.is_api ? 'API' : 'страница поиска',
    item.verdicts
  ])
})
