import { describe, expect, test } from 'bun:test'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { type NamePair, NAME_PAIRS as PAIRS, type Truth } from './name-pairs.ts'

const SAME = 0.85
const POSSIBLE = 0.6

const nameOf = (text: string): PersonName => parseName(text)[0] ?? { labelled: false, written: text }

/** What the comparison makes of a pair: surely one person's name, possibly, or not. */
const decide = ({ left, right }: NamePair): Truth => {
  const { score, contradicts } = compareNames(nameOf(left), nameOf(right))
  if (contradicts.length > 0 || score < POSSIBLE) return 'WEAK'
  return score >= SAME ? 'STRONG' : 'MEDIUM'
}

const KINDS = [...new Set(PAIRS.map(({ kind }) => kind))]
const wrong = (pairs: NamePair[], isRight: (pair: NamePair) => boolean): string[] =>
  pairs
    .filter(pair => !isRight(pair))
    .map(({ kind, left, right, truth }) => `${kind}: ${left} | ${right} | ${truth}`)

describe('labelled name pairs', () => {
  test('are 300 in 12 classes, each pair once', () => {
    expect(PAIRS).toHaveLength(300)
    expect(KINDS).toHaveLength(12)
    expect(new Set(PAIRS.map(({ left, right }) => `${left}|${right}`)).size).toBe(300)
  })

  test('find every STRONG pair', () => {
    expect(
      wrong(
        PAIRS.filter(({ truth }) => truth === 'STRONG'),
        pair => decide(pair) === 'STRONG'
      )
    ).toEqual([])
  })

  test('never take two people for one', () => {
    expect(
      wrong(
        PAIRS.filter(({ truth }) => truth === 'WEAK'),
        pair => decide(pair) === 'WEAK'
      )
    ).toEqual([])
  })

  test('keep a MEDIUM pair possible', () => {
    expect(
      wrong(
        PAIRS.filter(({ truth }) => truth === 'MEDIUM'),
        pair => decide(pair) !== 'WEAK'
      )
    ).toEqual([])
  })

  test.each(KINDS)('reach an F1 of 0.9 in the class %s', kind => {
    const pairs = PAIRS.filter(pair => pair.kind === kind)
    const hits = pairs.filter(pair => pair.truth !== 'WEAK' && decide(pair) !== 'WEAK').length
    const misses = pairs.filter(pair => (pair.truth !== 'WEAK') !== (decide(pair) !== 'WEAK')).length
    expect((2 * hits) / (2 * hits + misses)).toBeGreaterThanOrEqual(0.9)
  })

  test('compare the same either way round', () => {
    for (const { left, right } of PAIRS) {
      const [there, back] = [
        compareNames(nameOf(left), nameOf(right)),
        compareNames(nameOf(right), nameOf(left))
      ]
      expect([left, right, there.score.toFixed(6)]).toEqual([left, right, back.score.toFixed(6)])
    }
  })
})
