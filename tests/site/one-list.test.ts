import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { pauseList, startList } from '#site/features/lists/list-calls.ts'
import { createOneList, type OneListStore } from '#site/features/lists/one-list-store.ts'
import { $session, updateUser } from '#site/lib/session-store.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { until } from '#tests/kit/until.ts'
import { inTurn, json, openPage, type Page } from './page.ts'
import { USER } from './user.ts'

const GONE = json({ ok: false, error: 'Такого списка нет', code: 'NOT_FOUND' }, 404)
const READ = 'GET /api/lists/a'
const list = (change: object) => ({ id: 'a', state: 'running', balance: 5, price: 3, ...change })
const answer = (change: object) => json({ ok: true, list: list(change), file: null })

/** What a browser has: events of the server, which these tests never get but by hand. */
class Events extends EventTarget {
  static readonly OPEN = 1
  static all: Events[] = []
  readyState = 0
  constructor() {
    super()
    Events.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  say(change: object) {
    this.dispatchEvent(new MessageEvent('list', { data: JSON.stringify(list(change)) }))
  }
}

const browser = globalThis as unknown as Record<string, unknown>
const before = { ...browser }
let page: Page
let one: OneListStore
let stop = () => {}

function open(answers: Parameters<typeof openPage>[0]): void {
  page = openPage(answers)
  one = createOneList('a')
  stop = one.open()
}

beforeEach(() => {
  const target = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(browser, {
    EventSource: Events,
    document,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target)
  })
  Events.all = []
  $session.set({ step: 'in', user: { ...USER } })
})
afterEach(async () => {
  stop()
  await page.close()
  for (const name of ['EventSource', 'document', 'addEventListener', 'removeEventListener', 'dispatchEvent'])
    if (name in before) browser[name] = before[name]
    else Reflect.deleteProperty(browser, name)
})

const shown = () => one.$one.get()
const stateIs = (state: string) => until(shown, ({ list: now }) => now?.state === state)

describe('the list of a page', () => {
  test('that was deleted elsewhere ends with a text, and is asked for no more', async () => {
    open({ [READ]: inTurn(answer({}), GONE) })
    await stateIs('running')
    globalThis.dispatchEvent(new Event('online'))
    const { refusal, lost, list: now } = await until(shown, each => each.refusal !== '')
    expect({ refusal, lost, now }).toEqual({ refusal: 'Такого списка нет', lost: '', now: null })
    expect(Events.all.map(({ readyState }) => readyState)).toEqual([2])
    globalThis.dispatchEvent(new Event('online'))
    await one.refresh()
    expect(page.calls).toEqual([READ, READ, READ])
  })

  test('whose session has ended is kept, and not asked for again by itself', async () => {
    const refused = json({ ok: false, error: 'Необходимо войти', code: 'NOT_SIGNED_IN' }, 401)
    open({ [READ]: inTurn(answer({}), refused, answer({ state: 'paused' })), 'POST /refresh': refused })
    await stateIs('running')
    globalThis.dispatchEvent(new Event('online'))
    await until(shown, ({ lost }) => lost !== '')
    expect(shown().list?.state).toBe('running')
    expect(Events.all[0]?.readyState).toBe(2)
    await one.refresh()
    expect(shown()).toMatchObject({ list: { state: 'paused' }, lost: '' })
  })

  test('is followed while it runs, and heard of by events', async () => {
    open({ [READ]: answer({ state: 'paused' }), 'POST /api/lists/a/start': answer({}) })
    await stateIs('paused')
    expect(Events.all).toEqual([])
    await one.change(() => startList('a', null))
    expect(Events.all).toHaveLength(1)
    Events.all[0]?.say({ state: 'done', balance: 2 })
    expect(shown().list).toMatchObject({ state: 'done', balance: 2 })
    expect($session.get()).toMatchObject({ user: { requests_count: 2 } })
    expect(Events.all[0]?.readyState).toBe(2)
  })

  test('that stands still learns of a balance that has changed, and of what another tab did', async () => {
    const paused = { state: 'paused', balance: 0 }
    open({ [READ]: inTurn(answer(paused), answer({ ...paused, balance: 7 }), answer({ balance: 7 })) })
    await until(shown, ({ list: now }) => now?.balance === 0)
    updateUser({ requests_count: 7 })
    await until(shown, ({ list: now }) => now?.balance === 7)
    expect(page.calls).toHaveLength(2)
    document.dispatchEvent(new Event('visibilitychange'))
    await stateIs('running')
  })

  test('that was changed elsewhere is read anew when a change is refused', async () => {
    const refusal = json({ ok: false, error: 'Список уже остановлен', code: 'LIST_STATE' }, 409)
    open({ [READ]: inTurn(answer({}), answer({ state: 'stopped' })), 'POST /api/lists/a/pause': refusal })
    await stateIs('running')
    await expect(one.change(() => pauseList('a'))).rejects.toThrow('Список уже остановлен')
    await stateIs('stopped')
  })

  test('is read once more when a change overtakes what is being read', async () => {
    const held = Promise.withResolvers<void>()
    const late = async (request: Request) => {
      await held.promise
      return answer({})(request)
    }
    open({
      [READ]: inTurn(answer({}), late, answer({ state: 'paused', verdicts: 2 })),
      'POST /api/lists/a/pause': answer({ state: 'paused', verdicts: 1 })
    })
    await stateIs('running')
    const reading = one.refresh()
    await one.change(() => pauseList('a'))
    held.resolve()
    await reading
    expect(shown().list).toMatchObject({ state: 'paused', verdicts: 2 })
  })

  test('never goes back to an older answer, in whatever order answers come', async () => {
    const random = seededRandom(38)
    for (let round = 0; round < 20; round += 1) {
      let version = 0
      const late = () => Bun.sleep(random(6))
      const tell = async (isChange: boolean) => {
        await late()
        if (isChange) version += 1
        const respond = answer({ state: 'paused', verdicts: version })
        await late()
        return respond(new Request('http://localhost'))
      }
      open({ [READ]: () => tell(false), 'POST /api/lists/a/pause': () => tell(true) })
      await stateIs('paused')
      const versions: number[] = []
      const forget = one.$one.subscribe(({ list: now }) => versions.push(now?.verdicts ?? 0))
      const calls = Array.from({ length: 12 }, async () => {
        await late()
        if (random(2) === 0) return await one.change(() => pauseList('a'))
        // A verdict, which is a call of its own.
        version += 1
        await one.refresh()
      })
      await Promise.all(calls)
      forget()
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      expect(shown().list?.verdicts).toBe(version)
      stop()
      await page.close()
    }
  })
})
