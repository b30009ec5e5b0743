import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestApp } from '#tests/kit/start-app.ts'
import { isReached } from './figures/figure.ts'
import { PEOPLE_MEASURES, type PeopleMeasure } from './figures/names.ts'
import { MEASURES } from './quality.ts'
import { loadTruth, type Truth, truthOf } from './truth.ts'

interface Base {
  seed: number
  people: number
  /** People asked about by each measure, of which it takes its share. */
  sampleSize: number
  /** Other sizes. */
  except?: Partial<Record<PeopleMeasure, number>>
  /** An app that holds them, and whose they stay; without it they are loaded into one of their own. */
  loadedApp?(): TestApp
}

/** Declares a test for every measure of generated people: each figure is as good as what is held. */
export function assertFigures({ seed, people, sampleSize, except = {}, loadedApp }: Base): void {
  describe(`of seed ${seed}, ${people} people`, () => {
    let truth: Truth | undefined
    beforeAll(async () => {
      truth = loadedApp ? await truthOf(loadedApp(), seed, people) : await loadTruth(seed, people)
    }, 120_000)
    afterAll(() => (loadedApp ? undefined : truth?.close()))

    test.each(PEOPLE_MEASURES)(
      '%s reaches what is held',
      async name => {
        const [measure, share] = MEASURES[name]
        const figures = await measure(truth as Truth, Math.round((except[name] ?? sampleSize) * share))
        const missed = figures.filter(({ value, goal, held }) => !isReached(value, held ?? goal))
        expect(missed).toEqual([])
      },
      300_000
    )
  })
}
