import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ColumnMap, NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { reportOf } from '#api/features/imports/report.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const idsOf = async (key: string): Promise<string[]> => {
  const rows: { rid: string }[] = await desk.database.owner`SELECT rid FROM rec JOIN source ON source.id = src
    WHERE key = ${key} ORDER BY rid`
  return rows.map(({ rid }) => rid)
}
const passport = KIT_PASSPORT

test('reads a later file by the id column of the first one', async () => {
  const first = desk.write('first.csv', 'Код,ФИО\n1,Тестов Иван\n2,Тестов Лев\n')
  const later = desk.write('later.csv', 'Код,ФИО\n1,Тестов Иван Петрович\n3,Тестов Фома\n')
  await desk.load('remembered', first, { passport, id: 'Код' })
  const loaded = await desk.load('remembered', later)
  expect([loaded.added, loaded.changed]).toEqual([1, 1])
  expect(await idsOf('remembered')).toEqual(['1', '2', '3'])
  expect(reportOf(loaded)).toContain('Ключ записи: колонка «Код», как в прежних загрузках источника')

  const without = desk.write('without.csv', 'ФИО\nТестов Иван\n')
  await expect(desk.load('remembered', without)).rejects.toThrow(
    'различаются по колонке «Код», а в файле её нет'
  )
  await expect(desk.load('remembered', later, { id: 'ФИО' })).rejects.toThrow(
    /по колонке «Код», а не «ФИО».*Не выбирайте другую колонку или/
  )
  expect(await idsOf('remembered')).toEqual(['1', '2', '3'])
})

test('does not take up an id where records are told apart by their content', async () => {
  const file = desk.write('content.csv', 'Код,ФИО\n1,Тестов Иван\n2,Тестов Лев\n')
  const loaded = await desk.load('content', file, { passport })
  expect(reportOf(loaded)).toContain('Записи различаются по содержимому')
  await expect(desk.load('content', file, { id: 'Код' })).rejects.toThrow(
    /загружены без ключа записи.*Не выбирайте её, или уберите из источника всё загруженное/
  )
  const numbered = desk.write('numbered.csv', 'id,Код,ФИО\n7,1,Тестов Иван\n')
  expect((await desk.load('content', numbered)).idColumn.id).toBeUndefined()
})

test.each(['Номер записи', 'ID', '№ записи', 'id', 'record_id'])(
  'takes «%s» with different filled values as the id',
  async label => {
    const key = `guess${['Номер записи', 'ID', '№ записи', 'id', 'record_id'].indexOf(label)}`
    const file = desk.write(`${key}.csv`, `ФИО,${label}\nТестов Иван,71\nТестов Лев,72\n`)
    const idOptions = { sourceKey: key, remembered: null, hasRecords: false, requested: undefined }
    const shown = await previewOf(await openTable(file, {}), {
      map: NO_MAP,
      idOptions,
      existing: [],
      fields: null
    })
    expect(shown.id_column).toContain(
      `Ключ записи: колонка «${label}», её значения заполнены и не повторяются`
    )
    expect((await desk.load(key, file, { passport })).idColumn).toEqual({ id: label, chosen: 'guessed' })
    expect(await idsOf(key)).toEqual(['71', '72'])
    const again = desk.write(`${key}-2.csv`, `ФИО,${label}\nТестов Иван Ильич,71\n`)
    expect((await desk.load(key, again)).changed).toBe(1)
  }
)

const previewIn = async (name: string, content: string, map = NO_MAP) => {
  const idOptions = { sourceKey: name, remembered: null, hasRecords: false, requested: undefined }
  const table = await openTable(desk.write(`${name}.csv`, content), {})
  return previewOf(table, { map, idOptions, existing: [], fields: null })
}
const keyIn = ({ columns }: Awaited<ReturnType<typeof previewIn>>) =>
  columns.filter(({ is_id }) => is_id).map(({ label }) => label)

test.each([
  '№ клиента',
  'Номер пациента',
  'Код абонента',
  'ИД',
  'Идентификатор',
  'guid',
  'Код записи',
  'ID клиента'
])('takes a column that is understood as the record’s number: «%s»', async label => {
  const shown = await previewIn('understood', `${label},ФИО\n71,Тестов Иван\n72,Тестов Лев\n`)
  expect(shown.columns[0]?.kind).toBe('record_number')
  expect(keyIn(shown)).toEqual([label])
})

test('so that a corrected file changes records and makes none anew', async () => {
  const first = desk.write('clients.csv', '№ клиента,ФИО\n71,Тестов Иван\n72,Тестов Лев\n')
  await desk.load('clients', first, { passport })
  const corrected = desk.write('corrected.csv', '№ клиента,ФИО\n71,Тестов Иван Ильич\n72,Тестов Лев\n')
  const loaded = await desk.load('clients', corrected)
  expect([loaded.added, loaded.changed]).toEqual([0, 1])
})

