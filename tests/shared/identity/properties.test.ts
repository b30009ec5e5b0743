import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { largeText, nastyText } from './nasty-text.ts'
import { NORMALIZERS, SHOWN_FORMS, TEXT_FUNCTIONS } from './text-functions.ts'

const RUNS = { numRuns: 150 }
const LARGE_RUNS = { numRuns: 4 }

describe('any text', () => {
  test.each(TEXT_FUNCTIONS)('never makes %s throw', (_, run) => {
    fc.assert(
      fc.property(nastyText, text => void run(text)),
      RUNS
    )
  })

  test.each(TEXT_FUNCTIONS)('never makes %s throw at 64 kB', (_, run) => {
    fc.assert(
      fc.property(largeText, text => void run(text)),
      LARGE_RUNS
    )
  })
})

describe('a normal form', () => {
  test.each(NORMALIZERS)('stays as it is under %s', (_, normalize) => {
    fc.assert(
      fc.property(nastyText, text => {
        const normal = normalize(text)
        if (normal !== null) expect(normalize(normal)).toBe(normal)
      }),
      { numRuns: 1_000 }
    )
  })

  test.each(SHOWN_FORMS)('of %s is read back from how it is shown', (_, normalize, format) => {
    fc.assert(
      fc.property(fc.oneof(nastyText, fc.stringMatching(/^[+(]?[\d ()-]{8,18}$/)), text => {
        const normal = normalize(text)
        if (normal !== null) expect(normalize(format(normal))).toBe(normal)
      }),
      { numRuns: 1_000 }
    )
  })
})
