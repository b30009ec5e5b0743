import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { EXAMPLE_PERSON } from '#api/db/seed/example-family.ts'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { sourceWording } from '#shared/identity/records/source-wording.ts'
import { valueFault } from '#shared/identity/records/value-fault.ts'

const COLUMNS = {
  ФИО: 'full_name',
  Телефон: 'phone',
  Почта: 'email',
  Родился: 'birth_date',
  ИНН: 'inn',
  СНИЛС: 'snils',
  Паспорт: 'passport',
  VIN: 'vin',
  Адрес: 'address'
} as const
const CELLS: Record<keyof typeof COLUMNS, string> = {
  ФИО: 'Примеров Илья Андреевич',
  Телефон: '+7 973 624-00-05',
  Почта: 'i.primerov@example.com',
  Родился: '14.03.1983',
  ИНН: EXAMPLE_PERSON.inn,
  СНИЛС: EXAMPLE_PERSON.snils,
  Паспорт: '0003 624005',
  VIN: '0DMPA4B26KP204175',
  Адрес: 'г. Примерск, ул. Образцовая, д. 5, кв. 7'
}
const INVISIBLE = ['\u200b', '\u200d', '\u00ad', '\u200e', '\u202a', '\u202c', '\ufeff', '\u2060']

const places = fc.array(fc.record({ sign: fc.constantFrom(...INVISIBLE), at: fc.nat(40) }), {
  minLength: 1,
  maxLength: 4
})

/** The text with signs that nobody sees, inside words and around them. */
const withSigns = (text: string, signs: readonly { sign: string; at: number }[]): string =>
  signs.reduce((all, { sign, at }) => {
    const place = at % (all.length + 1)
    return all.slice(0, place) + sign + all.slice(place)
  }, text)

test('invisible signs in a cell change nothing of what a record is found by', () => {
  const keys = recordKeys(readAttributes(CELLS, COLUMNS))
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(CELLS)), places, (label, signs) => {
      const cell = withSigns(CELLS[label as keyof typeof CELLS], signs)
      const fields = { ...CELLS, [label]: cell }
      const attributes = readAttributes(fields, COLUMNS)
      expect(recordKeys(attributes)).toEqual(keys)
      expect(valueFault(COLUMNS[label as keyof typeof COLUMNS], cell)).toBeNull()
    }),
    { seed: 7, numRuns: 400 }
  )
})

test('a value is shown as the source writes it, its invisible signs too', () => {
  const fields = {
    Телефон: '\u202a+7\u00a0973 624\u201100\u201105\u202c',
    Почта: 'i.primerov@exa\u00admple.com'
  }
  const attributes = readAttributes(fields, COLUMNS)
  const record = { fields, columns: COLUMNS, attributes }
  expect(attributes.identifiers.phone).toEqual(['79736240005'])
  expect(sourceWording(record, 'phone', '79736240005')).toBe(fields.Телефон)
  expect(sourceWording(record, 'email', 'i.primerov@example.com')).toBe(fields.Почта)
})

test('a line break in a cell parts two values still', () => {
  const {
    identifiers: { phone: phones }
  } = readAttributes({ Телефон: '+7 973 624-00-05\u200b\n+7 973 624-00-06' }, COLUMNS)
  expect(phones).toEqual(['79736240005', '79736240006'])
})
