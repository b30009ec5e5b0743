import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ComponentProps, ReactElement } from 'react'
import type { HistoryItem } from '#shared/contracts/history.ts'
import {
  $filter,
  $filtered,
  deleteAllSearches,
  deleteSearch,
  history
} from '#site/features/history/history-store.ts'
import type { KeepVerdicts } from '#site/features/history/KeepVerdicts.tsx'
import { $toast } from '#site/lib/toast-store.ts'
import { $confirmation } from '#site/ui/dialog/confirm-store.ts'
import { json, openPage, type Page, refused } from './page.ts'

const item = (id: number, query: string): HistoryItem => ({
  id,
  search_id: null,
  query,
  is_api: false,
  results_count: id,
  verdicts: 0,
  live_until: '2026-11-21T10:30:00.000Z',
  created_at: '2026-11-21T10:00:00.000Z',
  created_at_str: '21.11.2026 13:00'
})
const ITEMS = [item(2, 'Примеров Пётр'), item(1, '+7 973 204-17-40')]

let page: Page
beforeEach(() => $filter.set(''))
afterEach(() => page.close())

/** The dialog is loaded before it asks. */
async function confirmation() {
  for (;;) {
    const pending = $confirmation.get()
    if (pending) return pending
    await Bun.sleep(2)
  }
}

const queries = () => $filtered.get().map(({ query }) => query)

describe('the history of searches', () => {
  test.each([
    ['a list', ITEMS],
    ['a list in data', { ok: true, data: ITEMS }]
  ])('is read from %s', async (_, body) => {
    page = openPage({ 'GET /api/search_history': json(body) })
    await history.load()
    expect(queries()).toEqual(['Примеров Пётр', '+7 973 204-17-40'])
  })

  test('keeps the words and the status of a failure', async () => {
    page = openPage({ 'GET /api/search_history': refused, 'POST /refresh': refused })
    await history.load()
    expect(history.$load.get()).toMatchObject({ step: 'failed', error: { status: 401 } })
  })

  test('is filtered by text, whatever the capitals and ё', async () => {
    page = openPage({ 'GET /api/search_history': json(ITEMS) })
    await history.load()
    $filter.set(' пЕтр ')
    expect(queries()).toEqual(['Примеров Пётр'])
  })

  test('loses a search when the server has agreed', async () => {
    page = openPage({
      'GET /api/search_history': json(ITEMS),
      'DELETE /api/search_history/2': json({ ok: true })
    })
    await history.load()
    await deleteSearch(item(2, ''))
    expect(queries()).toEqual(['+7 973 204-17-40'])
  })

  test.each([
    ['goes with its verdicts', false, ''],
    ['leaves them where that is wished', true, '?verdicts=keep']
  ])('with verdicts %s', async (_, isKept, parameters) => {
    const deletions: string[] = []
    page = openPage({
      'GET /api/search_history': json([{ ...item(2, 'Примеров Пётр'), verdicts: 1 }]),
      'DELETE /api/search_history/2': request => {
        deletions.push(new URL(request.url).search)
        return Response.json({ ok: true })
      }
    })
    await history.load()
    const deletion = deleteSearch({ ...item(2, 'Примеров Пётр'), verdicts: 1 })
    const { text, answer } = await confirmation()
    const { props } = text as ReactElement<ComponentProps<typeof KeepVerdicts>>
    expect(props.text).toContain('удалятся ваши выводы')
    if (isKept) props.onChange(true)
    answer(true)
    expect([await deletion, deletions]).toEqual([true, [parameters]])
    expect(queries()).toEqual([])
  })

  test('keeps a search that could not be deleted and says why', async () => {
    page = openPage({
      'GET /api/search_history': json(ITEMS),
      'DELETE /api/search_history/2': json({ error: 'База данных временно недоступна' }, 503)
    })
    await history.load()
    await deleteSearch(item(2, ''))
    expect(queries()).toHaveLength(2)
    expect($toast.get()).toBe('База данных временно недоступна')
  })

  test('is cleared only after a yes that names how many', async () => {
    page = openPage({
      'GET /api/search_history': json(ITEMS),
      'DELETE /api/search_history': json({ ok: true })
    })
    await history.load()
    const refusal = deleteAllSearches(2)
    const { action, answer } = await confirmation()
    expect(action).toBe('Удалить 2\u00a0поиска')
    answer(false)
    await refusal
    expect(queries()).toHaveLength(2)

    const agreed = deleteAllSearches(2)
    const { answer: agree } = await confirmation()
    agree(true)
    await agreed
    expect(queries()).toEqual([])
  })
})
