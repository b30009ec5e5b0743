import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatPhone } from '#shared/identity/identifiers/phone.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { countriesIn } from '#shared/identity/records/cells/countries.ts'

const phonesIn = (cell: string): string[] => [...readAttributes({ Телефон: cell }, {}).identifiers.phone]
const emailsIn = (cell: string): string[] => [...readAttributes({ 'E-mail': cell }, {}).identifiers.email]
const datesIn = (cell: string): string[] =>
  readAttributes({ 'Дата рождения': cell }, {}).birthDates.map(isoDate)

const A = '79732041740'
const PHONES: [string, string[]][] = [
  ['+7 973 204-17-40/41', [A, '79732041741']],
  ['8-973-204-17-40 или 41', [A, '79732041741']],
  ['8 (973) 204-17-40/41/42', [A, '79732041741', '79732041742']],
  ['+7 973 204-17-40/17-41', [A, '79732041741']],
  ['+7 (973) 204-17-40, 205-17-41', [A, '79732051741']],
  ['8 (4012) 23-45-67, 23-45-68', ['74012234567', '74012234568']],
  ['8 973 204-17-40/741', [A]],
  ['8 973 204-17-40, 123456', [A]],
  ['8 973 204-17-40, 2015', [A]],
  ['8 973 204-17-40 доб. 12', [A]],
  ['+7(973)2O4-I7-4О', [A]],
  ['+7973204174о', [A]],
  ['8 973 204 17 40 8 973 204 17 41', [A, '79732041741']],
  ['89732041740 89732041741', [A, '79732041741']],
  ['+7 973 204-17-40 ::: 8 (973) 204-17-41', [A, '79732041741']],
  ['8 973 204-17-40 и 8 973 204-17-41', [A, '79732041741']],
  ['т.89732041740,т.89732041741', [A, '79732041741']],
  ['дом. 23-45-67, моб. 89732041740', [A]],
  ['8 973 204-17-40 (мама)', [A]],
  ['8,973,204,17,40', [A]],
  ['+49 30/123456-78', ['493012345678']],
  ['ООО ЗОО', []],
  ['нет', []]
]

describe('a cell of phones', () => {
  test.each(PHONES)('«%s» holds %p', (cell, phones) => {
    expect(phonesIn(cell)).toEqual(phones)
  })

  test('holds each of its numbers once, whatever parts them', () => {
    const number = fc.integer({ min: 0, max: 9_999_999 }).map(end => `7973${String(end).padStart(7, '0')}`)
    const separators = fc.constantFrom('; ', ',', ', ', '/', ' / ', ' | ', '\n', ' ::: ', ' и ', ' или ')
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { minLength: 1, maxLength: 4 }),
        separators,
        (numbers, separator) => {
          expect(phonesIn(numbers.map(formatPhone).join(separator))).toEqual(numbers)
        }
      ),
      { seed: 34, numRuns: 300 }
    )
  })

  test('holds every number of an end, and no other', () => {
    const end = fc.integer({ min: 0, max: 99 }).map(digits => String(digits).padStart(2, '0'))
    fc.assert(
      fc.property(fc.uniqueArray(end, { minLength: 2, maxLength: 4 }), ([first = '', ...others]) => {
        const cell = [`+7 973 204-17-${first}`, ...others].join('/')
        expect(phonesIn(cell)).toEqual([first, ...others].map(digits => `797320417${digits}`))
      }),
      { seed: 34, numRuns: 200 }
    )
  })
})

const EMAILS: [string, string[]][] = [
  ['i.primerov @ example.com', ['i.primerov@example.com']],
  ['i . primerov @ example . com', ['i.primerov@example.com']],
  ['i.primerov@example.com ::: primerov@example.com', ['i.primerov@example.com', 'primerov@example.com']],
  ['i.primerov@example.com/primerov@example.com', ['i.primerov@example.com', 'primerov@example.com']],
  ['i.primerov@example.com,primerov@example.com', ['i.primerov@example.com', 'primerov@example.com']],
  ['i.primerov@example.com primerov@example.com', ['i.primerov@example.com', 'primerov@example.com']],
  ['http://i.primerov@example.com', ['i.primerov@example.com']],
  ['Примеров Илья <i.primerov@example.com>', ['i.primerov@example.com']],
  ['i.primerov@example.com (рабочая)', ['i.primerov@example.com']],
  ['і.рrіmеrоv@example.соm', ['i.primerov@example.com']],
  ['почта. i.primerov@example.com', ['i.primerov@example.com']],
  ['илья@пример.рф', ['илья@пример.рф']],
  ['илья@example.com', ['илья@example.com']],
  ['i.primerov(at)example.com', ['i.primerov@example.com']]
]

