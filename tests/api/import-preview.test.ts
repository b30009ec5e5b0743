import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { describeDoubtful } from '#api/features/imports/columns/doubtful-values.ts'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { describePreview } from '#api/features/imports/preview-text.ts'
import { remarksOf } from '#api/features/imports/service.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'
import { rowOf, workbookOf } from '#tests/kit/workbook.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const NEW = { sourceKey: 'new', remembered: null, hasRecords: false, requested: undefined }
const seen = async (file: string, idOptions = NEW) =>
  await previewOf(await openTable(file, {}), { map: NO_MAP, idOptions, existing: [], fields: null })

const FAULTY = [
  'ФИО;ИНН;Телефон;Почта;Дата рождения',
  'Тестов Иван;001204175339;+7 973 100-00-01;ivan@example.com;05.01.1970',
  'Тестов Лев;001204175330;нет;lev@example;31.02.1970',
  'Тестов Фома;0012041756;8 973 100-00-03;foma.example.com;-',
  '12345;123;звонить маме;f@example.com;06.01.1970'
].join('\n')

test('counts as valid only what a search finds as what its column holds', async () => {
  const { columns } = await seen(desk.write('faulty.csv', FAULTY))
  const figures = columns.map(({ label, filled, valid, doubtful }) => [label, filled, valid, doubtful])
  expect(figures).toEqual([
    ['ФИО', 4, 3, 1],
    ['ИНН', 4, 2, 2],
    ['Телефон', 4, 2, 2],
    ['Почта', 4, 2, 2],
    ['Дата рождения', 4, 2, 2]
  ])
  expect(columns[1]?.doubtful_examples).toEqual([
    { line: 3, value: '001204175330', reason: 'не сходится контрольное число' },
    { line: 5, value: '123', reason: 'не похоже на этот вид данных' }
  ])
  expect(columns[2]?.doubtful_examples.map(({ value, reason }) => [value, reason])).toEqual([
    ['нет', 'ничего не сообщает'],
    ['звонить маме', 'не похоже на этот вид данных']
  ])
})

test('the end of an import counts the same of each column, but for what says nothing', async () => {
  const file = desk.write('counted.csv', FAULTY)
  const { columns } = await seen(file)
  const loaded = await desk.load('counted', file, { passport: KIT_PASSPORT })
  const columnText = (label: string) =>
    loaded.doubtful.filter(each => each.label === label).reduce((sum, { count }) => sum + count, 0)
  const empty = { Телефон: 1, 'Дата рождения': 1 }
  for (const { label, doubtful } of columns.slice(1))
    expect([label, columnText(label) + (empty[label as keyof typeof empty] ?? 0)]).toEqual([label, doubtful])
  expect(remarksOf(loaded)).toContain(
    'Колонка «ИНН»: 1 значение с неверным контрольным числом (строка 3); сохранено и находится как есть, людей не соединяет'
  )
})

test('the shell says the same', async () => {
  const text = describePreview(await seen(desk.write('told.csv', FAULTY)))
  expect(text).toContain('заполнено 4, верных 2, проверьте 2, разных 4')
  expect(text).toContain('001204175330 (строка 3, не сходится контрольное число)')
})

const WHOLE = [
  'id;ФИО;Телефон',
  '1;Тестов Иван;+7 973 100-00-01',
  ';Тестов без ключа;+7 973 100-00-02',
  ';;',
  '4;лишняя;ячейка;здесь',
  `5;${'д'.repeat(10_001)};1`,
  'Итого;;',
  '7;Тестов Лев;+7 973 100-00-07'
].join('\n')

test('rows that would be rejected whole are told before with the reasons of their list', async () => {
  const file = desk.write('whole.csv', WHOLE)
  const preview = await seen(file, { ...NEW, requested: 'id' } as never)
  expect([preview.rows, preview.rejected, preview.is_whole]).toEqual([7, 5, true])
  const loaded = await desk.load('whole', file, { passport: KIT_PASSPORT, id: 'id' })
  expect([loaded.stored, loaded.rejected]).toEqual([2, 5])
  const listed = readFileSync(`${file}.rejects.csv`, 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map(line => /^(\d+);"((?:[^"]|"")*)"/.exec(line)?.slice(1, 3) ?? [])
  expect(preview.rejects.map(({ line, reason }) => [String(line), reason])).toEqual(listed)
  expect(preview.rejects[0]?.reason).toBe('нет ключа записи в колонке «id»')
})

test('a column that mostly says nothing is no wrong one', async () => {
  const rows = ['ФИО,Телефон', 'Тестов Иван,+7 973 100-00-01', ...Array(9).fill('Тестов Лев,нет')]
  const { columns, warnings } = await seen(desk.write('mostly.csv', rows.join('\n')))
  expect(columns[1]).toMatchObject({ kind: 'phone', filled: 10, valid: 1, doubtful: 9 })
  expect(warnings.map(({ code }) => code)).toEqual([])
})

