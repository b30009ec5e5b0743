import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import { idsIn, moreOf, perform } from './card-indexes.ts'

const COLUMNS = columnsOf({
  'Номер записи': 'record_number',
  ФИО: 'full_name',
  'Дата рождения': 'birth_date'
})
/** How many records are written so. */
const WRITTEN: readonly [name: string, born: string, count: number][] = [
  ['Примеров Илья', '', 8],
  ['Примеров И.', '', 3],
  ['Примеров И. П.', '', 2],
  ['Премеров Илья', '', 1],
  ['Образцов Глеб', '', 30],
  ['Образцов Г.', '', 40],
  ['Обрасцов Глеб', '', 1],
  ['Иванов Сергей Романович', '12.03.1987', 12],
  ['Иванов Сергей Романович', '', 6],
  ['Иванов С. Р.', '', 2],
  ['Петров-Примеров Иван Иванович', '12.03.1980', 2],
  ['Петров Иван', '12.03.1980', 1],
  ['Сидорова-Образцова Анна Петровна', '01.02.1975', 2],
  ['Образцова А. П.', '01.02.1975', 1],
  ['Кузнецов-Широкин Олег Ильич', '05.04.1988', 2],
  ['Широкин Олег Ильич', '', 1],
  ['Широкин О. И.', '', 1],
  ['Другова Марина', '', 2]
]
const ROWS = WRITTEN.flatMap(([name, born, count], kind) =>
  Array.from({ length: count }, (_, at) => [`${kind}-${at}`, name, born])
)

const [FEW, MANY, DATED] = ['Примеров Илья', 'Образцов Глеб', 'Иванов Сергей Романович 1987']
const DOUBLE = [
  'Петров-Примеров Иван Иванович 12.03.1980',
  'Сидорова-Образцова Анна Петровна 01.02.1975',
  'Кузнецов-Широкин Олег Ильич 05.04.1988'
]
const LINES = [
  [FEW, MANY],
  [MANY, FEW],
  [FEW, DATED],
  [DATED, MANY],
  [FEW, MANY, DATED],
  [DATED, FEW, MANY],
  // Nobody has this name, and somebody has one near it.
  ['Другова Карина', MANY],
  [MANY, DATED, 'Другова Карина'],
  DOUBLE,
  DOUBLE.toReversed()
]

describe.each(EVERY_ENGINE)('people of one line on the engine %s', (_name, openRecords) => {
  let app: TestApp
  let client: Person

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadSource(app, 'cards', { title: 'Картотека', kind: 'ordinary', columns: COLUMNS, rows: ROWS })
    invalidateSourceCache(app)
    client = await signedInAs(app, ROLE_INFINITY)
  })
  afterAll(() => app.stop())

  test.each(LINES.map(people => [people.join(', '), people] as const))(
    '%s: each has as many records as alone',
    async (line, people) => {
      const together = await perform(client, line)
      const ids = idsIn(together)
      let cursor: string | null | undefined = together.completeness.more ? undefined : null
      while (cursor !== null) {
        const { body } = await moreOf(client, { search_id: together.search_id, cursor })
        ids.push(...idsIn(body))
        cursor = body.cursor
      }
      expect(together.readings.map(({ person = 0 }) => person)).toContain(people.length)
      for (const person of people) {
        const alone = idsIn(await perform(client, person))
        expect(alone.length).toBeGreaterThan(0)
        expect(alone.filter(id => !ids.includes(id))).toEqual([])
      }
    }
  )
})
