import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import type { SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { HEALTHY, json, NOTHING } from '#tests/kit/elastic/made-up.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { suppress } from '#tests/kit/suppress.ts'
import { idsIn, moreOf, performCounted } from './card-indexes.ts'

const COLUMNS = columnsOf({
  'Номер записи': 'record_number',
  Фамилия: 'last_name',
  Имя: 'first_name',
  Телефон: 'phone'
})
const sourceOf = (rows: string[][]) => ({
  title: 'Записи',
  kind: 'ordinary' as const,
  columns: COLUMNS,
  rows
})
const SEED = 18
const SURNAMES = ['Одинцов', 'Скрытов', 'Крупнов', 'Подменин', 'Усынов', 'Писарев', 'Ветлугин', 'Жаворонков']
/** Records of a source, and of a hundred of them how many are of suppressed people. */
const SIZES = [0, 30, 81, 100, 101, 150, 210]
const SHARES = [0, 1, 20, 50, 97]

/** What leaves subjects out of a search. */
interface Clause {
  terms: { u: string[] }
}

interface Row {
  source: string
  cells: [id: string, surname: string, given: string, phone: string]
  isSuppressed: boolean
}

/** Of each surname some records in some sources, some of them of suppressed people. */
function randomRows(): Row[] {
  const random = seededRandom(SEED)
  const one = <T>(values: readonly T[]) => values[random(values.length)] as T
  const rows: Row[] = []
  for (const [at, surname] of SURNAMES.entries())
    for (const [place, source] of ['alpha', 'beta', 'gamma'].entries()) {
      const size = one(SIZES)
      const share = one(SHARES)
      for (let n = 0; n < size; n += 1)
        rows.push({
          source,
          cells: [`${surname}-${n}`, surname, 'Глеб', `+7973${at}${place}${10_000 + n}`],
          isSuppressed: random(100) < share
        })
    }
  return rows
}

describe.each(EVERY_ENGINE)('suppressed people among others, on the engine %s', (_name, openEngine) => {
  const rows = randomRows()
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openEngine)
    for (const [source, own] of Map.groupBy(rows, row => row.source))
      await loadSource(app, source, sourceOf(own.map(({ cells }) => cells)))
    const hidden = rows.filter(({ isSuppressed }) => isSuppressed)
    await suppress(app, ...hidden.map(({ cells }) => ({ kind: 'phone' as const, value: cells[3].slice(2) })))
  })
  afterAll(() => app.stop())

  test.each(SURNAMES)('%s: what is shown, counted and brought by «ещё» is everybody else', async surname => {
    const expected = rows
      .filter(({ cells, isSuppressed }) => cells[1] === surname && !isSuppressed)
      .map(({ source, cells }) => `${source}:${cells[0]}`)
    const { client, answer } = await performCounted(app, `${surname} Глеб`)
    expect(answer.completeness).toEqual({
      shown: answer.results_count,
      total: expected.length,
      total_is_exact: true,
      more: answer.results_count < expected.length
    })
    const ids = idsIn(answer)
    let cursor: string | null = answer.completeness.more ? '' : null
    while (cursor !== null) {
      const { body } = await moreOf(client, { search_id: answer.search_id, ...(cursor && { cursor }) })
      ids.push(...idsIn(body))
      cursor = body.cursor
    }
    expect(ids.toSorted()).toEqual(expected.toSorted())
  })
})

describe('more suppressed people than one search reads', () => {
  /** Of the records with these numbers the last ones are of others. */
  const NUMBERS = Array.from({ length: 20_000 }, (_, at) => 1_000_000 + at)
  const OTHERS = 5
  const others = new Set(NUMBERS.slice(-OTHERS).map(String))
  let database: Database
  let engine: SearchEngine
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname !== '/_msearch') return HEALTHY()
      const lines = (await request.text()).trimEnd().split('\n')
      const responses = lines.flatMap((line, at) => {
        if (at % 2 === 0) return []
        const { size, query, search_after: [after = 0] = [] } = JSON.parse(line)
        const [_index] = [JSON.parse(lines[at - 1] ?? '').index].flat()
        const hidden = new Set(
          query.constant_score.filter.bool?.must_not?.flatMap(({ terms }: Clause) => terms.u)
        )
        const numbers = NUMBERS.filter(n => n > Number(after) && !hidden.has(String(n))).slice(0, size)
        const hits = numbers
          .map(String)
          .map(n => ({ _index, _id: n, _source: { u: [n], d: { r: n, v: [] } } }))
        return [{ ...NOTHING, hits: { hits } }]
      })
      return json({ responses })
    }
  })
  const policy: SearchPolicy = {
    sources: new Map([['many', { labels: [], columns: {} }]]),
    suppressedKeys: { has: subject => !others.has(String(subject)) },
    subjectKey: () => '',
    version: ''
  }
  const { steps } = planOf('+7 973 204-17-40')
  const never = new AbortController().signal

  beforeAll(async () => {
    database = await freshDatabase()
    engine = createEngine({ elasticsearchUrl: [`http://127.0.0.1:${server.port}`] }, database)
  })
  afterAll(async () => {
    await engine.close()
    server.stop(true)
    await database.close()
  })

  test.each([
    [OTHERS, []],
    [OTHERS - 2, ['many']]
  ])('hide nobody after them, of whom %d are shown', async (perSource, sourcesWithMore) => {
    const lookup = { steps, limits: { perSource, total: 10 } }
    const { answers, failed } = await engine.look([lookup], policy, 20_000, never)
    expect([...failed]).toEqual([])
    const [{ candidates, more } = { candidates: [], more: new Set() }] = answers
    expect([candidates.length, [...more]]).toEqual([perSource, sourcesWithMore])
  })

  test('end no listing before it', async () => {
    const listing = { steps, earlier: [], skipped: [], after: null, limit: 100 }
    const listed = await engine.list(listing, policy, 20_000, never)
    expect(listed?.map(({ record_id }) => record_id)).toEqual([...others].map(n => `many:${n}`))
  })
})
