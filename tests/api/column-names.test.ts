import { afterAll, beforeAll, expect, test } from 'bun:test'
import { emptyFields } from '#api/book/fields.ts'
import { NO_MAP, readColumnMap } from '#api/features/imports/columns/mapping.ts'
import { uniqueLabels } from '#api/features/imports/files/csv.ts'
import { namesByPlace, openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { shownFields } from '#shared/rules/column-name.ts'
import { startAdministered } from '#tests/kit/administered-app.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'
import type { Person } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import type { Uploader } from '#tests/kit/uploads.ts'

let desk: FileImports
let app: TestApp
let admin: Person
let files: Uploader
beforeAll(async () => {
  desk = await openFileImports()
  ;({ app, admin, files } = await startAdministered())
})
afterAll(async () => {
  await app.stop()
  await desk.database.close()
})

const passport = KIT_PASSPORT
const ROWS = 'Тестов Иван,89731000001\nТестов Лев,89731000002\nТестов Фома,89731000003\n'
const NAMED = `Кто,Связь\n${ROWS}`
/** What the columns are called by their values. */
const NAMES = { ФИО: 'Кто', Телефон: 'Связь' }
const isDone = ({ state }: { state: string }) => state === 'done'
const labelsOf = async (key: string) => {
  const [row] = await desk.database.owner`SELECT columns FROM source WHERE key = ${key}`
  return row.columns.map(({ label }: { label: string }) => label)
}

test('a file without a header joins the columns and records of its source under the names that it is given', async () => {
  await desk.load('joined', desk.write('named.csv', NAMED), { passport })
  const headless = desk.write('headless.csv', `${ROWS}Тестов Пётр,89731000004\n`)
  const loaded = await desk.load('joined', headless, { read: { names: NAMES } })
  expect([loaded.added, loaded.stored]).toEqual([1, 4])
  expect(await labelsOf('joined')).toEqual(['Кто', 'Связь'])
})

test('it is not asked whether its rows are new once each column is named as one of a source that has more', async () => {
  const more = NAMED.replace('Связь', 'Связь,Принят').replace(/^(Тестов.*)$/gm, '$1,01.02.2024')
  await desk.load('wider', desk.write('wider.csv', more), { passport })
  const headless = desk.write('narrow.csv', ROWS)
  await expect(desk.load('wider', headless)).rejects.toThrow(/в источнике нет колонок «ФИО», «Телефон»/)
  const half = desk.load('wider', headless, { read: { names: { ФИО: 'Кто' } } })
  await expect(half).rejects.toThrow(/в источнике нет колонки «Телефон»: каждая/)
  const warned: string[] = []
  const loaded = await desk.load('wider', headless, {
    read: { names: NAMES },
    warn: text => warned.push(text)
  })
  expect(loaded.added).toBe(3)
  expect(warned).toEqual([expect.stringContaining('в файле нет «Принят». Записи встанут рядом с прежними')])
})

test('so does one for a source with keys', async () => {
  await desk.load('keyed', desk.write('keyed.csv', NAMED), { passport, id: 'Связь' })
  const changed = desk.write('changed.csv', ROWS.replace('Тестов Иван', 'Тестов Иван Ильич'))
  await expect(desk.load('keyed', changed)).rejects.toThrow(
    /а в файле её нет.*назовите так одну из его колонок/s
  )
  const loaded = await desk.load('keyed', changed, { read: { names: NAMES } })
  expect([loaded.added, loaded.changed, loaded.stored]).toEqual([0, 1, 3])
})

test('the same rows in another order of columns are the same records', async () => {
  await desk.load('order', desk.write('order.csv', NAMED), { passport })
  const turned = ROWS.replace(/^(.*),(.*)$/gm, '$2,$1')
  expect((await desk.load('order', desk.write('turned.csv', `Связь,Кто\n${turned}`))).added).toBe(0)
  const headless = desk.write('turned-headless.csv', turned)
  expect((await desk.load('order', headless, { read: { names: NAMES } })).added).toBe(0)
  const lines = turned
    .trim()
    .split('\n')
    .map(line => JSON.stringify({ phone: line.split(',')[0], who: line.split(',')[1] }))
  const ndjson = desk.write('order.ndjson', lines.join('\n'))
  const read = { names: { phone: 'Связь', who: 'Кто' } }
  expect((await desk.load('order', ndjson, { read })).added).toBe(0)
})

test('fields of one name are one column with all their values', async () => {
  const line = '{"ФИО":"Тестов Иван","Телефон":"89731000001","моб":"89731000002"}'
  const head = '{"ФИО":"Тестов Лев","моб":"89731000003"}'
  const file = desk.write('two.ndjson', `${head}\n${'{"ФИО":"Тестов Фома"}\n'.repeat(40_000)}${line}\n`)
  await desk.load('two', file, { passport, read: { names: { моб: 'Телефон' } } })
  expect(await labelsOf('two')).toEqual(['ФИО', 'Телефон'])
  const [row] = await desk.database.owner`SELECT doc FROM rec JOIN source ON source.id = src
    WHERE key = 'two' AND doc LIKE '%Иван%'`
  expect(JSON.parse(row.doc)[1]).toBe('89731000001; 89731000002')
})

test('a name may be of a column that only the last line brings', async () => {
  const file = desk.write(
    'late.ndjson',
    `${'{"ФИО":"Тестов Фома"}\n'.repeat(40_000)}{"ФИО":"Тестов Иван","моб":"89731000001"}\n`
  )
  await desk.load('late', file, { passport, read: { names: { моб: 'Связь' } } })
  expect(await labelsOf('late')).toEqual(['ФИО', 'Связь'])
})

test.each([
  [{ ФОИ: 'Кто' }, /В файле нет колонки «ФОИ» \(может быть, «ФИО»\?\)/],
  [{ ФОИ: 'Телефон' }, /В файле нет колонки «ФОИ»/],
  [{ 'Тел. «моб»': 'Кто' }, /В файле нет колонки «Тел. „моб“»/],
  [{ ФИО: 'Телефон' }, /Двум колонкам файла дано одно название «Телефон»/],
  [{ ФИО: '  ' }, /от 1 до 120 символов/]
])('names that cannot be are refused with what is wrong: %j', async (names, text) => {
  await expect(desk.load('wrong', desk.write('h.csv', ROWS), { passport, read: { names } })).rejects.toThrow(
    text
  )
  const lines = desk.write('h.ndjson', '{"ФИО":"Тестов Иван","Телефон":"89731000001"}\n')
  const read = { names: names as Record<string, string> }
  await expect(desk.load('wrong', lines, { passport, read })).rejects.toThrow(text)
})

test('a shell gives names in a map, or one after the other', () => {
  expect(readColumnMap('{"names": {"Тел.": "Мобильный"}}').names).toEqual({ 'Тел.': 'Мобильный' })
  expect(() => readColumnMap('{"names": ["Тел."]}')).toThrow(
    'names — объект «колонка файла: название в источнике»'
  )
  expect(namesByPlace(['ФИО', 'Телефон', 'Колонка 3'], ['Кто', '', ' Город '])).toEqual({
    ФИО: 'Кто',
    'Колонка 3': 'Город'
  })
  expect(() => namesByPlace(['ФИО'], ['Кто', 'Связь'])).toThrow('Названий 2, а колонок в файле 1: «ФИО»')
})

const seen = async (file: string, key: string, hasRecords = true) => {
  const [row] = await desk.database.owner`SELECT columns, id_column FROM source WHERE key = ${key}`
  const idOptions = { sourceKey: key, remembered: row.id_column, hasRecords, requested: undefined }
  const existing = hasRecords ? row.columns : []
  return await previewOf(await openTable(file, {}), { map: NO_MAP, idOptions, existing, fields: null })
}

test('other names than the source has are warned of, in a preview and before an import', async () => {
  await desk.load('foreign', desk.write('foreign.csv', NAMED), { passport })
  const other = desk.write('other.csv', NAMED.replace('Связь', 'Мобильный'))
  const { warnings, source_columns } = await seen(other, 'foreign')
  expect(source_columns).toEqual(['Кто', 'Связь'])
  expect(warnings).toEqual([
    {
      code: 'foreign_columns',
      text:
        'Имена колонок отличаются от прежних: в источнике нет «Мобильный», в файле нет «Связь». Записи встанут рядом с ' +
        'прежними, а не вместо них. Если это те же данные, дайте колонкам прежние названия.'
    }
  ])
  const warned: string[] = []
  expect((await desk.load('foreign', other, { warn: text => warned.push(text) })).added).toBe(3)
  expect(warned).toEqual([expect.stringContaining('Имена колонок отличаются от прежних')])
  expect((await seen(other, 'foreign', false)).warnings).toEqual([])
})

test('of records with keys that is said which would lose a value, and nothing where none would', async () => {
  await desk.load('lose', desk.write('lose.csv', NAMED), { passport, id: 'Кто' })
  const more = desk.write('more.csv', 'Кто,Связь,Город\nТестов Иван,89731000001,Тестовск\n')
  expect((await seen(more, 'lose')).warnings).toEqual([])
  const other = desk.write('less.csv', NAMED.replace('Связь', 'Мобильный'))
  expect((await seen(other, 'lose')).warnings[0]?.text).toContain(
    'потеряют значения колонок, которых в файле нет'
  )
})

test('an administrator names the columns of a file without a header, and its rows are the same records', async () => {
  for (const [source, order] of [
    ['desk', {}],
    ['desk-keyed', { id: 'Связь' }]
  ] as const) {
    const first = await files.send(`${source}.csv`, NAMED)
    await files.start(first, { source, ...order })
    await files.until(first, isDone)
    const id = await files.send(`${source}-headless.csv`, ROWS)
    const { preview } = (await files.preview(id, { source })).body
    expect(preview.source_columns).toEqual(['Кто', 'Связь'])
    expect(preview.columns.map(({ found }: { found: string }) => found)).toEqual(['ФИО', 'Телефон'])
    const refused = await files.start(id, { source })
    const code = source === 'desk' ? 'IMPORT_AS_NEW' : 'IMPORT_REFUSED'
    expect([preview.warnings[0].code, refused.body.code]).toEqual([
      source === 'desk' ? 'headless_into_records' : 'no_key_column',
      code
    ])
    const named = (await files.preview(id, { source, names: NAMES })).body.preview
    expect(named.warnings.map((warning: { code: string }) => warning.code)).toEqual([])
    expect(named.columns.map(({ found, label }: Record<string, string>) => [found, label])).toEqual([
      ['ФИО', 'Кто'],
      ['Телефон', 'Связь']
    ])
    expect((await files.start(id, { source, names: NAMES })).status).toBe(200)
    expect((await files.until(id, isDone)).report).toMatchObject({ added: 0, changed: 0, same: 3 })
  }
})

test('columns called as keys of an answer, or as what objects have, lose no value and replace none', async () => {
  const own = {
    record_id: 'А-17',
    duplicates: 'два',
    duplicate_ids: 'нет',
    constructor: 'Стройка',
    toString: 'ряд'
  }
  const line = (record: object) => JSON.stringify(record).replace('{', '{"__proto__":"образец",')
  const person = { ФИО: 'Зеркалов Тест Прототипович', Телефон: '+79731000055', ...own }
  const id = await files.send('odd.ndjson', `${line(person)}\n${line({ ...person, record_id: 'А-18' })}\n`)
  const order = { source: 'odd', columns: { 'constructor (колонка)': 'organization' }, id: 'record_id' }
  const { preview } = (await files.preview(id, order)).body
  const kinds = preview.columns.map(({ label, kind }: { label: string; kind: string }) => [label, kind])
  expect(kinds).toContainEqual(['constructor (колонка)', 'organization'])
  await files.start(id, order)
  await files.until(id, isDone)
  invalidateSourceCache(app)
  const { body } = await admin.post('/api/search/perform', { query: '+7 973 100-00-55' })
  expect(body.results_by_source.odd).toEqual([
    {
      '__proto__ (колонка)': 'образец',
      ФИО: person.ФИО,
      Телефон: person.Телефон,
      'record_id (колонка)': 'А-17',
      'duplicates (колонка)': 'два',
      'duplicate_ids (колонка)': 'нет',
      'constructor (колонка)': 'Стройка',
      toString: 'ряд',
      record_id: 'odd:А-17',
      duplicates: 2,
      duplicate_ids: ['odd:А-18']
    }
  ])
})

test('a value that was stored under such a name before is shown beside the others', () => {
  const fields = emptyFields()
  for (const label of ['record_id', 'record_id (колонка)', 'ФИО', '__proto__']) fields[label] = label
  expect(Object.entries(shownFields(fields))).toEqual([
    ['record_id (колонка) (колонка)', 'record_id'],
    ['record_id (колонка)', 'record_id (колонка)'],
    ['ФИО', 'ФИО'],
    ['__proto__ (колонка)', '__proto__']
  ])
  expect(uniqueLabels(['__proto__', 'prototype', 'ФИО'])).toEqual([
    '__proto__ (колонка)',
    'prototype (колонка)',
    'ФИО'
  ])
})
