import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { answersOf, json, packed } from '#tests/kit/elastic/made-up.ts'
import { planOf } from '#tests/kit/search-in.ts'

/** Larger when it is unpacked than is taken of one answer to a search. */
const LARGE = Bun.gzipSync(' '.repeat(33 * 1024 ** 2))
const NUMBERS = Array.from({ length: 130 }, (_, at) => String(1_000 + at))
/** Of the source of large records so many are not too large together. */
const TOGETHER = 60
/** A quarter of a megabyte. */
const VALUES = ['з'.repeat(128 * 1024)]

type Responses = Awaited<ReturnType<typeof answersOf>>

describe('a source whose records are too large together', () => {
  let database: Database
  let engine: SearchEngine
  let answer: (responses: Responses) => Response | Promise<Response>
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      // Of the indices it names that of the small source alone.
      if (pathname !== '/_msearch')
        return json({ status: 'green', [pathname.slice(1).replace('*', 'one')]: {} })
      return await answer(
        await answersOf(
          request,
          index => (index.includes('-two') ? NUMBERS : ['7']),
          index => (index.includes('-two') ? VALUES : [])
        )
      )
    }
  })

  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterEach(() => engine.close())
  afterAll(async () => {
    server.stop(true)
    await database.close()
  })

  const largeIn = (responses: Responses) =>
    responses.flatMap(({ hits }) => hits.hits).filter(hit => hit._source && hit._index.includes('-two'))

  async function look(timeoutMs: number) {
    const policy = {
      sources: new Map(['one', 'two'].map(key => [key, { labels: [], columns: {} }])),
      suppressedKeys: null,
      subjectKey: () => '',
      version: ''
    }
    const lookup = { steps: planOf('+7 973 204-17-40').steps, limits: { perSource: 100, total: 200 } }
    const { answers, failed } = await engine.look(
      [lookup, lookup],
      policy,
      timeoutMs,
      new AbortController().signal
    )
    const own = answers.map(({ candidates, more }) => ({
      ids: new Set(candidates.map(({ record_id }) => record_id)),
      more
    }))
    return { own, failed: [...failed] }
  }
  function openOn(own: typeof answer) {
    answer = own
    engine = createEngine({ elasticsearchUrl: [`http://127.0.0.1:${server.port}`] }, database)
  }

  test('is found whole: its records are read in pages, each once, and from the beginning the next time', async () => {
    let [records, refused] = [0, 0]
    openOn(responses => {
      const large = largeIn(responses)
      refused += Number(large.length > TOGETHER)
      if (large.length > TOGETHER) return packed(LARGE)
      records += large.length
      return json({ responses })
    })
    const first = await look(20_000)
    expect(first.failed).toEqual([])
    for (const { ids, more } of first.own) {
      expect(ids.size).toBe(101)
      expect(ids).toContain('one:7')
      expect([...more]).toEqual(['two'])
    }
    // Of a hundred that are shown and the one that says that there are more, though two look-ups met them.
    expect(records).toBe(101)
    const second = await look(20_000)
    expect(second.own).toEqual(first.own)
    expect(refused).toBe(1)
  })

  test('that does not come in time is named, and hides neither what came of it nor another source', async () => {
    let pages = 0
    openOn(responses => {
      const large = largeIn(responses)
      if (large.length > TOGETHER) return packed(LARGE)
      pages += Number(large.length > 0)
      return pages > 2 ? new Promise<Response>(() => {}) : json({ responses })
    })
    const late = await look(4_000)
    expect(late.failed).toEqual(['two'])
    for (const { ids } of late.own) {
      expect(ids).toContain('one:7')
      expect(ids.size).toBeGreaterThan(1)
      expect(ids.size).toBeLessThan(101)
    }
  })

  test('that is silent with its records costs the other source nothing, and counts as no larger for it', async () => {
    let [isSilent, together] = [true, 0]
    openOn(responses => {
      const large = largeIn(responses)
      together += Number(large.length > TOGETHER)
      return isSilent && large.length > 0 ? new Promise<Response>(() => {}) : json({ responses })
    })
    const { failed, own } = await look(2_500)
    expect(failed).toEqual(['two'])
    expect(own.map(({ ids }) => [...ids])).toEqual([['one:7'], ['one:7']])
    isSilent = false
    const askedBefore = together
    expect((await look(20_000)).failed).toEqual([])
    expect(together).toBeGreaterThan(askedBefore)
  })

  test('whose index has gone with all that it had is asked no more', async () => {
    let hasGone = false
    const missing = { error: { type: 'index_not_found_exception' }, status: 404 }
    openOn(responses => {
      if (largeIn(responses).length > TOGETHER) return packed(LARGE)
      const isOfIt = ({ hits }: Responses[number]) => hits.hits.some(hit => hit._index.includes('-two'))
      return json({ responses: responses.map(own => (hasGone && isOfIt(own) ? missing : own)) })
    })
    expect((await look(20_000)).own.map(({ ids }) => ids.size)).toEqual([101, 101])
    hasGone = true
    const { failed, own } = await look(20_000)
    expect(failed).toEqual([])
    expect(own.map(({ ids }) => [...ids])).toEqual([['one:7'], ['one:7']])
  })

  test.each([
    [400, 'index_closed_exception', false],
    [429, 'circuit_breaking_exception', true]
  ])('whose records are answered by %d %s count as large: %p', async (status, type, isLarge) => {
    let [together, pages, isOver] = [0, 0, false]
    openOn(responses => {
      const large = largeIn(responses)
      together += Number(large.length > TOGETHER)
      if (large.length > TOGETHER) return packed(LARGE)
      pages += Number(large.length > 0)
      if (large.length === 0 || isOver) return json({ responses })
      return json({ responses: responses.map(() => ({ error: { type }, status })) })
    })
    const broken = await look(20_000)
    expect(broken.failed).toEqual(['two'])
    for (const { ids } of broken.own) expect([...ids]).toEqual(['one:7'])
    // Each of its records by itself, or none again.
    expect(pages > NUMBERS.length / 2).toBe(isLarge)
    isOver = true
    const { failed, own } = await look(20_000)
    expect(failed).toEqual([])
    for (const { ids } of own) expect(ids.size).toBe(101)
    expect(together).toBe(isLarge ? 1 : 2)
  })
})
