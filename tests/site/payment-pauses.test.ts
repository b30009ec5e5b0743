import { expect, test } from 'bun:test'
import { pauseAfter } from '#site/features/payment/pauses.ts'

const WAITING = { isEnded: false, isMoving: false, unchanged: 0, failures: 0 }
const pauses = (turn: (times: number) => Partial<typeof WAITING>) =>
  Array.from({ length: 40 }, (_, times) => pauseAfter({ ...WAITING, ...turn(times) }))

test.each([
  ['while nothing comes', (times: number) => ({ unchanged: times }), 3_000, 15_000],
  ['while the network confirms', (times: number) => ({ isMoving: true, unchanged: times }), 2_000, 8_000],
  ['while nobody answers', (times: number) => ({ failures: times + 1 }), 5_000, 60_000]
])('pauses grow %s, up to a limit', (_, turn, first, most) => {
  const all = pauses(turn)
  expect(all[0]).toBe(first)
  expect(all.at(-1)).toBe(most)
  expect(all.toSorted((a, b) => a - b)).toEqual(all)
})

test('news make the next pause short again', () => {
  expect(pauseAfter({ ...WAITING, unchanged: 9 })).toBeGreaterThan(pauseAfter(WAITING))
})

test('payments that have all ended are asked for once a minute', () => {
  expect(pauseAfter({ ...WAITING, isEnded: true })).toBe(60_000)
})
