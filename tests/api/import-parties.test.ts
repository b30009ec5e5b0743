import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ColumnMap, NO_MAP, readColumnMap } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { describePreview } from '#api/features/imports/preview-text.ts'
import { addColumns, changeColumns, findSource } from '#api/features/sources/service.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const LOANS = [
  'Номер записи;ФИО заёмщика;Дата рождения;Телефон;ФИО супруги;Телефон супруги;Дата рождения супруги;Контакт',
  ...Array.from(
    { length: 6 },
    (_, at) =>
      `s${at};Кленодубов Илья Андреевич;0${1 + at}.01.1970;+7 973 623-00-0${at};Кленодубова Агния Петровна;` +
      `+7 973 623-01-0${at};0${1 + at}.06.1975;+7 973 623-02-0${at}`
  )
].join('\n')

const NEW = { sourceKey: 'loans', remembered: null, hasRecords: false, requested: undefined }
const seen = async (map: ColumnMap = NO_MAP) =>
  await previewOf(await openTable(desk.write('loans.csv', LOANS), {}), {
    map,
    idOptions: NEW,
    existing: [],
    fields: null
  })

test('a preview says whose each column is, and warns of several people in a row', async () => {
  const preview = await seen()
  expect(preview.columns.map(({ label, party }) => [label, party])).toEqual([
    ['Номер записи', null],
    ['ФИО заёмщика', 'self'],
    ['Дата рождения', 'self'],
    ['Телефон', 'self'],
    ['ФИО супруги', 'spouse'],
    ['Телефон супруги', 'spouse'],
    ['Дата рождения супруги', 'spouse'],
    ['Контакт', 'self']
  ])
  const [warning] = preview.warnings.filter(({ code }) => code === 'several_people')
  expect(warning?.text).toStartWith(
    'Имён в строке несколько: «ФИО заёмщика» — сам человек, «ФИО супруги» — супруг(а).'
  )
  expect(describePreview(preview)).toMatch(/Телефон супруги → .*, чья: супруг\(а\) \(spouse\);/)
})

test('a file of one person warns of nobody else', async () => {
  const file = desk.write(
    'parts.csv',
    'Фамилия;Имя;Отчество;Телефон\nКленодубов;Илья;Андреевич;+7 973 623-00-00'
  )
  const { columns, warnings } = await previewOf(await openTable(file, {}), {
    map: NO_MAP,
    idOptions: NEW,
    existing: [],
    fields: null
  })
  expect(new Set(columns.map(({ party }) => party))).toEqual(new Set(['self']))
  expect(warnings.map(({ code }) => code)).not.toContain('several_people')
})

test('a file with two birth dates of one person warns of them, and not of a date for each', async () => {
  const codesOf = async (header: string): Promise<string[]> => {
    const row = 'Кленодубов Илья Андреевич;01.01.1970;Кленодубова Агния Петровна;01.06.1975'
    const file = desk.write('dates.csv', [header, row].join('\n'))
    const idOptions = { ...NEW, sourceKey: 'dates' }
    const { warnings } = await previewOf(await openTable(file, {}), {
      map: NO_MAP,
      idOptions,
      existing: [],
      fields: null
    })
    return warnings.map(({ code }) => code)
  }
  expect(await codesOf('ФИО;Дата рождения;ФИО супруги;Дата рождения 2')).not.toContain('several_birth_dates')
  expect(await codesOf('ФИО;Дата рождения;Адрес;Дата рождения 2')).toContain('several_birth_dates')
})

test('a map says whose a column is, and the source keeps it', async () => {
  const map = readColumnMap('{"parties": {"Контакт": "spouse"}}')
  expect((await seen(map)).columns.at(-1)?.party).toBe('spouse')
  const file = desk.write('loans.csv', LOANS)
  await desk.load('loans', file, { passport: KIT_PASSPORT, map })
  const { owner } = desk.database
  const source = await findSource(owner, 'loans')
  expect(source?.columns.at(-1)).toEqual({ label: 'Контакт', kind: 'phone', party: 'spouse' })
  expect(source?.columns.filter(({ party }) => party !== undefined)).toHaveLength(1)

  // Neither another load nor another kind forgets it, and it does not change under the records.
  await desk.load('loans', file, { map: { parties: { Контакт: 'spouse', Телефон: 'self' } } })
  await owner.begin(tx => addColumns(tx, source?.id ?? 0, [{ label: 'Контакт', kind: 'phone' }]))
  const changed = await owner.begin(tx =>
    changeColumns(tx, 'loans', { columns: { Контакт: 'other' }, parties: {} })
  )
  expect(changed.at(-1)).toEqual({ label: 'Контакт', kind: 'other', party: 'spouse' })
  const other = desk.load('loans', file, { map: { parties: { Телефон: 'mother' } } })
  await expect(other).rejects.toThrow(/«Телефон» уже хранится в источнике: сам человек/)
})

test.each([
  ['{"parties": []}', /parties — объект/],
  ['{"parties": {"Телефон": "spuose"}}', /колонка «Телефон».*«spuose».*spouse/],
  ['{"parties": {"Телефон": 1}}', /колонка «Телефон»/]
])('%s is refused with what to write', (text, message) => {
  expect(() => readColumnMap(text)).toThrow(message)
})
