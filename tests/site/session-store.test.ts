import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { login } from '#site/features/session/login-form.ts'
import { partKey } from '#site/lib/search-session-store.ts'
import { inTurn, json, openPage, type Page, refused } from './page.ts'
import { USER } from './user.ts'

const CREDENTIALS = { username: 'analyst', password: 'longenough1', turnstile_token: 'test-token' }

/** A page of its own: the check runs once a page, so each test loads the store anew. */
const newTab = (): Promise<typeof import('#site/lib/session-store.ts')> =>
  import(`#site/lib/session-store.ts?tab=${++tab}`)
let tab = 0

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await Bun.sleep(2)
}

let page: Page
const logged = spyOn(console, 'error')
beforeEach(() => logged.mockReset().mockImplementation(() => undefined))
afterEach(() => page.close())

describe('the check of the session', () => {
  test('starts as loading and finds who is signed in', async () => {
    page = openPage({ 'GET /api/auth/me': json({ success: true, user: USER }) })
    const { $session, checkSession } = await newTab()
    expect($session.get()).toEqual({ step: 'loading' })
    await checkSession()
    expect($session.get()).toEqual({ step: 'in', user: USER })
  })

  test('asks nobody where the browser brought no session, unless the page may come from its memory', async () => {
    const navigation = { type: 'navigate', serverTiming: [{ name: 'session', description: 'none' }] }
    const navigationType = spyOn(performance, 'getEntriesByType').mockImplementation(
      () => [navigation] as never
    )
    page = openPage({ 'GET /api/auth/me': json({ success: true, user: USER }) })
    const visited = await newTab()
    await visited.checkSession()
    expect([visited.$session.get(), page.calls]).toEqual([{ step: 'out' }, []])
    navigation.type = 'back_forward'
    const returned = await newTab()
    await returned.checkSession()
    expect(returned.$session.get()).toEqual({ step: 'in', user: USER })
    navigationType.mockRestore()
  })

  test('asks once a page', async () => {
    page = openPage({ 'GET /api/auth/me': json({ success: true, user: USER }) })
    const { checkSession } = await newTab()
    await Promise.all([checkSession(), checkSession()])
    await checkSession()
    expect(page.calls).toEqual(['GET /api/auth/me'])
  })

  test('tries one refresh before it says signed out', async () => {
    page = openPage({ 'GET /api/auth/me': refused, 'POST /refresh': refused })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get()).toEqual({ step: 'out' })
    expect(page.calls).toEqual(['GET /api/auth/me', 'POST /refresh'])
    expect(logged).not.toHaveBeenCalled()
  })

  test('finds the user after a refresh', async () => {
    page = openPage({
      'GET /api/auth/me': inTurn(refused, json({ success: true, user: USER })),
      'POST /refresh': json({ success: true })
    })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get().step).toBe('in')
  })

  test('asks again where nobody could tell, and throws nobody out', async () => {
    const user = json({ success: true, user: USER })
    page = openPage({ 'GET /api/auth/me': inTurn(json({ error: 'занято' }, 503), user) })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get()).toEqual({ step: 'in', user: USER })
    expect(logged).not.toHaveBeenCalled()
  })

  test('asks again where the refresh could not tell', async () => {
    page = openPage({
      'GET /api/auth/me': inTurn(refused, refused, json({ success: true, user: USER })),
      'POST /refresh': inTurn(json({ error: 'занято' }, 503), json({ success: true }))
    })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get().step).toBe('in')
  })

  test('says signed out and logs a failure that lasts', async () => {
    page = openPage({ 'GET /api/auth/me': json({ error: 'сломано' }, 500) })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get()).toEqual({ step: 'out' })
    expect(page.calls).toHaveLength(3)
    expect(logged).toHaveBeenCalledTimes(1)
  })

  test('says signed out where the answer has no user', async () => {
    page = openPage({ 'GET /api/auth/me': json({ success: true }) })
    const { $session, checkSession } = await newTab()
    await checkSession()
    expect($session.get()).toEqual({ step: 'out' })
  })
})