test.each(EMAILS)('a cell «%s» holds the e-mails %p', (cell, emails) => {
  expect(emailsIn(cell)).toEqual(emails)
})

const DATES: [string, string[]][] = [
  ['14.03.1981 (45 лет)', ['1981-03-14']],
  ['14.03.1981, 45 лет', ['1981-03-14']],
  ['14.03.1981/Примерск', ['1981-03-14']],
  ['14.03.1981, г. Примерск', ['1981-03-14']],
  ['14.III.1981', ['1981-03-14']],
  ['14-III-81', ['1981-03-14']],
  ['1.ХІІ.1981', ['1981-12-01']],
  ['Mar 14, 1981', ['1981-03-14']],
  ['March 14th, 1981', ['1981-03-14']],
  ['14-Mar-81', ['1981-03-14']],
  ['1981-03-14T00:00:00', ['1981-03-14']],
  ['14 марта 1981 г.р.', ['1981-03-14']],
  ['1981, 14 марта', ['1981-03-14']],
  ['14.О3.1981', ['1981-03-14']],
  ['ок. 1981', ['1981']],
  ['1981?', ['1981']],
  ['14.03.1981; 15.04.1982', ['1981-03-14', '1982-04-15']],
  ['14.03.25', ['2025-03-14']],
  ['14.03.81', ['1981-03-14']],
  ['Mar 14, неизвестно', []],
  ['45 лет', []],
  ['29659', []],
  ['14.XIII.1981', []]
]

test.each(DATES)('a cell «%s» holds the dates %p', (cell, dates) => {
  expect(datesIn(cell)).toEqual(dates)
})

test('numbers get their first zeros back where the check number holds with them', () => {
  const numbersIn = (fields: Record<string, string>) => {
    const { inn, snils } = readAttributes(fields, {}).identifiers
    return [...inn, ...snils]
  }
  expect(numbersIn({ СНИЛС: '6124010191' })).toEqual(['06124010191'])
  expect(numbersIn({ СНИЛС: '612300070' })).toEqual(['00612300070'])
  expect(numbersIn({ ИНН: '06123000001' })).toEqual(['006123000001'])
  for (const [label, number] of [
    ['СНИЛС', '6124010192'],
    ['СНИЛС', '100199812'],
    ['ИНН', '06123000002']
  ] as const)
    expect(numbersIn({ [label]: number })).toEqual([])
})

const CITIZENSHIPS: [string, string[]][] = [
  ['РФ', ['Россия']],
  ['Россия', ['Россия']],
  ['российское', ['Россия']],
  ['RUS', ['Россия']],
  ['гражданин Российской Федерации', ['Россия']],
  ['гр. РФ', ['Россия']],
  ['Республика Беларусь', ['Беларусь']],
  ['УЗБЕКИСТАН', ['Узбекистан']],
  ['UZB', ['Узбекистан']],
  ['РФ, Израиль', ['Россия', 'Израиль']],
  ['лицо без гражданства', ['Без гражданства']],
  ['Науру', ['Науру']],
  ['constructor', ['constructor']]
]

test.each(CITIZENSHIPS)('«%s» is a citizenship of %p', (cell, countries) => {
  expect(countriesIn(cell)).toEqual(countries)
})

test('a citizenship is found by its own words and by the usual name of its country', () => {
  const { words } = readAttributes({ ФИО: 'Примеров Илья', Гражданство: 'UZB' }, {})
  expect(words).toEqual(['uzb', 'узбекистан'])
})
