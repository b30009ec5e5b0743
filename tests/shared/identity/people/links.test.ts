import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { type RowFields, record } from './clusters.ts'

const group = (...rows: (RowFields | Record<string, string>)[]): Person[] =>
  groupPersons(
    rows.map((fields, at) => record(String(at), `s${at}`, fields)),
    { query: '', readings: [], steps: [] }
  )
const linked = (
  one: RowFields | Record<string, string>,
  other: RowFields | Record<string, string>
): string[] => group(one, other).flatMap(({ links }) => links.map(({ rule, text }) => `${rule}: ${text}`))

const ФИО = 'Примеров Илья Андреевич'
const HOME = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
const HOUSE = 'г. Примерск, ул. Образцовая, д. 7'

describe('a whole name and one flat', () => {
  test.each([
    ['written alike', HOME, HOME],
    ['written in short', HOME, 'Примерск, Образцовая 7-41'],
    ['without the town', HOME, 'ул. Образцовая, д. 7, кв. 41'],
    ['with a postcode and a region', HOME, `000041, Примерская область, ${HOME}`],
    ['in a building', `${HOUSE}, корп. 2, кв. 41`, 'Примерск, Образцовая, 7 к. 2 - 41']
  ])('join two records: %s', (_, one, other) => {
    expect(linked({ ФИО, Адрес: one }, { ФИО, Адрес: other })).toEqual([
      'name_flat: ФИО и адрес до квартиры совпали'
    ])
  })

  test.each([
    ['another flat', { ФИО, Адрес: HOME }, { ФИО, Адрес: `${HOUSE}, кв. 42` }],
    ['a house', { ФИО, Адрес: HOUSE }, { ФИО, Адрес: HOUSE }],
    ['a building', { ФИО, Адрес: `${HOUSE}, корп. 2` }, { ФИО, Адрес: `${HOUSE}, корп. 2` }],
    ['another town', { ФИО, Адрес: HOME }, { ФИО, Адрес: HOME.replace('Примерск', 'Тестоград') }],
    ['no patronymic', { ФИО, Адрес: HOME }, { ФИО: 'Примеров Илья', Адрес: HOME }],
    ['initials', { ФИО, Адрес: HOME }, { ФИО: 'Примеров И. А.', Адрес: HOME }],
    ['equal initials', { ФИО: 'Примеров И. А.', Адрес: HOME }, { ФИО: 'Примеров И. А.', Адрес: HOME }],
    ['an address that only relates', { ФИО, Адрес: HOME }, { ФИО, 'Связь по адресу': HOME }],
    ['another year', { ФИО, Адрес: HOME, ДР: '1981' }, { ФИО, Адрес: HOME, ДР: '1955' }],
    ['another SNILS', { ФИО, Адрес: HOME, snils: 1 }, { ФИО, Адрес: HOME, snils: 2 }],
    ['another INN', { ФИО, Адрес: HOME, inn: 1 }, { ФИО, Адрес: HOME, inn: 2 }]
  ] as [string, RowFields, RowFields][])('join nobody: %s', (_, one, other) => {
    expect(linked(one, other)).toEqual([])
  })

  test('join a surname with a typing error, and say so', () => {
    expect(linked({ ФИО, Адрес: HOME }, { ФИО: 'Примреов Илья Андреевич', Адрес: HOME })).toEqual([
      'name_flat: имя, отчество и адрес до квартиры совпали; фамилия с опечаткой'
    ])
    expect(linked({ ФИО, Адрес: HOME }, { ФИО: 'Примеров Илбя Андреевич', Адрес: HOME })).toEqual([])
  })

  test('join nobody of two whom one record fits', () => {
    const people = group(
      { ФИО, Адрес: HOME, ДР: '14.03.1981' },
      { ФИО, Адрес: HOME, ДР: '02.07.1955' },
      { ФИО, Адрес: HOME }
    )
    expect(people).toHaveLength(3)
  })
})

describe('a phone', () => {
  const phone = '+7 973 204-17-40'
  const home = { ФИО, 'Домашний телефон': phone }

  test('of a home joins whole names', () => {
    expect(linked(home, { ФИО, Телефон: phone })).toEqual(['name_phone: ФИО и телефон совпали'])
  })

  test.each(['Примеров И. А.', 'Примеров Илья'])('of a home joins nobody to %s', name => {
    expect(linked(home, { ФИО: name, Телефон: phone })).toEqual([])
    expect(linked({ ФИО, Телефон: phone }, { ФИО: name, Телефон: phone })).toHaveLength(1)
  })

  test('joins no initials of two flats', () => {
    const initials = { ФИО: 'Примеров И. А.', Телефон: phone, Адрес: HOME }
    expect(linked({ ФИО, Телефон: phone, Адрес: HOME }, initials)).toHaveLength(1)
    expect(linked({ ФИО, Телефон: phone, Адрес: `${HOUSE}, кв. 42` }, initials)).toEqual([])
  })
})
