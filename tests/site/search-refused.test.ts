import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PROBLEMS } from '#shared/problems.ts'
import { $isEdited, $line, typeLine } from '#site/features/search/ask/readings-store.ts'
import { failureView } from '#site/features/search/notices/failure-view.ts'
import {
  $answered,
  $search,
  keepAnswer,
  openSearch,
  performSearch
} from '#site/features/search/search-store.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { $session } from '#site/lib/session-store.ts'
import { leaveLine } from '#site/lib/unsent-line.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { ANSWER } from './search-answer.ts'
import { USER } from './user.ts'

const QUERY = ANSWER.query

let page: Page

const open = (...answers: Parameters<typeof inTurn>): void => {
  page = openPage({ 'POST /api/search/perform': inTurn(...answers) })
}

beforeEach(() => {
  $search.set({ step: 'idle' })
  $session.set({ step: 'in', user: { ...USER } })
})
afterEach(() => page.close())

describe('an answer', () => {
  const LIST = { error: PROBLEMS.LIST_OF_PEOPLE.text, code: 'LIST_OF_PEOPLE' }
  const NEXT = 'Иванов Иван; Петров Пётр; Сидоров Семён; Лебедев Олег'

  test('stays on the screen when the next line is refused, and in the tab', async () => {
    open(json(ANSWER), json(LIST, 400))
    await performSearch({ query: QUERY, choice: null })
    typeLine(NEXT)
    await performSearch({ query: NEXT, choice: null })
    const search = $search.get()
    if (search.step !== 'failed') throw new Error(search.step)
    expect(search.text).toContain('Разделите список')
    expect($answered.get()?.answer).toEqual(ANSWER)
    expect([
      $isEdited.get(),
      failureView(search, $line.get()) !== null,
      failureView(search, QUERY) !== null
    ]).toEqual([true, true, false])
    expect(page.storage.has(partKey('results'))).toBe(true)
    openSearch(null, 'own')
    expect($search.get()).toMatchObject({ step: 'answered', answer: ANSWER })
  })

  test('stays where it is while nothing answers, and is the one of the page again when its line is', async () => {
    open(json(ANSWER), json({ error: PROBLEMS.SEARCH_DOWN.text, code: 'SEARCH_DOWN' }, 503))
    await performSearch({ query: QUERY, choice: null })
    await performSearch({ query: NEXT, choice: null })
    const answered = $answered.get()
    if (!answered) throw new Error('The answer is gone')
    keepAnswer(answered)
    expect($search.get()).toBe(answered)
  })

  test('of somebody who has left does not stay', async () => {
    open(json(ANSWER), json(LIST, 400))
    await performSearch({ query: QUERY, choice: null })
    await performSearch({ query: NEXT, choice: null })
    $session.set({ step: 'out' })
    expect($answered.get()).toBeNull()
  })
})

describe('a line that was left for the page', () => {
  const DRAFT = 'Образцов Глеб'

  test('stands over the answer of a page that is opened anew, and gives way to an address that is gone to', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    leaveLine(DRAFT)
    expect(openSearch(QUERY, 'again')).toBe(DRAFT)
    expect($search.get()).toMatchObject({ step: 'answered', query: QUERY })
    leaveLine(DRAFT)
    expect(openSearch(QUERY, 'own')).toBe(QUERY)
    while ($search.get().step === 'searching') await Bun.sleep(2)
    expect($search.get().step).toBe('answered')
    expect(page.storage.has(partKey('line'))).toBe(false)
  })

  test('is alone on the page without another answer, and asked about for its price', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    leaveLine(DRAFT)
    expect(openSearch(null, 'own')).toBe(DRAFT)
    expect([$search.get(), $answered.get()]).toEqual([
      { step: 'confirming', query: DRAFT, choice: null },
      null
    ])
    leaveLine(QUERY)
    expect(openSearch(null, 'own')).toBe(QUERY)
    expect($search.get()).toMatchObject({ step: 'answered', query: QUERY })
  })

  test('is asked about where it is that of the address, and nothing else is', () => {
    open(json(ANSWER))
    leaveLine(QUERY)
    expect(openSearch(QUERY, 'again')).toBe(QUERY)
    expect($search.get()).toMatchObject({ step: 'confirming', query: QUERY })
    $search.set({ step: 'idle' })
    leaveLine(DRAFT)
    expect(openSearch(QUERY, 'again')).toBe(DRAFT)
    expect($search.get()).toEqual({ step: 'idle' })
    expect(page.calls).toEqual([])
  })
})
