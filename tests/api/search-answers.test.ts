import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const LINES = [
  'Иванов Иван Иванович',
  'Иванов',
  'Иванов И. И.',
  'Иваонв Иван',
  'Ivanov Ivan',
  'bdfyjd',
  'Сидорова Анна',
  'Петров 1975',
  'Иванов Иван 01.02.1980',
  '01.02.1980',
  '+7 973 204-17-40',
  'ivanov@example.com',
  'Квзмнтр Плдфртиц',
  'город Примерск улица Образцовая'
]

async function search(person: Person, query: string): Promise<SearchAnswer> {
  return (await person.post('/api/search/perform', { query })).body
}

describe.each(EVERY_ENGINE)('a search on the engine %s', (_name, openRecords) => {
  let app: TestApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadPeople(app)
    person = await signedInAs(app, ROLE_INFINITY)
  })
  afterAll(() => app.stop())

  const idsOf = ({ matches }: SearchAnswer) => Object.keys(matches).sort()

  test('finds whom the right line finds, below the score of the right one', async () => {
    for (const [right, wrong] of [
      ['Иванов Иван', 'Иваонв Иван'],
      ['Иванов Иван Иванович', 'Иванов Ивн Иванович'],
      ['Иванов Иван 01.02.1980', 'Иввнов Иван 01.02.1980'],
      ['Иванов', 'ИВАНЛВ'],
      ['Ivanov Ivan', 'Ivanv Ivan']
    ] as const) {
      const [exact, mistyped] = [await search(person, right), await search(person, wrong)]
      expect(idsOf(exact).length).toBeGreaterThan(0)
      expect([wrong, idsOf(mistyped)]).toEqual([wrong, expect.arrayContaining(idsOf(exact))])
      const best = (answer: SearchAnswer) =>
        Math.max(...Object.values(answer.matches).map(each => each.score))
      expect(best(mistyped)).toBeLessThan(best(exact))
    }
  })

  test('says what was probably meant, and a right line says nothing', async () => {
    expect((await search(person, 'Иваонв Иван')).suggestions).toEqual(['Иванов Иван'])
    expect(await search(person, 'Иванов Иван')).not.toHaveProperty('suggestions')
    expect(await search(person, 'Квзмнтр Плдфртиц')).not.toHaveProperty('suggestions')
  })

  test('finds nobody for a name that nobody has', async () => {
    for (const query of ['Квзмнтр Плдфртиц', 'Небывалов Акакий Ромуальдович'])
      expect([query, (await search(person, query)).results_count]).toEqual([query, 0])
  })
})

test('every engine gives the same answers, down to the order', async () => {
  const answers: Record<string, unknown>[] = []
  for (const [, openRecords] of EVERY_ENGINE) {
    const app = await startApp({}, openRecords)
    try {
      await loadPeople(app)
      const person = await signedInAs(app, ROLE_INFINITY)
      const byLine: Record<string, unknown> = {}
      for (const line of LINES) {
        const { query_time_ms, search_id, searched_at, ...answer } = await search(person, line)
        byLine[line] = { ...answer, order: Object.keys(answer.matches) }
      }
      answers.push(byLine)
    } finally {
      await app.stop()
    }
  }
  const [first, ...others] = answers
  for (const other of others) expect(other).toEqual(first ?? {})
})