test('columns without a header are told by their values alone', async () => {
  const rows = [1, 2, 3, 4].map(
    at => `Тестов ${['Иван', 'Лев', 'Фома', 'Пётр'][at - 1]},+7 973 100-00-0${at},0${at}.01.1970`
  )
  const { columns, header_line } = await seen(desk.write('headless.csv', rows.join('\n')))
  expect(header_line).toBeNull()
  expect(columns.map(({ label, evidence }) => [label, evidence])).toEqual([
    ['ФИО', 'values'],
    ['Телефон', 'values'],
    ['Дата рождения', 'values']
  ])
})

test.each([
  [1, '1 значение не похоже на этот вид данных', 'сохранено как есть и находится как текст'],
  [2, '2 значения не похожи на этот вид данных', 'сохранены как есть и находятся как текст'],
  [5, '5 значений не похожи на этот вид данных', 'сохранены как есть и находятся как текст'],
  [21, '21 значение не похоже на этот вид данных', 'сохранено как есть и находится как текст']
])('what is said of %i doubtful values agrees with their number', (count, what, clause) => {
  const lines = [3]
  const text = describeDoubtful({ label: 'ИНН', kind: 'inn', fault: 'unlike', count, lines })
  const more = count > 1 ? ' и далее' : ''
  expect(text).toBe(`Колонка «ИНН»: ${what} (строка 3${more}); ${clause}`)
})

test('a column unlike its kind is said to be so in words', async () => {
  const textOf = async (name: string, values: string[]) => {
    const rows = ['ФИО,ИНН', ...values.map(value => `Тестов Иван,${value}`)]
    const { warnings } = await seen(desk.write(name, rows.join('\n')))
    return warnings.find(({ code }) => code === 'few_valid')?.text
  }
  expect(await textOf('none.csv', ['123', '124', '125'])).toBe(
    'Колонка «ИНН»: ни одно значение не похоже на «ИНН» (3), они сохранятся как есть. Проверьте вид колонки.'
  )
  expect(await textOf('few.csv', ['001204175339', '124', '125'])).toBe(
    'Колонка «ИНН»: на «ИНН» похоже 1 из 3 значений, остальные сохранятся как есть. Проверьте вид колонки.'
  )
})

test('the end of an import tells of cells that are merged over several rows', async () => {
  const rows = [rowOf('ФИО', 'Адрес'), rowOf('Тестов Иван', 'г. Примерск'), rowOf('Тестова Анна', '')].join(
    ''
  )
  const merged = '</sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells><sheetData>'
  const file = desk.write('merged.xlsx', workbookOf(rows + merged))
  const loaded = await desk.load('merged', file, { passport: KIT_PASSPORT })
  expect(loaded.stored).toBe(2)
  expect(remarksOf(loaded)).toContainEqual(expect.stringContaining('на несколько строк: 1 (B2:B3)'))
})

const HOMES = [
  'ФИО;г.;ул.;д.;кв.;Город проживания;Улица проживания;Дом проживания;Должность;Гражданство;СНИЛС',
  ...Array.from(
    { length: 4 },
    (_, at) =>
      `Тестов Лев;Примерск;Образцовая;${7 + at};41;Условск;Мира;5;врач;РФ;${at === 0 ? '6124010191' : '061-240-101 91'}`
  )
].join('\n')

test('reads columns of addresses, says which are one, and which numbers lost their zeros', async () => {
  const file = desk.write('homes.csv', HOMES)
  const { columns, warnings } = await seen(file)
  expect(columns.map(({ kind }) => kind)).toEqual([
    'full_name',
    'city',
    'street',
    'house',
    'flat',
    'city',
    'street',
    'house',
    'position',
    'citizenship',
    'snils'
  ])
  const textOf = (code: string) => warnings.find(warning => warning.code === code)?.text
  expect(textOf('several_addresses')).toStartWith(
    'Адресов из нескольких колонок: 2. Вместе прочитаны «г.», «ул.», «д.», «кв.»; «Город проживания», «Улица проживания», ' +
      '«Дом проживания».'
  )
  expect(textOf('lost_zeros')).toStartWith('В колонке «СНИЛС» значений без нулей в начале: 1.')
  await desk.load('homes', file, { passport: { ...KIT_PASSPORT, title: 'Дома' } })
  expect(await desk.holders('snils:06124010191')).toHaveLength(4)
  expect(await desk.holders('w:условск')).toHaveLength(4)
})

test('takes letters for parts of an address beside streets only', async () => {
  const { columns } = await seen(
    desk.write('letters.csv', 'ФИО;Д;М;Г\nТестов Лев;14;3;1981\nТестов Ян;15;4;1982')
  )
  expect(columns.map(({ kind }) => kind)).toEqual(['full_name', 'other', 'other', 'other'])
})
