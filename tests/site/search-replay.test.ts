import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { REPLAY_SECONDS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { $search, openSearch, performSearch, retry } from '#site/features/search/search-store.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { $session, logout } from '#site/lib/session-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { ANSWER, PHONE } from './search-answer.ts'
import { USER } from './user.ts'

const REQUEST = { query: ANSWER.query, choice: null }
const NARROWED = { query: ANSWER.query, choice: { kind: PHONE.kind, value: PHONE.value } }

let page: Page
/** The keys of the searches that were sent, in their order. */
let keys: (string | null)[] = []

function open(...answers: Parameters<typeof inTurn>): void {
  const next = inTurn(...answers)
  page = openPage({
    'POST /api/search/perform': request => {
      keys.push(request.headers.get('Idempotency-Key'))
      return next(request)
    },
    'POST /api/auth/logout': json({ success: true })
  })
}

/** Sends a search that no answer comes back to. */
async function searchOffline(): Promise<void> {
  const online = globalThis.fetch
  globalThis.fetch = ((_path: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('Idempotency-Key'))
    return Promise.reject(new TypeError('offline'))
  }) as typeof fetch
  await performSearch(REQUEST)
  globalThis.fetch = online
}

/** As a reload leaves it: the storage of the tab, and nothing else. */
const reload = () => $search.set({ step: 'idle' })
const secondsLater = (seconds: number) => setSystemTime(Date.now() + seconds * 1000)
const distinct = () => new Set(keys).size

beforeEach(() => {
  keys = []
  $search.set({ step: 'idle' })
  $session.set({ step: 'in', user: { ...USER } })
})
afterEach(async () => {
  setSystemTime()
  await page.close()
})

describe('a search that is repeated', () => {
  test('carries the key of the first time while no answer has come, also after a reload', async () => {
    open(json(ANSWER))
    await searchOffline()
    await retry()
    expect($search.get().step).toBe('answered')
    expect(keys[0]).toMatch(/^\d+(-\d+){3}$/)
    expect(keys).toHaveLength(2)
    expect(distinct()).toBe(1)

    page.storage.clear()
    await searchOffline()
    reload()
    openSearch(ANSWER.query, 'again')
    expect($search.get().step).toBe('confirming')
    await performSearch(REQUEST)
    expect(keys[3]).toBe(keys[2] as string)
    expect(keys[2]).not.toBe(keys[0] as string)
  })

  test.each([
    ['a gateway', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a portal', () => new Response('<h1>Log in</h1>')],
    ['nobody of ours', json({})]
  ])('carries it after an answer of %s, who knows nothing of the charge', async (_, answer) => {
    open(answer, json(ANSWER))
    await performSearch(REQUEST)
    expect($search.get()).toMatchObject({ step: 'failed', reason: 'server' })
    await retry()
    expect($search.get().step).toBe('answered')
    expect(distinct()).toBe(1)
  })

  test('carries it for 30 seconds after an answer, from the button, a retry and a link', async () => {
    open(json(ANSWER))
    await performSearch(REQUEST)
    secondsLater(REPLAY_SECONDS - 5)
    await performSearch(REQUEST)
    await retry()
    reload()
    openSearch(ANSWER.query, 'own')
    while ($search.get().step !== 'answered') await Bun.sleep(2)
    expect(keys).toHaveLength(4)
    expect(distinct()).toBe(1)
  })

  test('is a new search after 30 seconds', async () => {
    open(json(ANSWER))
    await performSearch(REQUEST)
    secondsLater(REPLAY_SECONDS)
    await performSearch(REQUEST)
    expect(distinct()).toBe(2)
  })

  test('says that nothing was charged, and leaves the balance alone', async () => {
    open(json({ ...ANSWER, charged: 1, requests_left: 4 }))
    await performSearch(REQUEST)
    expect($search.get()).toMatchObject({ answer: { charged: 1 } })
    $session.set({ step: 'in', user: { ...USER, requests_count: 3 } })
    await performSearch(REQUEST)
    expect($search.get()).toMatchObject({ answer: { charged: 0 } })
    expect($session.get()).toMatchObject({ user: { requests_count: 3 } })
  })

  test('tells the charge of a first answer that got lost', async () => {
    open(json({ ...ANSWER, charged: 1, requests_left: 4 }))
    await searchOffline()
    await retry()
    expect($search.get()).toMatchObject({ answer: { charged: 1 } })
    expect($session.get()).toMatchObject({ user: { requests_count: 4 } })
  })

  test('has a key of its own under another reading, and after another search', async () => {
    open(json(ANSWER))
    for (const request of [REQUEST, NARROWED, REQUEST]) await performSearch(request)
    expect(distinct()).toBe(3)
  })

  test('has a key of its own after an answer that lacked a source, and after a refusal', async () => {
    const busy = json({ error: PROBLEMS.SEARCH_DOWN.text, code: 'SEARCH_DOWN' }, 503)
    open(json({ ...ANSWER, charged: 0, failed_sources: ['ads05'] }), busy, json(ANSWER))
    await performSearch(REQUEST)
    await retry()
    expect($search.get().step).toBe('failed')
    await retry()
    expect(distinct()).toBe(3)
  })

  test('has a key of its own for somebody else in the same tab', async () => {
    open(json(ANSWER))
    await performSearch(REQUEST)
    $session.set({ step: 'in', user: { ...USER, id: 8 } })
    await performSearch(REQUEST)
    expect(distinct()).toBe(2)
  })

  test('is a new search where the storage holds something else', async () => {
    open(json(ANSWER))
    for (const text of ['{', 'null', '[]', JSON.stringify({ user: 7, value: { body: '{}' } })]) {
      page.storage.set(partKey('sent'), text)
      await performSearch(REQUEST)
    }
    expect(distinct()).toBe(4)
  })
})

test('a logout leaves nothing of the last search behind', async () => {
  open(json(ANSWER))
  await performSearch(REQUEST)
  expect(page.storage.has(partKey('sent'))).toBe(true)
  await logout()
  expect(page.storage.size).toBe(0)
})
