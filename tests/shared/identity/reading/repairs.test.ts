import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, scoreOf } from './read-line.ts'

const remarksOf = (line: string) => remarksOfReadings(parseQuery(line))

describe('a letter that looks like a digit', () => {
  test.each([
    ['ИНН 00120417533О', '!inn_person 001204175330', '001204175330'],
    ['ИНН 001204175З39', 'inn_person 001204175339', '001204175339'],
    ['ИНН: OO1204175339', 'inn_person 001204175339', '001204175339'],
    ['8973204174О', 'phone 79732041740', '89732041740'],
    ['+7973204l740', 'phone 79732041740', '+79732041740'],
    ['тел. +7 973 2О4-17-4О', 'phone 79732041740', '+7 973 204-17-40'],
    ['паспорт 45 О3 12345б', 'passport 4503123456', '45 03 123456'],
    ['снилс 204777l5366', 'snils 20477715366', '20477715366']
  ])('in «%s» is read as one, and it is said', (line, reading, digits) => {
    expect(partsOfBest(line)).toEqual([reading])
    expect(remarksOf(line)).toContain(`буквы прочтены как цифры, ищется ${digits}`)
    // The words of the line stay as they are typed.
    expect(parseQuery(line).at(-1)?.value).toBe(line)
    expect(parseQuery(line)[0]?.terms).toEqual(line.split(' '))
  })

  test('is read beside a name', () =>
    expect(partsOfBest('Примеров Илья ИНН 001204175З39')).toEqual([
      'full_name Примеров Илья',
      'inn_person 001204175339'
    ]))

  test.each([
    'Примерск, ул. Новая, 12б',
    'О123ОО77',
    'XTA210930Y2696785',
    'Примеров О. 8 973 204-17-40',
    '4503|123456',
    'дело А40-123О/2024'
  ])('is no digit in «%s»', line =>
    expect(remarksOf(line).filter(remark => remark.includes('буквы'))).toEqual([])
  )
})

describe('a label', () => {
  test.each([
    ['ИНН 0012041753З', 'ИНН: длина не та, ищется как другой номер'],
    ['СНИЛС 9732041740', 'СНИЛС: длина не та, ищется как другой номер'],
    ['паспорт 45031234567', 'Паспорт: длина не та, ищется как другой номер'],
    ['VIN 9732041740', 'VIN: длина не та, ищется как другой номер'],
    ['Примеров Илья ОГРН 0012041756', 'ОГРН: длина не та, ищется как другой номер']
  ])('of a number with another length is not passed over: «%s»', (line, remark) =>
    expect(remarksOf(line)).toContain(remark)
  )

  test.each([
    'ИНН 001204175339',
    'ИНН 001204175339 89732041740',
    'паспорт 45 03 123456, тел. 8 973 204-17-40'
  ])('says nothing of length in «%s»', line =>
    expect(remarksOf(line).filter(remark => remark.includes('длина'))).toEqual([])
  )
})

describe('blanks in an e-mail', () => {
  test.each([
    'i.primerov @ example . com',
    'i.primerov@ example.com',
    'i.primerov @example.com',
    'i.primerov@example. com',
    'i.primerov@example .com',
    'i . primerov @ example . com'
  ])('are left out of «%s», and it is said', line => {
    expect(partsOfBest(line)).toEqual(['email i.primerov@example.com'])
    expect(remarksOf(line)).toEqual(['пробелы в адресе убраны, ищется i.primerov@example.com'])
    expect(parseQuery(line).some(({ value }) => value === 'example.com')).toBe(false)
    expect(scoreOf(line, { 'E-mail': 'i.primerov@example.com' })).toBeGreaterThan(0.9)
  })

  test('are left out beside a name', () =>
    expect(partsOfBest('Примеров Илья i.primerov @ example.com')).toEqual([
      'full_name Примеров Илья',
      'email i.primerov@example.com'
    ]))

  test.each([
    'Примеров @primerov',
    'i.primerov@example.com. Petrov Ilya',
    'a@example.com i.primerov@example.com'
  ])('are none in «%s»', line =>
    expect(remarksOf(line).filter(remark => remark.includes('пробелы'))).toEqual([])
  )
})

test('letters of a value that has letters are no digits', () => {
  for (const label of ['в/у', 'водительское удостоверение', 'ВУ №'])
    expect(partsOfBest(`${label} 77ОО123456`)).toEqual(['driving_licence 77ОО123456'])
  const line = 'Примеров Илья, в/у 77ОО123456'
  const all = parseQuery(line).flatMap(one => one.parts ?? [one])
  expect(all.filter(({ value }) => value === '7700123456')).toEqual([])
  expect(partsOfBest(line)).toEqual(['full_name Примеров Илья', 'driving_licence 77ОО123456'])
})

test.each([
  ['7.9732041740E10', 'phone 79732041740'],
  ['тел. 7,9732041740E+10', 'phone 79732041740'],
  ['ИНН 5.00100732259E11', 'inn_person 500100732259']
])('a number is read as a spreadsheet shows it: «%s»', (line, reading) => {
  expect(partsOfBest(line)).toEqual([reading])
  expect(parseQuery(line)[0]?.terms).toEqual(line.split(' '))
})

test.each(['i.primerov@example,com', 'i@example,ru', 'I.Primerov@Example,Com'])(
  'a comma in the domain of «%s» is a dot, and that is said',
  line => {
    const value = line.replace(',', '.').toLowerCase()
    for (const text of [line, `Примеров Илья, ${line}`, `почта ${line}; Примеров Илья`]) {
      const email = parseQuery(text).flatMap(one => [one, ...(one.parts ?? [])])
      expect(email.filter(({ kind }) => kind === 'email').map(one => one.value)).toContain(value)
      expect(partsOfBest(text)).toContain(`email ${value}`)
      expect(remarksOfReadings(parseQuery(text)).join()).toContain('прочтена как точка')
    }
  }
)

test('a comma behind an e-mail or a word is none of its domain', () => {
  expect(partsOfBest('i@example.com,Примеров Илья')).toEqual([
    'full_name Примеров Илья',
    'email i@example.com'
  ])
  expect(partsOfBest('i@example.com,a@example.com')).not.toContain('email i@example.com.a')
})
