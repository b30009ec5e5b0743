import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PROBLEMS } from '#shared/problems.ts'
import { $line, typeLine } from '#site/features/search/ask/readings-store.ts'
import { type FailureView, failureView } from '#site/features/search/notices/failure-view.ts'
import { $search, openSearch, performSearch, retry } from '#site/features/search/search-store.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { $session, logout } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page, refused } from './page.ts'
import { ANSWER, PHONE } from './search-answer.ts'
import { USER } from './user.ts'

const PERFORM = 'POST /api/search/perform'
const QUERY = ANSWER.query
const MINUTE = 60_000

let page: Page
/** Bodies of the searches that reached the server. */
let sent: unknown[] = []

function open(...answers: Parameters<typeof inTurn>): void {
  const next = inTurn(...answers)
  page = openPage({
    [PERFORM]: async request => {
      sent.push(await request.json())
      return next(request)
    },
    'POST /api/auth/logout': json({ success: true })
  })
}

beforeEach(() => {
  sent = []
  Object.defineProperty(globalThis, 'location', { value: { search: '' }, configurable: true })
  $search.set({ step: 'idle' })
  $session.set({ step: 'in', user: { ...USER } })
})
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'location')
  await page.close()
})

const settled = async () => {
  while ($search.get().step === 'searching') await Bun.sleep(2)
  return $search.get()
}

describe('opening the page', () => {
  test('starts empty without a query and without a stored answer', () => {
    open(json(ANSWER))
    expect(openSearch(null, 'own')).toBe('')
    expect($search.get()).toEqual({ step: 'idle' })
  })

  test('runs the query of the address on load', async () => {
    open(json(ANSWER))
    expect(openSearch(QUERY, 'own')).toBe(QUERY)
    expect($search.get().step).toBe('searching')
    expect((await settled()).step).toBe('answered')
    expect(sent).toEqual([{ query: QUERY, live: true }])
  })

  test('asks for a click when another site sent the person, and spends nothing before it', async () => {
    open(json(ANSWER))
    expect(openSearch(QUERY, 'foreign')).toBe(QUERY)
    expect($search.get()).toEqual({ step: 'confirming', query: QUERY, choice: null })
    await Bun.sleep(5)
    expect(page.calls).toEqual([])
    await performSearch({ query: QUERY, choice: null })
    expect((await settled()).step).toBe('answered')
  })

  test('shows the stored answer after a reload and asks nobody', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    $search.set({ step: 'idle' })
    openSearch(QUERY, 'again')
    expect($search.get()).toMatchObject({ step: 'answered', query: QUERY, answer: ANSWER, fresh: false })
    expect(page.calls).toEqual([PERFORM])
  })

  test('asks before it repeats another query after a reload', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    openSearch('Образцов Глеб', 'again')
    expect($search.get()).toMatchObject({ step: 'confirming', query: 'Образцов Глеб' })
    expect(page.calls).toEqual([PERFORM])
  })

  test('brings back the last answer when there is no query, however the page was entered', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: { kind: PHONE.kind, value: PHONE.value } })
    for (const origin of ['own', 'again', 'foreign'] as const) {
      $search.set({ step: 'idle' })
      expect(openSearch(null, origin)).toBe(QUERY)
      expect($search.get()).toMatchObject({ step: 'answered', choice: { kind: 'phone' } })
    }
  })
})

describe('the stored answer', () => {
  test('is good for 30 minutes and gone after them', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    const at = Date.now()
    openSearch(null, 'own', at + 29 * MINUTE)
    expect($search.get().step).toBe('answered')
    $search.set({ step: 'idle' })
    openSearch(null, 'own', at + 31 * MINUTE)
    expect($search.get().step).toBe('idle')
    expect(page.storage.has(partKey('results'))).toBe(false)
  })

  test('goes with the logout', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    expect(page.storage.has(partKey('results'))).toBe(true)
    await logout()
    expect(page.storage.has(partKey('results'))).toBe(false)
  })

  test('is not written for somebody who left while the server searched', async () => {
    open(async () => {
      await logout()
      return Response.json(ANSWER)
    })
    await performSearch({ query: QUERY, choice: null })
    expect(page.storage.has(partKey('results'))).toBe(false)
  })

  test('leaves the screen with the person, and a search that runs does not bring it back', async () => {
    const answer = Promise.withResolvers<Response>()
    open(json(ANSWER), () => answer.promise)
    await performSearch({ query: QUERY, choice: null })
    typeLine(QUERY)
    const running = performSearch({ query: QUERY, choice: null })
    $session.set({ step: 'out' })
    expect($search.get()).toEqual({ step: 'idle' })
    expect($line.get()).toBe('')
    answer.resolve(Response.json(ANSWER))
    await running
    expect($search.get()).toEqual({ step: 'idle' })
  })

  test('is not shown to another person of the same tab', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null })
    $search.set({ step: 'idle' })
    $session.set({ step: 'in', user: { ...USER, id: 8 } })
    openSearch(null, 'own')
    expect($search.get().step).toBe('idle')
    expect(page.storage.has(partKey('results'))).toBe(false)
  })

  test('is ignored when it is not what this page stores', () => {
    open(json(ANSWER))
    for (const text of [
      '{',
      'null',
      '[]',
      '{"at":1}',
      JSON.stringify({ user: 7, value: { at: Date.now(), answer: {} } })
    ]) {
      page.storage.set(partKey('results'), text)
      expect(openSearch(null, 'own')).toBe('')
      expect($search.get().step).toBe('idle')
    }
  })

  test('is dropped when a search fails', async () => {
    open(json(ANSWER), json({ error: PROBLEMS.SEARCH_DOWN.text, code: 'SEARCH_DOWN' }, 503))
    await performSearch({ query: QUERY, choice: null })
    await performSearch({ query: QUERY, choice: null })
    expect($search.get()).toMatchObject({
      step: 'failed',
      text: PROBLEMS.SEARCH_DOWN.text,
      reason: 'server'
    })
    expect(page.storage.has(partKey('results'))).toBe(false)
  })
})

