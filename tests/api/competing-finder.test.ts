import { expect, test } from 'bun:test'
import type { Lookup, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { createCompetingFinder } from '#api/features/search/answer/competing-matches.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

const PLAN = { query: 'Отцов', readings: [], steps: [] }
const POLICY: SearchPolicy = {
  sources: new Map(),
  suppressedKeys: null,
  subjectKey: ({ kind, value }) => `${kind}:${value}`,
  version: ''
}
/** A whole name and initials, all of one source, on each of so many phones. */
const recordsOf = (phones: number) =>
  Array.from({ length: phones }, (_, at) => [
    record(`full${at}`, 's', { ФИО: 'Отцов Степан Сергеевич', phone: at }),
    record(`torn${at}`, 's', { ФИО: 'Отцов С.С.', phone: at })
  ]).flat()

/** Asks an engine that has nothing, and more of every source in the look-ups that are named. */
async function find(
  phones: number,
  { more = [], reversed = false }: { more?: number[]; reversed?: boolean }
) {
  const sent: Lookup[] = []
  const look: SearchEngine['look'] = async lookups => {
    sent.push(...lookups)
    const answers = lookups.map((_, at) => ({
      candidates: [],
      more: new Set(more.includes(at) ? ['s'] : [])
    }))
    return { answers, failed: new Set(), tookUs: new Map() }
  }
  const findCompeting = createCompetingFinder(
    {
      engine: { look } as SearchEngine,
      plan: PLAN,
      policy: POLICY,
      sources: new Map(),
      signal: new AbortController().signal,
      until: Number.POSITIVE_INFINITY
    },
    () => {}
  )
  const records = recordsOf(phones)
  return { sent, ...(await findCompeting(reversed ? records.toReversed() : records)) }
}

test('competing of hundreds of doubted names are looked up, all of them', async () => {
  const { sent, unsure } = await find(400, {})
  expect(sent.flatMap(({ steps }) => steps)).toHaveLength(400)
  expect([...unsure]).toEqual([])
})

test.each([
  ['of a look-up with more than it brought', 400, { more: [1] }, 128],
  ['beyond all look-ups', 1_100, {}, 1_100 - 1_024]
])('records %s are unsure, in whatever order they come', async (_, phones, answers, count) => {
  const [one, other] = [await find(phones, answers), await find(phones, { ...answers, reversed: true })]
  expect(one.unsure.size).toBe(count)
  expect([...one.unsure].every(id => id.includes('torn'))).toBe(true)
  expect([...one.unsure].sort()).toEqual([...other.unsure].sort())
})

test('the found records take no place from their competing', async () => {
  const [few, many] = [await find(1, {}), await find(100, {})]
  const [one, other] = [few.sent[0]?.limits, many.sent[0]?.limits]
  expect((other?.perSource ?? 0) - (one?.perSource ?? 0)).toBe(198)
  expect((other?.total ?? 0) - (one?.total ?? 0)).toBe(198)
})
