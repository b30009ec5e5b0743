import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Found } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { sourcesNow } from '#api/features/sources/service.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const SOURCES = 8
const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Имя', kind: 'first_name' as const },
  { label: 'Отчество', kind: 'middle_name' as const }
]
/** How many records each of the sources has: surname → counts by source. */
const SURNAMES: Record<string, number[]> = {
  Одинокин: [150],
  Двоенкин: [150, 130],
  Широкин: Array(SOURCES).fill(90),
  Частухин: Array(SOURCES).fill(180)
}
const GIVEN = ['Иван', 'Пётр', 'Анна', 'Ольга', 'Олег']

let app: TestApp

beforeAll(async () => {
  app = await startApp()
  for (let source = 0; source < SOURCES; source += 1) {
    const rows = Object.entries(SURNAMES).flatMap(([surname, counts]) =>
      Array.from({ length: counts[source] ?? 0 }, (_, at) => [
        `${surname}-${at}`,
        surname,
        GIVEN[at % GIVEN.length] ?? '',
        at % 3 === 0 ? '' : 'Петрович'
      ])
    )
    await loadSource(app, `names_${source}`, {
      title: `№ ${source}`,
      kind: 'ordinary',
      columns: COLUMNS,
      rows
    })
  }
  await app.database.owner`ANALYZE rec`
})
afterAll(() => app.stop())

async function find(line: string, engine = app.context.engine): Promise<Found> {
  const { policy } = await sourcesNow(app.context)
  return await engine.find(planSearch(line, parseQuery(line)), policy, new AbortController().signal)
}

const countsOf = ({ candidates }: Found) =>
  [...Map.groupBy(candidates, candidate => candidate.source).values()].map(({ length }) => length).sort()

test('a surname of one source fills what the others leave empty, up to a hundred', async () => {
  const found = await find('Одинокин')
  expect(countsOf(found)).toEqual([100])
  expect([...found.more]).toEqual(['names_0'])
})

test('two sources with more than fits show a hundred each', async () => {
  const found = await find('Двоенкин')
  expect(countsOf(found)).toEqual([100, 100])
  expect([...found.more].sort()).toEqual(['names_0', 'names_1'])
})

test('many sources share five hundred', async () => {
  const found = await find('Широкин')
  expect(found.candidates.length).toBeGreaterThan(480)
  expect(found.candidates.length).toBeLessThanOrEqual(500 + SOURCES)
  expect(found.more.size).toBe(SOURCES)
})

test('a surname of more than a thousand records shows a hundred of all sources alike', async () => {
  const engine = createEngine(app.context.config, app.database)
  await find('Частухин', engine)
  // What ANALYZE counted is read beside the first search.
  await Bun.sleep(100)
  const found = await find('Частухин', engine)
  expect(countsOf(found)).toEqual(Array(SOURCES).fill(13))
  expect(found.more.size).toBe(SOURCES)
})

test('records that only may fit do not bury those that do', async () => {
  const found = await find('Широкин Иван Петрович')
  const whole = found.candidates.filter(({ fields }) => fields.Имя === 'Иван' && fields.Отчество)
  const may = found.candidates.length - whole.length
  expect(whole.length).toBeGreaterThan(90)
  expect(may).toBeLessThanOrEqual(20)
})
