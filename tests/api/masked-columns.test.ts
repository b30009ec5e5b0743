import { expect, test } from 'bun:test'
import { innOfPerson, passportOfPerson, snilsOfPerson } from '#api/db/seed/identifiers.ts'
import { maskRecords } from '#api/features/search/service.ts'
import { FIELD_KINDS } from '#shared/identity/records/types.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

const PEOPLE = 60
const random = seededRandom(7527)

test('a column that is given another kind stays hidden, by its header and by its values', () => {
  const grouped = (digits: string) => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
  for (const kind of FIELD_KINDS)
    for (let n = 0; n < PEOPLE; n += 1) {
      const person = { snils: snilsOfPerson(n, 2), inn: innOfPerson(n, 3), passport: passportOfPerson(n, 1) }
      const columns = {
        СНИЛС: person.snils,
        ИНН: person.inn,
        Паспорт: person.passport,
        'Колонка 1': random(2) === 0 ? person.snils : grouped(person.snils),
        'Колонка 2': person.inn,
        // Ten digits that begin with a nine may be a phone of a column with no other sign.
        'Колонка 3': `40${person.passport.slice(2)}`
      }
      const fieldKinds = Object.fromEntries(Object.keys(columns).map(label => [label, kind]))
      const sources = new Map([['given', { fieldKinds }]]) as unknown as Parameters<typeof maskRecords>[1]
      for (const [label, value] of Object.entries(columns)) {
        const [masked] = maskRecords([{ source: 'given', fields: { [label]: value } }], sources)
        const shown = String(masked?.fields[label])
        expect({ kind, label, value, shown, digits: shown.match(/\d/g)?.length }).toMatchObject({ digits: 3 })
      }
    }
})

test('what is plainly a phone, a date or an address is shown in a column of its kind', () => {
  const columns = {
    Телефон: ['phone', '4951234567', '8 (495) 123-45-67', '+7 973 204-17-40; +1 212 555 0199'],
    Связь: ['phone', '+7 976 123-45-00'],
    'Дата записи': ['record_date', '2024-01-10 12:30:45', '10.01.2024', '2024-01-10T12:30:45.123Z'],
    'E-mail': ['email', 'i1234567890@example.com']
  }
  for (const [label, [kind, ...values]] of Object.entries(columns)) {
    const sources = new Map([['given', { fieldKinds: { [label]: kind } }]]) as unknown
    for (const value of values) {
      const records = [{ source: 'given', fields: { [label]: value } }]
      expect(maskRecords(records, sources as Parameters<typeof maskRecords>[1])).toEqual(records)
    }
  }
})
