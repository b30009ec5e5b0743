import { expect, test } from 'bun:test'
import { kindOfColumn } from '#api/features/imports/columns/office-headers.ts'
import { kindOfValues } from '#api/features/imports/columns/value-kinds.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'

const CASES: [string, FieldKind][] = [
  ['Телефон', 'phone'],
  ['ФИО латиницей', 'full_name'],
  ['Фамилия (лат.)', 'last_name'],
  ['Имя на латинице', 'first_name'],
  ['name.last', 'last_name'],
  ['name.first', 'first_name'],
  ['контакты.тел', 'phone'],
  ['contacts.email', 'email'],
  ['client_last_name', 'last_name'],
  ['паспорт.серия', 'passport_series'],
  ['Документ.ИНН', 'inn'],
  ['birth.date', 'birth_date'],
  ['работодатель.инн', 'organization_inn'],
  ['company.phone', 'organization_phone'],
  ['Дата рожд-я сотр.', 'birth_date'],
  ['Ф.И.О. работника (полностью)', 'full_name'],
  ['Тел./факс', 'phone'],
  ['Серия, № паспорта', 'passport'],
  ['Место рождения', 'birth_place'],
  ['город.name', 'city']
]

test.each(CASES)('reads «%s» as %s', (label, kind) => {
  expect(kindOfColumn(label)).toBe(kind)
})

test('knows several e-mails in a cell by themselves', () => {
  const pairs = ['а', 'б', 'в', 'г', 'д'].map((_, at) => `first${at}@example.com, second${at}@example.org`)
  expect(kindOfValues(pairs)).toEqual({ kind: 'email', share: 1 })
  expect(kindOfValues(pairs.map(pair => `${pair}, нет`))).toBeNull()
})

test.each(['Имя файла', 'Дата и место рождения', 'file.id', 'для связи', '', 'Паспорт выдан'])(
  'knows nothing of «%s»',
  label => {
    expect(kindOfColumn(label)).toBeNull()
  }
)

test('takes time in proportion to a long header', () => {
  for (const unit of ['дата ', 'а.', 'имя_', ' - ']) expect(kindOfColumn(unit.repeat(100_000))).toBeDefined()
})
