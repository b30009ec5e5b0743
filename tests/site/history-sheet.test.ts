import { expect, test } from 'bun:test'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { historySheet } from '#site/features/history/history-sheet.ts'

test('a list is told by its rows and state, a search by its records', () => {
  const search: HistoryItem = {
    id: 1,
    search_id: null,
    query: 'Примеров Илья',
    is_api: false,
    results_count: 3,
    verdicts: 1,
    live_until: '2026-11-22T09:52:00.000Z',
    created_at: '2026-11-22T09:22:00.000Z',
    created_at_str: '22.11.2026 12:22'
  }
  const list: HistoryItem = {
    ...search,
    results_count: 195,
    is_api: true,
    list: { id: 'L'.repeat(22), state: 'paused' }
  }
  const { columns, rows } = historySheet([search, list])
  const cells = rows.map(row => Object.fromEntries(columns.map(({ title }, at) => [title, row[at]])))
  expect(cells).toMatchObject([
    { Записей: 3, Статус: 'Завершен', Откуда: 'страница поиска', 'Строк списка': null },
    { Записей: null, Статус: 'На паузе', Откуда: 'список, API', 'Строк списка': 195 }
  ])
})