test('takes neither the place of a row in its file nor what the operator says is something else', async () => {
  const people = ['Иван', 'Лев', 'Фома', 'Пётр', 'Олег', 'Яков'].map(
    (name, at) => `+7973204174${at},Тестов ${name}`
  )
  const phones = await previewIn('phones', ['Номер клиента,ФИО', ...people].join('\n'))
  expect([phones.columns[0]?.kind, keyIn(phones)]).toEqual(['phone', []])
  for (const label of ['№', '№ п/п', 'Порядковый номер', 'п.п.', 'Номер строки', 'row number', '№ супруги'])
    expect([label, keyIn(await previewIn('rows', `${label},ФИО\n1,Тестов Иван\n2,Тестов Лев\n`))]).toEqual([
      label,
      []
    ])
  const text = '№ клиента,Код,ФИО\n71,а1,Тестов Иван\n72,а2,Тестов Лев\n'
  const as = (columns: ColumnMap['columns']) => previewIn('said', text, { ...NO_MAP, columns })
  expect(keyIn(await as({ '№ клиента': 'other' }))).toEqual([])
  expect(keyIn(await as({ '№ клиента': 'other', Код: 'record_number' }))).toEqual(['Код'])
  expect(keyIn(await previewIn('left', text, { ...NO_MAP, drop: ['№ клиента'] }))).toEqual([])
})

test('of several takes the first whose values all differ, and one called the record’s before all', async () => {
  const rows = (...lines: string[]) => ['№ клиента,ИД,record_id,ФИО', ...lines].join('\n')
  const last = await previewIn('several', rows('7,а,x1,Тестов Иван', '7,б,x2,Тестов Лев'))
  expect(keyIn(last)).toEqual(['record_id'])
  const next = await previewIn('several2', rows('7,а,x,Тестов Иван', '7,б,x,Тестов Лев'))
  expect(keyIn(next)).toEqual(['ИД'])
})

test.each([
  ['equal', 'id,ФИО\n1,Тестов Иван\n1,Тестов Лев\n'],
  ['empty', 'id,ФИО\n1,Тестов Иван\n,Тестов Лев\n']
])('takes no column with %s values, so that no record is lost', async (kind, content) => {
  const loaded = await desk.load(`unfit-${kind}`, desk.write(`${kind}.csv`, content), { passport })
  expect([loaded.added, loaded.idColumn.id]).toEqual([2, undefined])
  expect(reportOf(loaded)).toContain('Колонка «id» не годится в ключи записей')
})

test('looks through the whole file before it takes a column', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => `${at === 29_999 ? 5 : at},Тестов Иван ${at}`)
  const file = desk.write('long.csv', `id,ФИО\n${rows.join('\n')}\n`)
  const loaded = await desk.load('long', file, { passport })
  expect([loaded.added, loaded.idColumn]).toEqual([30_000, { id: undefined, chosen: 'none', unfit: 'id' }])
})

test('decides anew when everything was undone, and for lines of JSON', async () => {
  const lines = desk.write(
    'lines.ndjson',
    '{"record_id":"a1","ФИО":"Тестов Иван"}\n{"record_id":"a2","ФИО":"Тестов Лев"}\n'
  )
  await desk.load('lines', lines, { passport })
  expect(await idsOf('lines')).toEqual(['a1', 'a2'])
  await desk.database.owner`DELETE FROM rec WHERE src = (SELECT id FROM source WHERE key = 'lines')`
  await desk.database.owner`UPDATE source SET records = 0 WHERE key = 'lines'`
  await desk.load('lines', desk.write('other.csv', 'Код,ФИО\nб7,Тестов Иван\n'), { id: 'Код' })
  expect(await idsOf('lines')).toEqual(['б7'])
})

test('names values that are not of their column, and stores them as they are', async () => {
  const file = desk.write(
    'doubtful.csv',
    'Код;ФИО;Дата рождения;ИНН;Телефон\n' +
      '1;Тестов Иван;31.02.1975;123;89730000401\n' +
      '2;Тестов Лев;нет данных;;-\n' +
      '3;Тестов Фома;14.03.1981;0012041756;0000000000\n' +
      '4;Тестов Пётр;вчера;;звонить маме\n' +
      '5;Тестов Пётр (работа) ❤;;;\n' +
      '6;❤;;;\n'
  )
  const loaded = await desk.load('doubtful', file, { passport, id: 'Код' })
  expect(loaded.stored).toBe(6)
  expect(loaded.doubtful).toEqual([
    { label: 'ФИО', kind: 'full_name', fault: 'unlike', count: 1, lines: [7] },
    { label: 'Дата рождения', kind: 'birth_date', fault: 'unlike', count: 2, lines: [2, 5] },
    { label: 'ИНН', kind: 'inn', fault: 'unlike', count: 1, lines: [2] },
    { label: 'Телефон', kind: 'phone', fault: 'unlike', count: 1, lines: [5] }
  ])
  const report = reportOf(loaded)
  expect(report).toContain(
    'Колонка «Дата рождения»: 2 значения не похожи на этот вид данных (строки 2, 5); сохранены как есть'
  )
  expect(report).toContain('Колонка «ИНН»: 1 значение не похоже на этот вид данных (строка 2)')
  const [row] = await desk.database.owner`SELECT doc FROM rec JOIN source ON source.id = src
    WHERE key = 'doubtful' AND rid = '1'`
  expect(JSON.parse(row.doc).slice(2, 4)).toEqual(['31.02.1975', '123'])
})
