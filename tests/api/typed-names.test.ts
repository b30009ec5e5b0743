import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'
import { columnsOf } from '#tests/kit/sources.ts'

let searched: SearchedApp

beforeAll(async () => {
  const named: KitSource = {
    title: 'Проверочные имена',
    kind: 'ordinary',
    columns: columnsOf({
      'Номер записи': 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Паспорт: 'passport',
      Адрес: 'address'
    }),
    rows: [
      ['1', 'Иванова Ивана Андреевна', '', '', ''],
      ['2', 'Иванов Иван Андреевич', '', '', ''],
      ['3', 'Примеров Илья Тимофеевич', '24.12.1962', '4503 123457', 'г. Примерск, ул. Образцовая, д. 7'],
      ['4', 'Примеров Илья Тимофеевич', '24.12.1970', '', 'г. Образцовск, ул. Тестовая, д. 9'],
      ['5', 'Другова Марина', '01.01.1950', '', ''],
      ['6', 'Другова Карина', '', '', '']
    ]
  }
  searched = await startSearched({ kit_named: named })
})
afterAll(() => searched.app.stop())

const ask = (query: string) => searched.ask(query)
const cardsOf = ({ persons }: SearchAnswer) =>
  persons.map(({ record_ids, label }) => `${label} ${record_ids.join().replaceAll('kit_named:', '')}`)

test('a name in the genitive is a man before it is a woman, and both are found', async () => {
  expect(cardsOf(await ask('Иванова Ивана')).slice(0, 2)).toEqual(['probable 2', 'probable 1'])
})

test('a name that a paper is about is who it is, with what is not searched', async () => {
  for (const paper of ['договор с', 'претензия к г-ну', 'в отношении']) {
    const form = paper === 'в отношении' ? 'Примерова Ильи Тимофеевича' : 'Примеровым Ильёй Тимофеевичем'
    const body = await ask(`${paper} ${form} 24.12.1962`)
    expect([paper, cardsOf(body)[0], body.headline.code]).toEqual([paper, 'match 3', 'one'])
  }
})

test('a place beside such a name still counts', async () => {
  const [first] = (await ask('договор с Примеровым Ильёй Тимофеевичем 24.12.1962 г. Воображаевск')).persons
  expect([first?.record_ids, first?.label]).toEqual([['kit_named:3'], 'probable'])
})

test('an address of a labelled paste is searched as in prose', async () => {
  const pasted = await ask('ФИО: Примеров Илья Тимофеевич Адрес: г. Образцовск, ул. Тестовая, д. 9')
  const prose = await ask('Примеров Илья Тимофеевич, г. Образцовск, ул. Тестовая, д. 9')
  expect(cardsOf(pasted)[0]).toBe('probable 4')
  expect(cardsOf(pasted)).toEqual(cardsOf(prose))
})

test('who is hardly found stands below whoever has the name and another date', async () => {
  const { persons } = await ask('Другова Марина 24.12.1962')
  const places = persons.map(({ record_ids, band, score }) => [`${record_ids} ${band}`, score < 0.2])
  expect(places).toEqual([
    ['kit_named:5 contradicts', false],
    ['kit_named:6 missing', true]
  ])
})

test('a label behind a number decides before its digits do', async () => {
  for (const line of ['4503123457 паспорт', 'паспорт 4503123457'])
    expect((await ask(line)).readings[0]).toMatchObject({ kind: 'passport', value: '4503123457' })
})
