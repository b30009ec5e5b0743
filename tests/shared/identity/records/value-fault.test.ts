import { describe, expect, test } from 'bun:test'
import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { type ValueFault, valueFault } from '#shared/identity/records/value-fault.ts'

const FITTING: [FieldKind, string][] = [
  ['inn', '001204175339'],
  ['inn', '0012041756'],
  ['organization_inn', '0012041756'],
  ['snils', '900-204-175 30'],
  ['ogrn', '1000000120416'],
  ['phone', '8 (973) 204-17-40'],
  ['phone', 'нет; +7 973 204-17-40'],
  ['organization_phone', '+7 973 204-17-40'],
  ['email', 'I.Primerov@example.com'],
  ['passport', '00 00 204175'],
  ['passport_series', '0000'],
  ['passport_number', '204175'],
  ['vin', 'XTA210930Y2696785'],
  ['plate', 'А123ВС 77'],
  ['birth_date', '01.02.85'],
  ['date', '31.12.2030'],
  ['record_date', '2024-05-01'],
  ['full_name', 'Примеров Илья Андреевич'],
  ['last_name', 'Примеров'],
  ['first_name', 'Илья'],
  ['middle_name', 'Андреевич'],
  ['gender', 'муж.'],
  ['address', 'г. Примерск, ул. Новая, 5'],
  ['organization', 'ООО «Пример»'],
  ['other', '12']
]
const FAULTY: [FieldKind, string, ValueFault][] = [
  ['inn', '001204175330', 'check_digit'],
  ['inn', '0012041750', 'check_digit'],
  ['organization_inn', '0012041750', 'check_digit'],
  ['inn', '123', 'unlike'],
  ['inn', '0000000000', 'empty'],
  ['snils', '900-204-175 31', 'check_digit'],
  ['ogrn', '1000000120417', 'check_digit'],
  ['phone', 'нет', 'empty'],
  ['phone', 'звонить маме', 'unlike'],
  ['phone', '204-17-40', 'unlike'],
  ['organization_phone', 'нет', 'empty'],
  ['email', 'i.primerov@', 'unlike'],
  ['email', 'i.primerov@example', 'unlike'],
  ['organization_email', 'example.com', 'unlike'],
  ['passport', '204175', 'unlike'],
  ['passport_series', 'серия', 'unlike'],
  ['passport_number', '2041751', 'unlike'],
  ['vin', 'XTA210930', 'unlike'],
  ['plate', 'без номера', 'unlike'],
  ['birth_date', '31.02.1975', 'unlike'],
  ['birth_date', 'неизвестно', 'empty'],
  ['date', '31.02.2030', 'unlike'],
  ['record_date', 'вчера', 'unlike'],
  ['full_name', '12345', 'unlike'],
  ['full_name', 'ООО «Пример»', 'unlike'],
  ['last_name', '17', 'unlike'],
  ['gender', 'да', 'unlike'],
  ['address', '5', 'unlike'],
  ['other', '-', 'empty']
]

describe('a value is what its column holds', () => {
  test.each(FITTING)('%s: %s', (kind, value) => expect(valueFault(kind, value)).toBeNull())
})

describe('a value is doubtful for its column', () => {
  test.each(FAULTY)('%s: %s is %s', (kind, value, fault) => expect(valueFault(kind, value)).toBe(fault))
})

test('every identifier that is valid is a key of its record', () => {
  for (const [kind, value] of FITTING)
    if (isIdentifierKind(kind))
      expect([kind, readAttributes({ x: value }, { x: kind }).identifiers[kind].length]).toEqual([kind, 1])
})

test('an identifier with a wrong check digit is a key of its record nevertheless', () => {
  const keys = FAULTY.flatMap(([kind, value, fault]) =>
    fault === 'check_digit' && isIdentifierKind(kind)
      ? readAttributes({ x: value }, { x: kind }).identifiers[kind].length
      : []
  )
  expect(keys).toEqual([1, 1, 1, 1])
})

test('nothing is said by a dash, whatever its column holds', () => {
  for (const kind of FIELD_KINDS)
    expect([kind, valueFault(kind, '—')]).toEqual([kind, kind === 'passport_series' ? 'unlike' : 'empty'])
})
