import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { FREQUENT_SURNAMES } from './name-lists.ts'

describe('lines of a paste', () => {
  const person = (at: number) => `${FREQUENT_SURNAMES[at]} Илья Андреевич`
  const number = (at: number) => [`+7 973 204-17-${40 + at}`, `p${at}@example.com`][at % 2] ?? ''
  /** What is asked for one by one, in the order of the lines. */
  const itemsOf = (lines: readonly string[]): string[] => {
    const readings = parseQuery(lines.join('\n'))
    const items = readings[0]?.items
    if (items) return [...items]
    return [1, 2, 3].flatMap(at => {
      const own = readings.find(reading => reading.person === at)
      return own ? [(own.parts ?? [own]).map(({ terms }) => terms.join(' ')).join(', ')] : []
    })
  }

  test('are each asked for, whatever number stands alone among several names', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 100; round++) {
      const names = Array.from({ length: 2 + random(4) }, (_, at) => person(at))
      const before = Array.from({ length: random(3) }, (_, at) => number(at))
      const behind = Array.from({ length: random(3) }, (_, at) => number(at + 5))
      const lines = [...before, ...names, ...behind]
      expect(itemsOf(lines)).toEqual(lines)
    }
  })

  test('of a name and its number by turns are people', () => {
    for (let count = 2; count <= 5; count++) {
      const pairs = Array.from({ length: count }, (_, at) => [person(at), number(at)])
      const joined = (glue: string, isReversed: boolean) =>
        pairs.map(pair => (isReversed ? pair.toReversed() : pair).join(glue))
      const ofThree = pairs.map(pair => pair.join(', '))
      expect(itemsOf(pairs.flat())).toEqual(count > 3 ? joined('; ', false) : ofThree)
      expect(itemsOf(pairs.flatMap(pair => pair.toReversed()))).toEqual(
        count > 3 ? joined('; ', true) : ofThree
      )
      expect(itemsOf(joined(', ', false))).toEqual(ofThree)
    }
  })
})
