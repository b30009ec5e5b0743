import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { repairCell } from '#api/features/imports/columns/repair-cell.ts'
import { FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'

const CASES: [FieldKind, string, string][] = [
  ['phone', '89732041740/89732041741', '89732041740; 89732041741'],
  ['phone', '+79732041740 +79732041741', '+79732041740; +79732041741'],
  ['phone', '8 973 204 17 40 8 973 204 17 41', '8 973 204 17 40; 8 973 204 17 41'],
  ['phone', '8(973)204-17-40 и 8(973)204-17-41', '8(973)204-17-40; 8(973)204-17-41'],
  ['phone', '8 973 204-17-40 (мама)', '8 973 204-17-40 (мама)'],
  ['phone', '8 973 204-17-40 доб. 123456, 204-17-41', '8 973 204-17-40 доб. 123456, 204-17-41'],
  ['phone', '7.973204174E+10', '79732041740'],
  ['phone', '7,97E+10', '7,97E+10'],
  ['inn', '1,204175339E+9', '1204175339'],
  ['birth_date', '29659', '14.03.1981'],
  ['birth_date', '29659.0', '14.03.1981'],
  ['birth_date', '1981', '1981'],
  ['birth_date', '14031981', '14031981'],
  ['email', 'a@example.com, b@example.com', 'a@example.com; b@example.com'],
  ['email', 'a@example.com (личная)', 'a@example.com (личная)'],
  ['full_name', 'Тестов\nИван Петрович', 'Тестов Иван Петрович'],
  ['full_name', 'Тестов Иван\nПримеров Лев', 'Тестов Иван\nПримеров Лев'],
  ['other', '29659', '29659']
]

describe('repairCell', () => {
  test.each(CASES)('reads a %s %j as %j', (kind, text, meant) => {
    expect(repairCell(kind, text)).toBe(meant)
  })

  test('keeps every letter and digit of a phone and an e-mail, and repairs nothing twice', () => {
    const signs = (text: string) => text.replace(/[^\p{L}\d@]/gu, '').replaceAll('и', '')
    const text = fc.string({ unit: fc.constantFrom(...'78923+-() /,;и@a.'), maxLength: 60 })
    fc.assert(
      fc.property(fc.constantFrom<FieldKind>('phone', 'email'), text, (kind, written) => {
        const meant = repairCell(kind, written)
        expect(signs(meant)).toBe(signs(written))
        expect(repairCell(kind, meant)).toBe(meant)
      })
    )
  })

  test('takes time in proportion to a long cell', () => {
    for (const kind of FIELD_KINDS)
      for (const unit of ['8', '8 973 204-17-40 ', '+7(', 'a@b.', '\n', ' - '])
        expect(repairCell(kind, unit.repeat(10_000 / unit.length)).length).toBeLessThan(20_000)
  })
})
