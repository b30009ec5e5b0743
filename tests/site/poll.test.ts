import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { poll } from '#site/lib/poll.ts'

/** What of a browser it looks at. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}
const tab = new EventTarget()
const NAMES = ['document', 'addEventListener', 'removeEventListener'] as const
const real = NAMES.map(name => [name, globalThis[name]])
let stop = () => {}

beforeEach(() => {
  page.visibilityState = 'visible'
  Object.assign(globalThis, {
    document: page,
    addEventListener: tab.addEventListener.bind(tab),
    removeEventListener: tab.removeEventListener.bind(tab)
  })
  jest.useFakeTimers()
})
afterEach(() => {
  stop()
  jest.useRealTimers()
  Object.assign(globalThis, Object.fromEntries(real))
})

/** Counts the turns, each of which answers the pause given. */
function counted(pauseMs: number | null) {
  const turns = jest.fn(async () => pauseMs)
  stop = poll(turns)
  return turns
}
const pass = async (ms: number) => {
  await settle()
  jest.advanceTimersByTime(ms)
  await settle()
}
const settle = async () => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve()
}

test('a turn comes at once, and after each pause', async () => {
  const turns = counted(1_000)
  expect(turns).toHaveBeenCalledTimes(1)
  await pass(999)
  expect(turns).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(turns).toHaveBeenCalledTimes(2)
})

test('a hidden page rests, and takes its turn when it is seen again', async () => {
  const turns = counted(1_000)
  show('hidden')
  await pass(60_000)
  expect(turns).toHaveBeenCalledTimes(1)
  show('visible')
  expect(turns).toHaveBeenCalledTimes(2)
})

test('a page that is online again takes its turn at once', async () => {
  const turns = counted(60_000)
  await settle()
  tab.dispatchEvent(new Event('online'))
  expect(turns).toHaveBeenCalledTimes(2)
})

test('no turn begins while one runs', async () => {
  const turns = jest.fn(() => new Promise<number | null>(() => {}))
  stop = poll(turns)
  show('visible')
  tab.dispatchEvent(new Event('online'))
  await pass(60_000)
  expect(turns).toHaveBeenCalledTimes(1)
})

test.each([
  ['null ends it', null, () => {}],
  ['whoever began it ends it', 1_000, () => stop()]
])('%s', async (_, pauseMs, end) => {
  const turns = counted(pauseMs)
  await settle()
  end()
  show('visible')
  await pass(60_000)
  expect(turns).toHaveBeenCalledTimes(1)
})
