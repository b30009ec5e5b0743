import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CountryCode, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { formatPhone, isValidPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'

/** Neighbours first, then those whose numbers differ most: of eight digits and of fifteen, with a trunk zero and without. */
const COUNTRIES =
  'BY UA KZ UZ AM GE AZ MD KG TJ TM EE LV LT PL DE GB FR IT ES FI TR IL CN IN US BR AR AE JP'.split(
    ' '
  ) as CountryCode[]

const numberOf = (country: CountryCode): PhoneNumber => getExampleNumber(country, examples) as PhoneNumber

const SEPARATORS = ['', ' ', '-', '.', ' - ', '\u00a0']
const PREFIXES = ['+', '00', '8 10 ', '8-10-', '8~10 ', '810', '+ ', '(+', 'тел. +', 'tel:+']
const EXTENSIONS = ['', ' доб. 12', ' (доб.12)', ' x12', ' #12', ';ext=12', ', 12', ' ext. 345', ' вн 7']

/** A number as the library groups it, with its country's code, in whatever way the code is dialled. */
const written = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  separator: fc.constantFrom(...SEPARATORS),
  prefix: fc.constantFrom(...PREFIXES),
  extension: fc.constantFrom(...EXTENSIONS),
  hasTrunkZero: fc.boolean()
})

describe('a phone of any country', () => {
  test('is one key in whatever form it is written', () => {
    fc.assert(
      fc.property(written, ({ country, separator, prefix, extension, hasTrunkZero }) => {
        const number = numberOf(country)
        const [, ...groups] = number.formatInternational().split(/[\s-]/)
        const dialsZero = number.formatNational().startsWith('0') && number.country !== 'IT'
        const zero = hasTrunkZero && dialsZero ? `${separator}(0)` : ''
        const closing = prefix === '(+' ? ')' : ''
        const text = `${prefix}${number.countryCallingCode}${closing}${zero}${separator}${groups.join(separator)}${extension}`
        expect([text, normalizePhone(text)]).toEqual([text, number.number.slice(1)])
      }),
      { numRuns: 3_000, seed: 34 }
    )
  })

  test('is valid, and is shown as its own country writes it with its code', () => {
    for (const country of COUNTRIES) {
      const number = numberOf(country)
      const key = number.number.slice(1)
      expect([country, isValidPhone(key)]).toEqual([country, true])
      if (country !== 'KZ') expect(formatPhone(key)).toBe(number.formatInternational())
    }
  })

  test.each([
    ['+7973204174', '7973204174'],
    ['+999 1234567', '9991234567'],
    ['+210 12345678', '21012345678']
  ])('%s is looked for as it is, and is valid in no plan', (text, key) => {
    expect([normalizePhone(text), isValidPhone(key)]).toEqual([key, false])
  })

  test.each([
    '8(495)2041740 (доб.12)',
    '8 (495) 204-17-40 (доб. 12)',
    '8-495-204-17-40 x12',
    '8 495 204 17 40;ext=12',
    '8 495 204 17 40, 12',
    '+7 (495) 204-17-40 #12',
    '8 495 204-17-40 доб.12',
    '+7 (8) 495 204-17-40',
    '8 10 7 495 204-17-40',
    '007 495 2041740',
    '8,495,204,17,40'
  ])('%s is 74952041740', text => {
    expect(normalizePhone(text)).toBe('74952041740')
  })
})
