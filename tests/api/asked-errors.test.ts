import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { askedErrors, rememberable, stepsOf } from '#api/engines/fuzzy.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const place = { reading: fc.nat({ max: 2 }), form: fc.constant('fuzzy' as const), tier: fc.nat({ max: 3 }) }
const step: fc.Arbitrary<PlanStep> = fc.oneof(
  fc.record({ ...place, keys: fc.constant<string[]>([]), surname: word }),
  fc.record({ ...place, keys: fc.array(word, { minLength: 1, maxLength: 3 }) })
)
const inOrder = (steps: readonly PlanStep[]) =>
  steps
    .map(({ reading, form, tier, keys, surname }) => JSON.stringify({ reading, form, tier, keys, surname }))
    .sort()

test('the typing errors of a search come back from what is kept of them, tier by tier', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const sorted = steps.toSorted((a, b) => a.tier - b.tier)
      const restored = stepsOf(JSON.parse(JSON.stringify(askedErrors(sorted))))
      expect(inOrder(restored)).toEqual(inOrder(sorted))
      expect(restored.map(({ tier }) => tier)).toEqual(sorted.map(({ tier }) => tier))
    })
  )
})

test('ordinary names are kept whole, and of endless ones the likeliest', () => {
  const named = (length: number) =>
    Array.from({ length: 400 }, (_, at): PlanStep => {
      const key = `3:${'я'.repeat(length)}${at}`
      return { reading: 0, form: 'fuzzy', tier: 0, keys: [key, 'w:город'] }
    })
  const [ordinary, endless] = [named(45), named(500)]
  expect(rememberable(ordinary)).toEqual(ordinary)
  const remembered = rememberable(endless)
  expect(remembered).toEqual(endless.slice(0, remembered.length))
  expect(remembered.length).toBeGreaterThan(20)
  expect(JSON.stringify(askedErrors(remembered)).length).toBeLessThanOrEqual(32_000)
})
