import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { explainNonmatch } from '#shared/identity/people/explain-nonmatch.ts'
import { clusterFoundRecords, groupPersons } from '#shared/identity/people/group.ts'
import { type RowFields, record } from './clusters.ts'

const PLAN = { query: 'Примеров', readings: [], steps: [] }
const group = (...rows: (RowFields | Record<string, string>)[]): Person[] =>
  groupPersons(
    rows.map((fields, at) => record(String(at), `s${at}`, fields)),
    PLAN
  )
/** Of two rows that stay two people, why the one is not the other; told from both sides alike. */
const between = (one: RowFields | Record<string, string>, other: RowFields | Record<string, string>) => {
  const [first, second, ...others] = group(one, other)
  expect(others).toEqual([])
  const [apart, ...further] = first?.apart ?? []
  expect(further).toEqual([])
  expect(apart?.person_id).toBe(second?.id ?? '')
  expect(second?.apart).toMatchObject([{ person_id: first?.id, code: apart?.code }])
  return apart
}

const NO_NAME = { labelled: false, written: '' }
const ФИО = 'Примеров Илья Андреевич'
const ДР = '14.03.1981'
const HOME = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'

describe('a veto', () => {
  test.each([
    ['other_snils', 'СНИЛС разные', 'ФИО', { ФИО, snils: 1 }, { ФИО, snils: 2 }],
    ['other_inn', 'ИНН разные', 'ФИО и телефон', { ФИО, inn: 1, phone: 1 }, { ФИО, inn: 2, phone: 1 }],
    [
      'other_gender',
      'пол разный',
      'фамилия и имя',
      { ФИО: 'Примеров Саша', Пол: 'м' },
      { ФИО: 'Примеров Саша', Пол: 'ж' }
    ],
    [
      'other_gender',
      'пол по имени разный',
      'фамилия и имя',
      { ФИО: 'Примеров Саша', Пол: 'ж' },
      { ФИО: 'Примеров Саша Ильич' }
    ],
    ['other_patronymic', 'отчества разные', 'фамилия и имя', { ФИО }, { ФИО: 'Примеров Илья Олегович' }],
    [
      'other_given_name',
      'имена разные',
      'паспорт',
      { ФИО: 'Примеров Илья', passport: 1 },
      { ФИО: 'Тестов Олег', passport: 1 }
    ],
    [
      'other_birth_date',
      'даты рождения разные: 14.03.1981 и 15.03.1981',
      'ФИО',
      { ФИО, ДР },
      { ФИО, ДР: '15.03.1981' }
    ],
    ['other_birth_year', 'годы рождения разные: 14.03.1981 и 1996', 'ФИО', { ФИО, ДР }, { ФИО, ДР: '1996' }]
  ] as [string, string, string, RowFields, RowFields][])('%s says «%s»', (code, text, agrees, one, other) => {
    expect(between(one, other)).toMatchObject({ kind: 'veto', code, text, agrees, would_join: null })
  })

  test('says so when all but one number agrees', () => {
    const apart = between({ ФИО, ДР, phone: 1, snils: 1 }, { ФИО, ДР, phone: 1, snils: 2 })
    expect(apart).toMatchObject({
      code: 'other_snils',
      text: 'различается только СНИЛС, остальное совпадает',
      agrees: 'ФИО, дата рождения и телефон'
    })
    expect(between({ ФИО, ДР, inn: 1 }, { ФИО, ДР, inn: 2 })?.text).toContain('только ИНН')
  })
})