describe('a search', () => {
  test('is not sent for a blank line', async () => {
    open(json(ANSWER))
    await performSearch({ query: ' \t ', choice: null })
    expect($search.get()).toEqual({ step: 'idle' })
    expect(page.calls).toEqual([])
  })

  test('is sent once however often the button is pressed', async () => {
    open(json(ANSWER))
    await Promise.all([1, 2, 3].map(() => performSearch({ query: QUERY, choice: null })))
    expect(page.calls).toEqual([PERFORM])
  })

  test('tells the header how many requests are left', async () => {
    open(json({ ...ANSWER, requests_left: 2 }))
    await performSearch({ query: QUERY, choice: null })
    expect($session.get()).toMatchObject({ user: { requests_count: 2 } })
  })

  test('that is wanted anew says nothing of one that is live', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: null, isAnew: true })
    expect(sent).toEqual([{ query: QUERY }])
  })

  test.each([
    ['failed', json({ error: 'Сервис перегружен', code: 'OVERLOADED' }, 503)],
    ['was incomplete', json({ ...ANSWER, failed_sources: [{ key: 'demo', title: 'Демо' }] })]
  ])('that %s is wanted anew still when it is repeated', async (_, first) => {
    open(first, json(ANSWER))
    await performSearch({ query: QUERY, choice: null, isAnew: true })
    await retry()
    expect(sent).toEqual([{ query: QUERY }, { query: QUERY }])
  })

  test('sends the chosen reading', async () => {
    open(json(ANSWER))
    await performSearch({ query: QUERY, choice: { kind: 'phone', value: '79732041740' } })
    expect(sent[0]).toEqual({
      query: QUERY,
      reading: { kind: 'phone', value: '79732041740' },
      live: true
    })
  })

  test('leaves for the login when the session has ended, and gives the line back to the same user', async () => {
    open(refused)
    typeLine(QUERY)
    await performSearch({ query: QUERY, choice: null })
    expect($session.get()).toEqual({ step: 'out' })
    expect($search.get()).toEqual({ step: 'idle' })
    expect([...page.storage.keys()]).toEqual([partKey('typed')])

    $session.set({ step: 'in', user: { ...USER } })
    expect(openSearch(null, 'own')).toBe(QUERY)
    expect($search.get()).toEqual({ step: 'idle' })
    expect(openSearch(null, 'own')).toBe('')
  })

  test('gives the line of an ended session neither to another user nor half an hour later', async () => {
    for (const [id, minutes] of [
      [8, 0],
      [7, 31]
    ] as const) {
      open(refused)
      typeLine(QUERY)
      await performSearch({ query: QUERY, choice: null })
      expect(page.storage.has(partKey('typed'))).toBe(true)
      $session.set({ step: 'in', user: { ...USER, id } })
      expect(openSearch(null, 'own', Date.now() + minutes * MINUTE)).toBe('')
      expect(page.storage.has(partKey('typed'))).toBe(false)
      $session.set({ step: 'in', user: { ...USER } })
      if (minutes === 0) await page.close()
    }
  })

  const failures: [status: number, action: FailureView['action']][] = [
    [400, null],
    [413, null],
    [409, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry']
  ]
  test.each(failures)('that is refused with %p offers %p', async (status, action) => {
    open(json({ error: 'Отказ' }, status))
    await performSearch({ query: QUERY, choice: null })
    const search = $search.get()
    if (search.step !== 'failed') throw new Error(search.step)
    expect(failureView(search, QUERY)).toEqual({ text: 'Отказ', action })
    const edited = failureView(search, `${QUERY} и`)
    expect(edited).toEqual(action === null ? null : { text: 'Отказ', action })
  })

  test('offers to pay when there are no credits', async () => {
    open(json({ error: PROBLEMS.NO_CREDITS.text, code: 'NO_CREDITS' }, 402))
    await performSearch({ query: QUERY, choice: null })
    expect($search.get()).toMatchObject({ step: 'failed', text: PROBLEMS.NO_CREDITS.text, reason: 'credits' })
  })

  test('says that the network is gone and keeps the line', async () => {
    open(json(ANSWER))
    globalThis.fetch = (() => Promise.reject(new TypeError('offline'))) as unknown as typeof fetch
    await performSearch({ query: QUERY, choice: null })
    const search = $search.get()
    if (search.step !== 'failed') throw new Error(search.step)
    expect(search).toMatchObject({ reason: 'network', query: QUERY })
    expect(failureView(search, QUERY)?.text).toBe('Произошла ошибка при поиске. Связи с сервером нет.')
  })

  test('falls back to its own words where the server has none', async () => {
    open(() => new Response('<html>', { status: 200 }))
    await performSearch({ query: QUERY, choice: null })
    expect($search.get().step).toBe('failed')
  })
})
