import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
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

describe.each(EVERY_ENGINE)('suppressed people among others, on the engine %s', (_name, openOwn) => {
  const rows = randomRows()
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openOwn)
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

describe.each(EVERY_ENGINE)(
  'more suppressed people than one search reads, on the engine %s',
  (_name, open) => {
    const SUPPRESSED = 10_500
    const OTHERS = 5
    const HIDDEN = '+7 973 888-00-00'
    const never = new AbortController().signal
    const { steps } = planOf('Множев Глеб')
    let app: TestApp

    beforeAll(async () => {
      app = await startApp({}, open)
      const rows = Array.from({ length: SUPPRESSED + OTHERS }, (_, at) => [
        `${at}`,
        'Множев',
        'Глеб',
        at < SUPPRESSED ? HIDDEN : `+7 973 888-00-0${at - SUPPRESSED + 1}`
      ])
      await loadSource(app, 'many', sourceOf(rows))
      await suppress(app, { kind: 'phone', value: '9738880000' })
      invalidateSourceCache(app)
    })
    afterAll(() => app.stop())

    const policyNow = async () => (await app.context.sources.current()).policy
    const others = Array.from({ length: OTHERS }, (_, at) => `many:${SUPPRESSED + at}`)

    test.each([
      [OTHERS, []],
      [OTHERS - 2, ['many']]
    ])('hide nobody after them, of whom %d are shown', async (perSource, sourcesWithMore) => {
      const lookup = { steps, limits: { perSource, total: 10 } }
      const { answers, failed } = await app.context.engine.look([lookup], await policyNow(), 20_000, never)
      expect([...failed]).toEqual([])
      const [{ candidates, more } = { candidates: [], more: new Set() }] = answers
      expect([candidates.length, [...more]]).toEqual([perSource, sourcesWithMore])
    })

    test('end no listing before it', async () => {
      const listing = { steps, earlier: [], skipped: [], after: null, limit: 100 }
      const listed = await app.context.engine.list(listing, await policyNow(), 20_000, never)
      expect(listed?.map(({ record_id }) => record_id).toSorted()).toEqual(others)
    })
  }
)
