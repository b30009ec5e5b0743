import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { completeInn } from '#api/db/seed/identifiers.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'
import { columnsOf } from '#tests/kit/sources.ts'

let searched: SearchedApp

beforeAll(async () => {
  const inn = (place: number) => completeInn(`0012048${String(place).padStart(2, '0')}`)
  const companies: KitSource = {
    title: 'Проверочный реестр организаций',
    kind: 'public_register',
    columns: columnsOf({
      'Номер записи': 'record_number',
      Организация: 'organization',
      'ИНН организации': 'organization_inn',
      'Юридический адрес': 'organization_address'
    }),
    rows: [
      ['1', 'МУП «Водоканал»', inn(1), 'Примерск, Тестовая, 1'],
      ['2', 'ООО «Водоканл»', inn(2), 'Образцовск, Тестовая, 2'],
      ['3', 'ООО «Примерский Водоканал»', inn(3), 'Примерск, Тестовая, 3'],
      ['4', 'АО «Стройинвест Плюс»', inn(4), 'Примерск, Тестовая, 4'],
      ['5', 'ООО «Мегастрой»', inn(5), 'Примерск, Тестовая, 5'],
      ['6', 'ООО «Вега»', inn(6), 'Примерск, Тестовая, 6']
    ]
  }
  const workers: KitSource = {
    title: 'Проверочные кадры',
    kind: 'ordinary',
    columns: columnsOf({
      'Табельный номер': 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      'Место работы': 'workplace'
    }),
    rows: [['1', 'Образцова Анна Павловна', '02.03.1990', 'МУП Водоканал']]
  }
  searched = await startSearched({ kit_companies: companies, kit_workers: workers })
})
afterAll(() => searched.app.stop())

const ask = (query: string) => searched.ask(query)
const recordsOf = ({ results_by_source }: SearchAnswer) =>
  Object.values(results_by_source).flatMap(records => records.map(({ record_id }) => record_id))

describe('a mistyped name of an organisation', () => {
  test.each([
    ['Водоканаал', 'kit_companies:1'],
    ['МУП Водканал', 'kit_companies:1'],
    ['МУП «Водоканла»', 'kit_companies:1'],
    ['муниципальное унитарное предприятие Вотоканал', 'kit_companies:1'],
    ['МУП Вадоканал Примерск', 'kit_companies:1'],
    ['Стройнвест Плюс', 'kit_companies:4'],
    ['АО Стройинвест Плс', undefined],
    ['Стройинвес', 'kit_companies:4'],
    ['ООО Мегаcтрй', 'kit_companies:5'],
    ['ООО Вего', undefined]
  ])('«%s» finds %s', async (line, title) => {
    const answer = await ask(line)
    if (title === undefined) expect(recordsOf(answer)).toEqual([])
    else {
      expect(recordsOf(answer)).toContain(title)
      const card = answer.persons.find(({ record_ids }) => record_ids.includes(title))
      expect([card?.kind, card?.label === 'match']).toEqual(['organisation', false])
    }
  })

  test('is found below the name as it was typed, typed and stored errors alike', async () => {
    for (const [line, exact, mistyped] of [
      ['МУП Водоканал', '1', '2'],
      ['Водоканал', '1', '2'],
      ['Водоканл', '2', '1'],
      ['ООО Водоканл', '2', '1']
    ]) {
      const { matches, persons } = await ask(line ?? '')
      const [one, other] = [matches[`kit_companies:${exact}`], matches[`kit_companies:${mistyped}`]]
      expect(one?.score).toBeGreaterThan(other?.score ?? 1)
      expect([one?.band, other?.band]).toEqual(['full', 'near'])
      expect(other?.why).toContain('название организации с опечаткой')
      expect(persons[0]?.record_ids).toEqual([`kit_companies:${exact}`])
    }
  })

  test('says of a longer name that it is another one', async () => {
    const { matches } = await ask('Водоканаал')
    expect(matches['kit_companies:3']?.why).toEqual(['название организации похоже, но другое'])
    expect(matches['kit_companies:3']?.score).toBeLessThan(matches['kit_companies:1']?.score ?? 0)
  })

  test('relates who works there and calls nobody the person that was asked', async () => {
    const { persons } = await ask('МУП Водоканаал')
    const worker = persons.find(({ name }) => name === 'Образцова Анна Павловна')
    expect([worker?.kind, worker?.label, worker?.why]).toEqual([
      'person',
      'related',
      ['название организации с опечаткой']
    ])
  })

  test('is no spelling of a person’s name', async () => {
    const never = new AbortController().signal
    const spellings = await searched.app.context.engine.spellings(['=водоканаал'], 4_000, never)
    expect(spellings?.some(({ spelling }) => spelling === '=водоканал')).toBe(true)
    const { persons } = await ask('Водоканалов Илья')
    expect(persons).toEqual([])
  })
})
