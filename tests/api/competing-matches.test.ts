import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SHOWN_PER_SOURCE } from '#shared/constants.ts'
import type { PeopleComparison } from '#shared/contracts/compare.ts'
import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { moreOf, perform } from './card-indexes.ts'

const CLIENTS = columnsOf({
  'Номер записи': 'record_number',
  ФИО: 'full_name',
  'Дата рождения': 'birth_date',
  Телефон: 'phone',
  'E-mail': 'email'
})
const STAFF = columnsOf({
  'Номер записи': 'record_number',
  ФИО: 'full_name',
  'Дата рождения': 'birth_date',
  Телефон: 'phone',
  'E-mail': 'email',
  'Место работы': 'workplace'
})
const [TWINS, FATHER_AND_SON, NAMESAKES, LONE, MAIL] = [
  '+79731110001',
  '+79731110002',
  '+79731110003',
  '+79731110004',
  'first@example.com'
]
const MANY = '+79731110006'
const SON = 'son@example.com'
const PEOPLE = [
  ['1', 'Двойников Павел Игоревич', '01.02.1990', TWINS, ''],
  ['2', 'Двойников Пётр Игоревич', '01.02.1990', TWINS, ''],
  ['3', 'Отцов Степан Сергеевич', '10.10.1955', FATHER_AND_SON, ''],
  ['4', 'Отцов Сергей Степанович', '11.11.1985', FATHER_AND_SON, SON],
  ['5', 'Безотчев Сергей Иванович', '', NAMESAKES, ''],
  ['6', 'Безотчев Сергей Сергеевич', '', NAMESAKES, ''],
  ['7', 'Одинцов Олег Ильич', '03.03.1983', LONE, ''],
  ['8', 'Почтин Глеб Олегович', '04.04.1964', '', MAIL],
  ['10', 'Множин Степан Сергеевич', '', MANY, ''],
  ['11', 'Множин Сергей Сергеевич', '', MANY, ''],
  ['9', 'Почтин Григорий Олегович', '05.05.1966', '+79731110005', '']
]
/** Of each kind of incomplete name: the line that finds it beside one person, that which finds the other, the record. */
const TORN: readonly [string, string, string][] = [
  ['Двойников Павел Игоревич', 'Двойников Пётр Игоревич', 'staff:1'],
  ['Отцов Степан Сергеевич 10.10.1955', 'Отцов Сергей Степанович', 'staff:2'],
  ['Безотчев Сергей Иванович', 'Безотчев Сергей Сергеевич', 'staff:3'],
  ['Почтин Глеб Олегович', 'Почтин Григорий Олегович', 'staff:5']
]
const STAFF_ROWS = [
  ['1', 'Двойников П.И.', '01.02.1990', TWINS, '', 'ООО «Пара»'],
  ['2', 'Отцов С.С.', '', FATHER_AND_SON, '', 'ООО «Пара»'],
  ['3', 'Безотчев Сергей', '', NAMESAKES, '', 'ООО «Пара»'],
  ['4', 'Одинцов О.И.', '', LONE, '', 'ООО «Пара»'],
  ['5', 'Почтин Г.О.', '', '+79731110005', MAIL, 'ООО «Пара»'],
  ...Array.from({ length: SHOWN_PER_SOURCE + 10 }, (_, at) => [
    `m${at}`,
    'Множин С.С.',
    '',
    MANY,
    '',
    `ООО «Множество ${at}»`
  ])
]

const cardOf = ({ persons }: Pick<DetailedAnswer, 'persons'>, id: string) =>
  persons.find(({ record_ids }) => record_ids.includes(id))

describe.each(EVERY_ENGINE)(
  'a record that fits two people as well, on the engine %s',
  (_name, openRecords) => {
    let app: TestApp
    let client: Person
    beforeAll(async () => {
      app = await startApp({}, openRecords)
      client = await signedInAs(app, ROLE_INFINITY)
      await loadSource(app, 'clients', { title: 'Клиенты', kind: 'ordinary', columns: CLIENTS, rows: PEOPLE })
      await loadSource(app, 'staff', { title: 'Кадры', kind: 'ordinary', columns: STAFF, rows: STAFF_ROWS })
      invalidateSourceCache(app)
    })
    afterAll(() => app.stop())

    test.each(TORN)('is nobody’s, whether %s is asked for or %s', async (one, other, torn) => {
      for (const line of [one, other]) {
        const answer = await perform(client, line)
        const card = cardOf(answer, torn)
        expect([line, card?.record_ids]).toEqual([line, [torn]])
        const person = answer.persons[0]
        expect(person?.record_ids).toHaveLength(1)
        expect(person?.summary.map(({ field }) => field)).not.toContain('Место работы')
        expect(person?.apart[0]).toMatchObject({ person_id: card?.id, code: 'fits_two_people' })
        expect(card?.apart).toMatchObject([{ person_id: person?.id, code: 'fits_two_people' }])
      }
    })

    test('names nobody who was not found', async () => {
      const answer = await perform(client, 'Отцов Степан Сергеевич 10.10.1955')
      expect(JSON.stringify(answer)).not.toContain('Степанович')
      expect(answer.results_count).toBe(2)
    })

    test('says the same once all of them are found, when they are compared, and when the search is opened again', async () => {
      const all = await perform(client, FATHER_AND_SON)
      expect(cardOf(all, 'staff:2')?.record_ids).toEqual(['staff:2'])
      const answer = await perform(client, 'Отцов Степан Сергеевич 10.10.1955')
      const { search_id } = answer
      const [person, torn] = [answer.persons[0]?.id ?? '', cardOf(answer, 'staff:2')?.id ?? '']
      const { body } = await client.get<PeopleComparison>(
        `/api/search/${search_id}/compare?a=${person}&b=${torn}`
      )
      expect(body.against.map(({ code }) => code)).toContain('fits_two_people')
      const { body: people } = await moreOf(client, { search_id, people: [person, torn] })
      expect(people.persons).toEqual(answer.persons)
      const { body: again } = await client.post<SearchAnswer>('/api/search/perform', { search_id })
      expect(again.persons).toEqual(answer.persons)
    })

    test('is nobody’s either when «ещё» brings it', async () => {
      const answer = await perform(client, 'Множин Степан Сергеевич')
      expect(cardOf(answer, 'clients:10')?.record_ids).toEqual(['clients:10'])
      const { body } = await moreOf(client, { search_id: answer.search_id })
      expect(body.persons.length).toBeGreaterThan(0)
      for (const { record_ids } of body.persons) expect(record_ids).not.toContain('clients:10')
    })

    test('who alone has such a name keeps the record', async () => {
      const answer = await perform(client, 'Одинцов Олег Ильич')
      expect(answer.persons.map(({ record_ids }) => record_ids)).toEqual([['clients:7', 'staff:4']])
    })

    test('a suppressed person is as unknown as one of whom there is nothing', async () => {
      await suppress(app, { kind: 'email', value: SON })
      invalidateSourceCache(app)
      const answer = await perform(client, 'Отцов Степан Сергеевич 10.10.1955')
      expect(answer.persons.map(({ record_ids }) => record_ids)).toEqual([['clients:3', 'staff:2']])
    })
  }
)
