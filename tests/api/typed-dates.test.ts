import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type SearchedApp, startSearched } from '#tests/kit/searched-app.ts'
import { columnsOf } from '#tests/kit/sources.ts'

let searched: SearchedApp

beforeAll(async () => {
  const born: KitSource = {
    title: 'Проверочные даты',
    kind: 'ordinary',
    columns: columnsOf({
      'Номер записи': 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Адрес: 'address'
    }),
    rows: [
      ['1', 'Примеров Илья Андреевич', '14.03.1981', 'Примерск, ул. 8 Марта, 12'],
      ['2', 'Примеров Илья Андреевич', '02.05.1960', 'Примерск, ул. Тестовая, 81'],
      ['3', 'Примеров Олег Ильич', '14.03.1981', 'Примерск, ул. Тестовая, 3'],
      ['4', 'Образцова Мария Павловна', '05.11.1981', 'Образцовск, ул. Тестовая, 4'],
      ['5', 'Образцова Анна Павловна', '07.03.1981', 'Образцовск, ул. Тестовая, 5']
    ]
  }
  searched = await startSearched({ kit_born: born })
})
afterAll(() => searched.app.stop())

const ask = (query: string) => searched.ask(query)
const cardsOf = ({ persons }: SearchAnswer) =>
  persons.map(({ record_ids, label }) => `${label} ${record_ids.join()}`)

test('a mistyped name beside a date with a month in words finds the person first', async () => {
  for (const line of [
    'примеров ильч 14 марта 81',
    'Примров Илья 14 мар 81г',
    '14-го марта 1981 примеров илья'
  ]) {
    const body = await ask(line)
    expect(body.readings[0]?.parts?.map(({ kind }) => kind)).toEqual(['full_name', 'birth_date'])
    expect(body.persons[0]?.record_ids).toEqual(['kit_born:1'])
    expect(['match', 'probable']).toContain(body.persons[0]?.label ?? '')
  }
})

test('a name that begins as a month does is a name', async () => {
  const body = await ask('Образцова Мария 1981')
  expect(cardsOf(body)[0]).toBe('probable kit_born:4')
  expect(cardsOf(body).some(text => text.startsWith('match') && text.includes('kit_born:5'))).toBe(false)
})

test('a street that is called after a day is found by its house', async () => {
  for (const line of ['8 Марта 12', 'ул. 8 Марта 12', 'Примерск, 8 Марта, 12']) {
    const body = await ask(line)
    expect(body.readings[0]?.kind).toBe('address')
    expect(body.persons[0]?.record_ids).toEqual(['kit_born:1'])
  }
})
