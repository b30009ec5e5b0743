import type { HistoryItem } from '#shared/contracts/history.ts'
import type { Sheet } from '#site/lib/export/sheet.ts'
import { stateOf } from './history-words.ts'

/** One row a search or a list. */
export const historySheet = (items: readonly HistoryItem[]): Sheet => ({
  name: 'история',
  columns: [
    { title: 'Время (Москва)', as: 'moment' },
    { title: 'Запрос' },
    { title: 'Записей' },
    { title: 'Статус' },
    { title: 'Откуда' },
    { title: 'Своих выводов' },
    { title: 'Строк списка' }
  ],
  rows: items.map(item => [
    new Date(item.created_at),
    item.query,
    item.list ? null : item.results_count,
    stateOf(item),
    [item.list && 'список', item.is_api && 'API'].filter(Boolean).join(', ') || 'страница поиска',
    item.verdicts,
    item.list ? item.results_count : null
  ])
})
