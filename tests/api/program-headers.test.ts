import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { kindOfColumn } from '#api/features/imports/columns/office-headers.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

/** What columns of address books hold where no value tells it, so that an empty column of a first file is known too. */
const HEADERS: Partial<Record<FieldKind | 'nothing', readonly string[]>> = {
  phone: [
    'Телефон переносной',
    'Телефон раб. 2',
    'Телефон дом. 2',
    'Телефон в машине',
    'Обратный вызов',
    'Business Phone 2',
    'Car Phone',
    'Primary Phone',
    "Assistant's Phone",
    'Phone 1 - Value',
    'Phone 12 - Value',
    'phones.value'
  ],
  email: ['Адрес эл. почты', 'Адрес 2 эл. почты', 'E-mail 3 Address', 'E-mail 1 - Value'],
  middle_name: ['Additional Name'],
  address: ['Address 1 - Formatted'],
  organization: ['Organization 1 - Name', 'Organization Name'],
  organization_phone: ['Основной телефон организации', 'Company Main Phone'],
  passport: ['Серия и номер паспорта или документа, заменяющего паспорт гражданина'],
  birth_date: ['Год рождения (в возрасте 18 лет – дополнительно день и месяц рождения)'],
  nothing: [
    'Тип эл. почты',
    'E-mail 1 - Label',
    'Phone 2 - Type',
    'Organization 1 - Title',
    'Relation 1 - Value',
    'Event 1 - Value',
    'Номер или дата',
    'Подпись избирателя'
  ]
}

test.each(Object.entries(HEADERS))('columns of %s of address books and voter lists', (kind, labels) => {
  const kinds = labels.map(label => `${label}: ${kindOfColumn(label) ?? 'nothing'}`)
  expect(kinds).toEqual(labels.map(label => `${label}: ${kind}`))
})

async function columnsOf(...lines: string[]): Promise<Record<string, string>> {
  const idOptions = { sourceKey: '', remembered: null, hasRecords: false, requested: undefined }
  const table = await openTable(desk.write('book.csv', lines.join('\n')), {})
  const { columns } = await previewOf(table, { map: NO_MAP, idOptions, existing: [], fields: null })
  return Object.fromEntries(columns.map(({ label, kind, party }) => [label, `${kind} ${party}`]))
}

test('whom an address book names beside somebody is another, and initials are no second name', async () => {
  const rows = ['Лев', 'Фома', 'Зоя', 'Яна', 'Глеб', 'Пётр', 'Анна', 'Илья'].map(
    (name, at) =>
      `${name};Книжник;${name[0]}.К.;Петров ${name} Ильич;8 973 204-19-0${at};8 973 204-19-1${at};Книжник, ${name}`
  )
  const header = 'Имя;Фамилия;Инициалы;Имя помощника;Телефон помощника;Телефон переносной;File As'
  expect(await columnsOf(header, ...rows)).toEqual({
    Имя: 'first_name self',
    Фамилия: 'last_name self',
    Инициалы: 'other self',
    'Имя помощника': 'full_name assistant',
    'Телефон помощника': 'phone assistant',
    'Телефон переносной': 'phone self',
    'File As': 'full_name self'
  })
  expect(await columnsOf('Фамилия;Инициалы', 'Книжник;Л.И.')).toMatchObject({ Инициалы: 'first_name self' })
})

test('people of a voter list are found by the document in its long column', async () => {
  const list = [
    'СПИСОК ИЗБИРАТЕЛЕЙ;;;;',
    '№ п/п;Фамилия, имя, отчество;Год рождения (в возрасте 18 лет – дополнительно день и месяц рождения);Адрес места ' +
      'жительства;Серия и номер паспорта или документа, заменяющего паспорт гражданина',
    '1;2;3;4;5',
    'ул. Садовая, д. 1;;;;',
    '1;Выборов Лев Ильич;1981;кв. 1;0005 204191',
    '2;Выборова Зоя Ильинична;1982;кв. 2;0005 204192',
    'Итого избирателей: 2;;;;'
  ].join('\n')
  const done = await desk.load('voters', desk.write('voters.csv', list), { passport: KIT_PASSPORT })
  expect([done.stored, done.rejected]).toEqual([2, 2])
  expect(done.firstReason).toBe('подзаголовок, а не запись: слова стоят в колонке номера')
  expect(await desk.holders('passport:0005204192')).toHaveLength(1)
})
