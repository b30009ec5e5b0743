import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isReached } from './figures/figure.ts'
import { MEASURE_NAMES } from './figures/names.ts'
import { MEASURES } from './quality.ts'
import { loadTruth, type Truth } from './truth.ts'

/** One base of full size and two smaller ones; the command measures three of full size. */
const BASES: [seed: number, people: number, asked: number][] = [
  [1, 20_000, 60],
  [2, 3_000, 50],
  [3, 3_000, 50]
]

describe.each(BASES)('of seed %d, %d people', (seed, people, asked) => {
  let truth: Truth | undefined
  beforeAll(async () => {
    truth = await loadTruth(seed, people)
  }, 120_000)
  afterAll(() => truth?.close())

  test.each(MEASURE_NAMES)(
    '%s reaches what is held',
    async name => {
      const [measure, share] = MEASURES[name]
      const figures = await measure(truth as Truth, Math.round(asked * share))
      const missed = figures.filter(({ value, goal, held }) => !isReached(value, held ?? goal))
      expect(missed).toEqual([])
    },
    300_000
  )
})