describe('what is not enough', () => {
  test.each([
    ['name_alone', 'ФИО', { ФИО, Адрес: HOME }, { ФИО, phone: 1 }],
    ['name_and_birth_year', 'ФИО и год рождения', { ФИО, ДР }, { ФИО, ДР: '1981' }],
    ['initials_alone', 'фамилия и инициалы', { ФИО, ДР }, { ФИО: 'Примеров И. А.' }],
    ['loose_name', 'фамилия, имя и телефон', { ФИО, phone: 1 }, { ФИО: 'Илюша Примеров', phone: 1 }],
    [
      'shared_by_household',
      'фамилия, инициалы и адрес до квартиры',
      { ФИО, Адрес: HOME },
      { ФИО: 'Примеров И. А.', Адрес: HOME }
    ],
    [
      'shared_by_household',
      'фамилия, имя и телефон',
      { ФИО, 'Домашний телефон': '+7 973 204-17-40' },
      { ФИО: 'Примеров Илья', Телефон: '+7 973 204-17-40' }
    ]
  ] as [string, string, RowFields, RowFields][])('%s: %s', (code, agrees, one, other) => {
    const apart = between(one, other)
    expect(apart).toMatchObject({ kind: 'not_enough', code, agrees })
    expect(apart?.text).toMatch(/[а-яё]/)
    expect(apart?.would_join).toMatch(/[а-яё]/)
  })

  test('a record that fits two people says that it does', () => {
    const people = group(
      { ФИО: 'Примеров Илья Андреевич', phone: 1 },
      { ФИО: 'Примеров Илья Олегович', phone: 1 },
      { ФИО: 'Примеров Илья', phone: 1 }
    )
    const torn = people.find(({ record_ids }) => record_ids.includes('s2:2'))
    expect(torn?.apart.map(({ code }) => code)).toEqual(['fits_two_people', 'fits_two_people'])
  })

  test.each([
    [
      'документ',
      [
        { ФИО, ДР, snils: 1 },
        { ФИО, ДР, snils: 2 },
        { ФИО, ДР }
      ]
    ],
    [
      'полная дата или документ',
      [
        { ФИО, ДР, phone: 1 },
        { ФИО, ДР: '15.03.1990', phone: 1 },
        { ФИО, phone: 1 }
      ]
    ],
    [
      'полное ФИО или документ',
      [
        { ФИО, ДР },
        { ФИО: 'Примеров Игнат Андреевич', ДР },
        { ФИО: 'Примеров И. А.', ДР }
      ]
    ],
    [
      'полное ФИО, полная дата или документ',
      [
        { ФИО, phone: 1 },
        { ФИО: 'Примеров Илья Олегович', phone: 1 },
        { ФИО: 'Примеров Илья', phone: 1 }
      ]
    ]
  ] as [string, RowFields[]][])('of a record that fits two people is %s', (lack, rows) => {
    const torn = group(...rows).find(({ record_ids }) => record_ids.includes('s2:2'))
    const text = `${lack} в этих записях`
    expect(torn?.apart.map(({ would_join }) => would_join)).toEqual([text, text])
  })

  test('a date with day and month exchanged is no equal date', () => {
    const apart = between({ ФИО, ДР: '03.04.1990', snils: 1 }, { ФИО, ДР: '04.03.1990', snils: 2 })
    expect(apart).toMatchObject({
      agrees: 'ФИО и дата рождения с переставленными днём и месяцем',
      text: 'СНИЛС разные'
    })
  })

  test('an e-mail of five people joins nobody and says why', () => {
    const email = 'office'
    const names = ['Агеев Олег', 'Бобров Семён', 'Власова Нина', 'Горин Лев', 'Жукова Анна', ФИО, ФИО]
    const last = group(...names.map(name => ({ ФИО: name, email }))).filter(({ name }) => name === ФИО)
    expect(last.map(({ apart }) => apart.map(({ code }) => code))).toEqual([
      ['contact_of_many'],
      ['contact_of_many']
    ])
  })
})

describe('the nearest', () => {
  test('come first, three of many', () => {
    const people = group(
      { ФИО, ДР },
      { ФИО: 'Примеров И. А.' },
      { ФИО, ДР: '1981' },
      { ФИО, ДР: '14.03.1996' },
      { ФИО, snils: 1, ДР: '15.03.1990' },
      { ФИО: 'Тестова Инна Олеговна' }
    )
    const hero = people.find(({ record_ids }) => record_ids.includes('s0:0'))
    expect(hero?.apart).toHaveLength(3)
    expect(hero?.apart[0]?.code).toBe('name_and_birth_year')
    expect(people.find(({ name }) => name.startsWith('Тестова'))?.apart).toEqual([])
  })

  test.each([
    ['похожее ФИО', 'Примеров-Тестов Констнтин', 'Примеров Константин'],
    [undefined, '', '']
  ])('of whom no part of the name agrees as it is have %p in common', (agrees, one, other) => {
    const { clusters } = clusterFoundRecords([
      record('0', 's0', { ФИО }),
      record('1', 's1', { ФИО: 'Примеров Илья Олегович' })
    ])
    const [first, second] = [parseName(one)[0] ?? NO_NAME, parseName(other)[0] ?? NO_NAME]
    const [apart] = explainNonmatch(clusters, ['a', 'b'], () => compareNames(first, second))
    expect(apart?.[0]?.agrees).toBe(agrees)
  })

  test('are twins too, who have but another given name', () => {
    const twin = { ДР, phone: 1, Адрес: HOME }
    expect(between({ ФИО, ...twin }, { ФИО: 'Примеров Игнат Андреевич', ...twin })).toMatchObject({
      code: 'other_given_name',
      agrees: 'фамилия, отчество, дата рождения, телефон и адрес до квартиры'
    })
  })

  test('are no relatives of another name', () => {
    const [one, other] = group({ ФИО, phone: 1 }, { ФИО: 'Тестова Инна Олеговна', phone: 1 })
    expect([one?.apart, other?.apart]).toEqual([[], []])
  })

  test('cost little among 500 namesakes', () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ФИО,
      ДР: `${1 + (at % 28)}.03.${1920 + Math.floor(at / 28)}`
    }))
    const people = group(...rows)
    expect(people).toHaveLength(500)
    expect(people.every(({ apart }) => apart.length === 3)).toBe(true)
  })
})
