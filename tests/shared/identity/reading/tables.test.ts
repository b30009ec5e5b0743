import { describe, expect, test } from 'bun:test'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, readingText } from './read-line.ts'

/** What each person of a line is asked for by. */
const peopleOf = (text: string) =>
  Map.groupBy(parseQuery(text), ({ person }) => person ?? 1)
    .values()
    .map(([best]) => (best?.parts ?? (best ? [best] : [])).map(readingText))
    .toArray()

const ONE = ['full_name Примеров Илья Андреевич']
const OTHER = ['full_name Образцова Анна Олеговна']

/** A field of one line has «; » for a line break. */
const breaks: [string, string][] = [
  ['lines', '\n'],
  ['a field of one line', '; ']
]

test.each(breaks)('the header of a table pasted into %s is no text', (_, end) => {
  const rows = (...lines: string[]) => lines.join(end)
  const people: [string, string[][]][] = [
    [rows('Фамилия\tИмя\tОтчество', 'Примеров\tИлья\tАндреевич', 'Образцова\tАнна\tОлеговна'), [ONE, OTHER]],
    [rows('№\tФИО', '1\tПримеров Илья Андреевич', '2\tОбразцова Анна Олеговна'), [ONE, OTHER]],
    [rows('Имя\tОтчество\tФамилия', 'Илья\tАндреевич\tПримеров'), [ONE]],
    [rows('ФИО', 'Примеров Илья Андреевич', 'Образцова Анна Олеговна'), [ONE, OTHER]],
    [rows('Фамилия Имя Отчество', 'Примеров Илья Андреевич'), [ONE]]
  ]
  for (const [text, expected] of people) expect([text, peopleOf(text)]).toEqual([text, expected])
})

test('each value is read as its column says', () => {
  const text =
    'ФИО\tДата рождения\tТелефон\tИНН\n' +
    'Примеров Илья Андреевич\t14.03.1981\t8 973 204-17-40\t001204175339\n' +
    'Образцова Анна Олеговна\t\t\t'
  expect(peopleOf(text)).toEqual([
    [...ONE, 'birth_date 1981-03-14', 'phone 79732041740', 'inn_person 001204175339'],
    OTHER
  ])
})

test('columns that are not searched are named', () => {
  const text = 'Фамилия\tИмя\tДолжность\nПримеров\tИлья\tсторож\nОбразцова\tАнна\tповар'
  expect(peopleOf(text)).toEqual([['full_name Примеров Илья'], ['full_name Образцова Анна']])
  expect(remarksOfReadings(parseQuery(text))).toEqual(['не ищется: Должность'])
})

test.each([
  'ФИО: ; Примеров\nФИО: ',
  'ФИО ;Примеров Илья\nФИО',
  'Фамилия\tИмя\nПримеров\tИлья',
  'Фамилия\tИмя\tДолжность\nПримеров\tИлья\tсторож\nОбразцова\tАнна\tповар'
])('what is stored of %j is read as it is', text => {
  const stored = sanitizeQuery(text)
  expect(sanitizeQuery(stored)).toBe(stored)
  expect(parseQuery(stored)).toEqual(parseQuery(text))
})

test('rows without a header are people as before', () =>
  expect(peopleOf('Примеров\tИлья\tАндреевич\nОбразцова\tАнна\tОлеговна')).toEqual([ONE, OTHER]))

describe('JSON', () => {
  const keys = (...of: [string, string, string]) => of
  test.each([
    keys('fio', 'birth_date', 'phone'),
    keys('name', 'birthDate', 'tel'),
    keys('ФИО', 'Дата рождения', 'Телефон'),
    keys('full_name', 'dob', 'mobile')
  ])('with the keys «%s», «%s», «%s» is its values', (name, born, phone) => {
    const one = { [name]: 'Примеров Илья Андреевич', [born]: '1981-03-14', [phone]: 89732041740 }
    const other = { [name]: 'Образцова Анна Олеговна' }
    const values = [...ONE, 'birth_date 1981-03-14', 'phone 79732041740']
    for (const text of [
      JSON.stringify(one),
      JSON.stringify([one], null, 2),
      JSON.stringify({ ...one, x: {} })
    ])
      expect(partsOfBest(text)).toEqual(values)
    expect(peopleOf(JSON.stringify([one, other]))).toEqual([values, OTHER])
  })

  test('of nobody, or that is none, is as it is typed', () => {
    for (const text of ['{"a": 1}', '{"fio":', '{Примеров Илья}', '[]', '{"fio": null}'])
      expect(sanitizeQuery(text)).toBe(text)
  })
})