describe('searches in the storage of the tab', () => {
  const stored = JSON.stringify({ user: USER.id })
  const KEYS = [partKey('results'), partKey('sent'), partKey('line'), partKey('drafts'), partKey('typed')]
  const find = async (answers: Parameters<typeof openPage>[0], value = stored) => {
    page = openPage(answers)
    for (const key of KEYS) page.storage.set(key, value)
    const { checkSession } = await newTab()
    await checkSession()
    return [...page.storage.keys()]
  }

  test('stay when the page finds their user', async () => {
    expect(await find({ 'GET /api/auth/me': json({ success: true, user: USER }) })).toEqual(KEYS)
  })

  test('go when the page finds another user', async () => {
    const other = json({ success: true, user: { ...USER, id: 8 } })
    expect(await find({ 'GET /api/auth/me': other })).toEqual([])
  })

  test('go when nobody can tell whose they are', async () => {
    expect(await find({ 'GET /api/auth/me': json({ success: true, user: USER }) }, '{')).toEqual([])
  })

  test('go when the page finds nobody, but for what was typed when the session ended', async () => {
    expect(await find({ 'GET /api/auth/me': refused, 'POST /refresh': refused })).toEqual([
      partKey('drafts'),
      partKey('typed')
    ])
  })
})

describe('logout', () => {
  test('clears the user and the stored results', async () => {
    page = openPage({ 'POST /api/auth/logout': json({ success: true }) })
    page.storage.set('results', '{}')
    const { $session, logout } = await newTab()
    await logout()
    expect($session.get()).toEqual({ step: 'out' })
    expect(page.storage.size).toBe(0)
  })

  test('signs out where the call fails, and stays out on the next page of the tab', async () => {
    page = openPage({
      'POST /api/auth/logout': json({}, 500),
      'GET /api/auth/me': json({ success: true, user: USER })
    })
    page.storage.set('results', '{}')
    const first = await newTab()
    await first.logout()
    expect(first.$session.get()).toEqual({ step: 'out' })
    expect(page.storage.has('results')).toBe(false)
    expect(logged).toHaveBeenCalledTimes(1)

    const second = await newTab()
    await second.checkSession()
    expect(second.$session.get()).toEqual({ step: 'out' })
    expect(page.calls).not.toContain('GET /api/auth/me')
  })

  test('is forgotten by the next login', async () => {
    page = openPage({
      'POST /api/auth/logout': json({}, 500),
      'POST /api/auth/login': json({ success: true, user: USER }),
      'GET /api/auth/me': json({ success: true, user: USER })
    })
    const first = await newTab()
    await first.logout()
    await login(CREDENTIALS)
    const second = await newTab()
    await second.checkSession()
    expect(second.$session.get().step).toBe('in')
  })
})

describe('a logout in another tab', () => {
  test('signs this tab out and clears what it stores', async () => {
    page = openPage({ 'POST /api/auth/logout': json({ success: true }) })
    const [left, other] = [await newTab(), await newTab()]
    const stop = other.followSignOut()
    other.$session.set({ step: 'in', user: USER })
    const leaving = left.logout()
    // The tabs of a test have one storage: this stands for what the other tab has in its own.
    page.storage.set('results', '{}')
    await leaving
    await until(() => other.$session.get().step === 'out')
    expect(page.storage.size).toBe(0)
    stop()
  })

  test('empties this tab before the server has answered', async () => {
    const answer = Promise.withResolvers<Response>()
    page = openPage({ 'POST /api/auth/logout': () => answer.promise })
    const [left, other] = [await newTab(), await newTab()]
    const stop = other.followSignOut()
    for (const tab of [left, other]) tab.$session.set({ step: 'in', user: USER })
    const leaving = left.logout()
    expect(left.$session.get()).toEqual({ step: 'loading' })
    await until(() => other.$session.get().step === 'loading')
    answer.resolve(Response.json({ success: true }))
    await leaving
    await until(() => other.$session.get().step === 'out')
    stop()
  })

  test('is not heard by the tab itself, which may have to remember it', async () => {
    page = openPage({ 'POST /api/auth/logout': json({}, 500) })
    const [left, other] = [await newTab(), await newTab()]
    const stops = [left.followSignOut(), other.followSignOut()]
    other.$session.set({ step: 'in', user: USER })
    // The storage is one here, so only the other tab's clearing may empty it.
    const cleared = spyOn(globalThis.sessionStorage, 'clear')
    await left.logout()
    await until(() => other.$session.get().step === 'out')
    // By the tab itself, then by the other one when it begins and when it is over.
    expect(cleared).toHaveBeenCalledTimes(3)
    for (const stop of stops) stop()
  })
})

describe('what is known of the user', () => {
  test('changes with an answer that told it', async () => {
    page = openPage({ 'GET /api/auth/me': json({ success: true, user: USER }) })
    const { $session, checkSession, updateUser } = await newTab()
    updateUser({ requests_count: 4 })
    expect($session.get()).toEqual({ step: 'loading' })
    await checkSession()
    updateUser({ requests_count: 4 })
    expect($session.get()).toEqual({ step: 'in', user: { ...USER, requests_count: 4 } })
  })
})
