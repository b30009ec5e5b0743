import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { describePreview } from '#api/features/imports/preview-text.ts'
import { findSource } from '#api/features/sources/service.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const kindOf = async (source: string, label: string): Promise<FieldKind | undefined> =>
  (await findSource(desk.database.app, source))?.columns.find(column => column.label === label)?.kind

const NAME = 'ФИО,'
const PERSON = 'Тестов Иван,'

test.each<[what: string, kind: FieldKind, header: string, ...rows: string[]]>([
  ['a day by its header', 'record_date', 'Дата обновления', '03.08.2024', '04.08.2024'],
  ['a month and a year', 'record_date', 'Подключён', '11.2014', '2015'],
  ['an ISO moment', 'record_date', 'updated_at', '2024-08-03T10:11:12Z', '2024-08-03 10:11:12'],
  ['a column with a gap', 'record_date', 'Дата записи', '', '03.08.2024'],
  ['a header without values', 'record_date', 'Дата записи', '', ''],
  ['values that are no dates', 'other', 'Дата записи', 'вчера', 'в понедельник'],
  ['days on which people were born', 'other', 'Дата регистрации', '03.08.1964', '12.11.1971'],
  ['days to come', 'other', 'Дата поездки', '03.08.2091', '04.08.2091'],
  ['«Дата» with a time of day', 'record_date', 'Дата', '03.08.2024 10:11', '04.08.2024 23:59'],
  ['«Дата» alone, which may be of birth', 'date', 'Дата', '03.08.2004', '04.08.2012'],
  ['the day of a document', 'date', 'Дата выдачи паспорта', '03.08.2004', '04.08.2012'],
  ['a date of birth', 'birth_date', 'Дата рождения', '03.08.2004', '04.08.2012']
])('takes %s for %s', async (what, kind, header, ...rows) => {
  const key = `dates_${Bun.hash.crc32(what)}`
  const file = desk.write(`${key}.csv`, [NAME + header, ...rows.map(cell => PERSON + cell)].join('\n'))
  await desk.load(key, file, { passport: KIT_PASSPORT })
  expect(await kindOf(key, header)).toBe(kind)
})

test('takes «Дата» beside a date of birth for the date of the record, in NDJSON too', async () => {
  const row = { ФИО: 'Тестов Иван', 'Дата рождения': '03.08.1964', Дата: '04.08.2012' }
  const file = desk.write('beside.ndjson', `${JSON.stringify(row)}\n`)
  await desk.load('beside', file, { passport: KIT_PASSPORT })
  expect(await kindOf('beside', 'Дата')).toBe('record_date')
})

test('shows the guess before anything is stored', async () => {
  const file = desk.write('shown.csv', `${NAME}Доставлено\n${PERSON}19.12.2025\n`)
  const idOptions = { sourceKey: 'shown', remembered: null, hasRecords: false, requested: undefined }
  const rules = { map: { columns: {}, drop: [] }, idOptions, existing: [], fields: null }
  const shown = await previewOf(await openTable(file, {}), rules)
  expect(describePreview(shown)).toContain('Доставлено → Дата записи (record_date)')
})

test('lets a map decide, also for a column that is stored as another date', async () => {
  const file = desk.write('mapped.csv', `${NAME}Срез,Дата\n${PERSON}03.08.2024,04.08.2012\n`)
  await desk.load('mapped', file, { passport: KIT_PASSPORT, map: { columns: { Срез: 'record_date' } } })
  expect([await kindOf('mapped', 'Срез'), await kindOf('mapped', 'Дата')]).toEqual(['record_date', 'date'])
  const again = desk.write('mapped-2.csv', `${NAME}Срез,Дата\n${PERSON}05.08.2024,06.08.2012\n`)
  await desk.load('mapped', again, { map: { columns: { Срез: 'date', Дата: 'record_date' } } })
  expect([await kindOf('mapped', 'Срез'), await kindOf('mapped', 'Дата')]).toEqual(['date', 'record_date'])
  await expect(desk.load('mapped', again, { map: { columns: { Дата: 'phone' } } })).rejects.toThrow(
    'уже хранится'
  )
})
