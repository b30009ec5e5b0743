import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Completeness, MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { $search, openSearch } from '#site/features/search/search-store.ts'
import { appendRecords } from '#site/features/search/sources/append-records.ts'
import { $wanted, loadAll, loadMore } from '#site/features/search/sources/more-store.ts'
import { completenessText } from '#site/features/search/texts.ts'
import { $view, changeView } from '#site/features/search/view-store.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { $session } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { ANSWER } from './search-answer.ts'
import { USER } from './user.ts'

const completeness = (shown: number, total: number, isExact = true): Completeness => ({
  shown,
  total,
  total_is_exact: isExact,
  more: !isExact || shown < total
})

const [FIRST] = ANSWER.persons
if (!FIRST) throw new Error('the answer has nobody')
const MATCH = Object.values(ANSWER.matches)[0] as SearchAnswer['matches'][string]

const cut: SearchAnswer = {
  ...ANSWER,
  sources_meta: Object.fromEntries(
    Object.entries(ANSWER.sources_meta).map(([key, meta]) => [
      key,
      key === 'reg07' ? { ...meta, total: 5, more: true } : meta
    ])
  ),
  completeness: completeness(6, 9)
}

const page = (ids: string[], cursor: string | null): MoreAnswer => ({
  success: true,
  search_id: ANSWER.search_id,
  results_by_source: { reg07: ids.map(record_id => ({ Фамилия: 'Примеров', record_id })) },
  matches: Object.fromEntries(ids.map(id => [id, MATCH])),
  results_count: ids.length,
  persons: [{ ...FIRST, id: 'new', record_ids: [...FIRST.record_ids, ...ids] }],
  cursor,
  query_time_ms: 3,
  charged: 0,
  requests_left: 4
})

const recordsOf = ({ persons }: SearchAnswer) => persons.flatMap(({ record_ids }) => record_ids)

describe('further records', () => {
  test('are put behind those of their source, none twice, each in one person', () => {
    const first = appendRecords(cut, page(['reg07:28', 'reg07:29'], 'next'), null)
    const again = appendRecords(first, page(['reg07:29', 'reg07:30'], 'next'), null)
    const ids = ANSWER.results_by_source.reg07?.map(({ record_id }) => record_id) ?? []
    expect(again.results_by_source.reg07?.map(({ record_id }) => record_id)).toEqual([
      ...ids,
      'reg07:28',
      'reg07:29',
      'reg07:30'
    ])
    const all = recordsOf(again)
    expect(new Set(all).size).toBe(all.length)
    expect(recordsOf(again)).toEqual(expect.arrayContaining([...recordsOf(ANSWER), 'reg07:28', 'reg07:30']))
    expect(again.persons[0]?.id).toBe(FIRST.id)
    expect(again.persons).toHaveLength(ANSWER.persons.length)
  })

  test('are counted, up to the end', () => {
    const first = appendRecords(cut, page(['reg07:28'], 'next'), null)
    expect(first.completeness).toEqual(completeness(7, 9))
    expect(first.sources_meta.reg07).toMatchObject(completeness(3, 5))
    const last = appendRecords(first, page(['reg07:29', 'reg07:30'], null), 'reg07')
    expect(last.sources_meta.reg07).toMatchObject(completeness(5, 5))
    expect(last.completeness).toEqual(completeness(9, 9))
  })

  test('of an unknown number make it known at the end', () => {
    const vague = { ...cut, completeness: completeness(6, 6, false) }
    expect(appendRecords(vague, page(['reg07:28'], 'next'), null).completeness.more).toBe(true)
    expect(appendRecords(vague, page(['reg07:28'], null), null).completeness).toEqual(completeness(7, 7))
  })
})

test.each([
  [completeness(100, 445), 'показано 100 из 445\u00a0записей'],
  [completeness(100, 121), 'показано 100 из 121\u00a0записи'],
  [completeness(100, 1_000, false), 'показано 100 из более чем 1\u00a0000\u00a0записей'],
  [completeness(35, 35, false), 'показано 35, есть ещё'],
  [completeness(5, 5), null]
])('%o is said as it is', (whole, text) => {
  expect(completenessText(whole)).toBe(text)
})

describe('on the page', () => {
  let opened: Page
  const bodies: unknown[] = []

  beforeEach(() => {
    bodies.length = 0
    const next = inTurn(json(page(['reg07:28'], 'second')), json(page(['reg07:29'], null)))
    opened = openPage({
      'POST /api/search/more': async request => {
        bodies.push(await request.json())
        return next(request)
      }
    })
    $session.set({ step: 'in', user: { ...USER } })
    $search.set({ step: 'answered', query: 'x', choice: null, answer: cut, at: Date.now(), fresh: true })
  })
  afterEach(() => {
    $search.set({ step: 'idle' })
    opened.close()
  })

  test('«ещё» goes on where it stopped, also after a reload, and keeps the view', async () => {
    changeView({ text: 'примеров' })
    await loadMore('reg07')
    expect($view.get().text).toBe('примеров')
    const stored = sessionStorage.getItem(partKey('results'))
    expect(stored).toContain('reg07:28')
    $search.set({ step: 'idle' })
    openSearch(null, 'again')
    await loadMore('reg07')
    const { search_id } = ANSWER
    expect(bodies).toEqual([
      { search_id, source: 'reg07' },
      { search_id, source: 'reg07', cursor: 'second' }
    ])
    const search = $search.get()
    expect(search.step === 'answered' && search.answer.completeness.shown).toBe(8)
    await loadMore('reg07')
    expect(bodies).toHaveLength(2)
  })
  test('«загрузить все» asks page after page up to the end', async () => {
    await loadAll()
    const { search_id } = ANSWER
    expect(bodies).toEqual([{ search_id }, { search_id, cursor: 'second' }])
    const search = $search.get()
    expect(search.step === 'answered' && search.answer.completeness).toMatchObject({ shown: 8, more: false })
    await loadAll()
    expect(bodies).toHaveLength(2)
  })

  test('«загрузить все» ends where a page brings nothing', async () => {
    opened.close()
    opened = openPage({
      'POST /api/search/more': async request => {
        bodies.push(await request.json())
        return json(page([], 'again'))(request)
      }
    })
    await loadAll()
    const calls = bodies.length
    await loadAll()
    expect(calls).toBeGreaterThan(0)
    expect(bodies.length).toBe(2 * calls)
  })

  test('«ещё» pressed while another one loads waits for its turn, is busy, and is asked once', async () => {
    const busy = () => $wanted.get().map(({ source }) => source)
    const first = loadMore('')
    const second = loadMore('reg07')
    await loadMore('reg07')
    expect(busy()).toEqual(['', 'reg07'])
    await Promise.all([first, second])
    expect(busy()).toEqual([])
    const { search_id } = ANSWER
    expect(bodies).toEqual([{ search_id }, { search_id, source: 'reg07' }])
    const search = $search.get()
    expect(search.step === 'answered' && search.answer.completeness.shown).toBe(8)
  })

  test('«ещё» that waits is forgotten with its answer', async () => {
    const both = [loadMore(''), loadMore('reg07')]
    await Promise.resolve()
    $search.set({ step: 'idle' })
    await Promise.all(both)
    expect([bodies.length, $wanted.get()]).toEqual([1, []])
  })
})
