import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { parseEntity } from '#api/features/imports/files/entities.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const person = {
  id: 'x-1',
  caption: 'Entity Lev',
  schema: 'Person',
  properties: {
    name: ['Сущностев Лев Ильич', 'Lev Sushchnostev'],
    lastName: ['Сущностев', 'Sushchnostev'],
    firstName: ['Лев', 'Lev'],
    fatherName: ['Ильич'],
    alias: ['Лев Сущный'],
    previousName: ['Бывшев Лев Ильич'],
    birthDate: ['1981-03-14'],
    innCode: ['001204175339'],
    passportNumber: ['0005 204181'],
    phone: ['+79732041781', '+79732041782'],
    email: ['lev@example.com'],
    nationality: ['ru'],
    position: ['директор'],
    addressEntity: [
      'addr-9',
      { id: 'addr-1', schema: 'Address', properties: { full: ['г. Примерск, ул. Садовая, д. 1'] } }
    ],
    ownershipOwner: [
      {
        id: 'o-1',
        schema: 'Ownership',
        properties: {
          owner: ['x-1'],
          asset: [{ id: 'c-1', schema: 'Company', caption: 'ООО «Образец»', properties: {} }],
          percentage: ['50']
        }
      }
    ],
    birthCity: ['Примерск']
  },
  datasets: ['test'],
  referents: ['other-1'],
  last_change: '2024-05-06T10:00:00'
}
const company = {
  id: 'c-1',
  schema: 'Company',
  properties: {
    name: ['ООО «Образец»'],
    innCode: ['0012041755'],
    ogrnCode: ['1000000000006'],
    phone: ['+78122041783'],
    address: ['г. Примерск, ул. Заводская, д. 2']
  },
  datasets: ['test']
}
const nameless = {
  id: 'x-2',
  schema: 'Person',
  caption: 'Подписин Иван',
  properties: { birthDate: ['1970'] }
}
const relation = (schema: string) => ({
  id: `${schema}-1`,
  schema,
  properties: { owner: ['x-1'], asset: ['c-1'], person: ['x-1'], relative: ['x-2'], role: ['мать'] }
})
const RELATIONS = ['Ownership', 'Directorship', 'Family', 'Associate']

const linesOf = (...entities: object[]) => entities.map(entity => JSON.stringify(entity)).join('\n')

async function seen(name: string, content: string) {
  const idOptions = { sourceKey: '', remembered: null, hasRecords: false, requested: undefined }
  const table = await openTable(desk.write(name, content), {})
  return await previewOf(table, { map: NO_MAP, idOptions, existing: [], fields: null })
}

test('the properties of a person and of a company are the columns that a desk knows', async () => {
  const { format, columns, samples, id_column } = await seen('seen.json', linesOf(person, company, nameless))
  expect([format, id_column]).toEqual(['ftm', expect.stringContaining('id')])
  const cells = (row: number) =>
    Object.fromEntries(
      columns
        .map(({ label }, at) => [label, samples[row]?.values[at] ?? ''])
        .filter(([, value]) => value !== '')
    )
  expect(cells(0)).toEqual({
    id: 'x-1',
    ФИО: 'Сущностев Лев Ильич',
    'Другое ФИО': 'Lev Sushchnostev; Лев Сущный',
    'Прежнее ФИО': 'Бывшев Лев Ильич',
    Фамилия: 'Сущностев',
    Имя: 'Лев',
    Отчество: 'Ильич',
    'Дата рождения': '1981-03-14',
    ИНН: '001204175339',
    Паспорт: '0005 204181',
    Телефон: '+79732041781; +79732041782',
    'E-mail': 'lev@example.com',
    Гражданство: 'ru',
    Должность: 'директор',
    Адрес: 'г. Примерск, ул. Садовая, д. 1',
    Связи: 'Ownership: ООО «Образец», 50',
    birthCity: 'Примерск',
    Наборы: 'test',
    'Дата обновления': '2024-05-06T10:00:00'
  })
  expect(cells(1)).toMatchObject({ Организация: 'ООО «Образец»', 'ИНН организации': '0012041755' })
  expect(cells(2)).toMatchObject({ ФИО: 'Подписин Иван', 'Дата рождения': '1970' })
  const kinds = Object.fromEntries(columns.map(({ label, kind, party }) => [label, `${kind} ${party}`]))
  expect(kinds).toMatchObject({
    id: 'record_number null',
    ФИО: 'full_name self',
    'Другое ФИО': 'full_name self',
    'Прежнее ФИО': 'full_name self',
    Паспорт: 'passport self',
    ОГРН: 'ogrn self',
    Организация: 'organization self',
    'Телефон организации': 'organization_phone self',
    'Дата обновления': 'record_date null'
  })
})

test('people are found by each of their names, a relation is left out with a reason and nobody is called by an id', async () => {
  const relations = RELATIONS.map(relation)
  const other = { id: 'v-1', schema: 'Vessel', properties: { name: ['Заря'] } }
  const file = desk.write('entities.ndjson', `${linesOf(person, company, ...relations, other)}\n{"id":1}\n`)
  const done = await desk.load('entities', file, { passport: KIT_PASSPORT })
  expect([done.stored, done.rejected]).toEqual([2, 6])
  expect(done.firstReason).toBe('Ownership: записано в столбцах тех, кого касается')
  const rejects = await Bun.file(done.rejectsPath ?? '').text()
  expect(rejects).toContain('объект вида «Vessel»: не человек и не организация')
  for (const key of ['phone:79732041782', 'passport:0005204181', 'inn:001204175339'])
    expect([key, await desk.holders(key)]).toEqual([key, ['entities:x-1']])
  expect(await desk.holders('inn:0012041755')).toEqual(['entities:c-1'])
})

test('who stands how to whom is in the columns of both, and an address and a paper in those of whom they are', async () => {
  const of = (schema: string, properties: object, id = schema) => ({ id, schema, properties })
  const lines = linesOf(
    of('Employment', { employee: ['x-2'], employer: ['c-1'], role: ['инженер'] }),
    { ...nameless, properties: { ...nameless.properties, addressEntity: ['a-1'] } },
    company,
    of('Address', { full: ['г. Примерск, ул. Лесная, д. 3'] }, 'a-1'),
    of('Identification', { holder: ['x-2'], number: ['0005 204199'], type: ['Паспорт'] }),
    of('Family', { person: ['x-2'], relative: ['x-3'], relationship: ['брат'] }),
    { id: 'x-3', schema: 'Person', properties: { name: ['Подписин Олег'] } },
    of('Ownership', { owner: ['x-3'], asset: ['c-1'] }),
    of('Ownership', { owner: ['nobody'], asset: ['c-1'] }, 'o-2')
  )
  const { columns, samples } = await seen('tied.json', lines)
  const cells = samples.map(({ values }) =>
    Object.fromEntries(
      columns.map(({ label }, at) => [label, values[at] ?? '']).filter(([, value]) => value !== '')
    )
  )
  expect(cells.find(({ id }) => id === 'x-2')).toMatchObject({
    'Место работы': 'ООО «Образец»',
    Должность: 'инженер',
    Паспорт: '0005 204199',
    Адрес: 'г. Примерск, ул. Лесная, д. 3',
    Родственник: 'Подписин Олег'
  })
  expect(cells.find(({ id }) => id === 'c-1')?.Связи).toBe('инженер: Подписин Иван; владение: Подписин Олег')
  expect(cells.find(({ id }) => id === 'x-3')).toMatchObject({
    Родственник: 'Подписин Иван',
    Связи: 'владение: ООО «Образец»'
  })
  const done = await desk.load('tied', desk.write('tied.ndjson', lines), { passport: KIT_PASSPORT })
  expect([done.stored, done.rejected]).toEqual([3, 6])
  const rejects = await Bun.file(done.rejectsPath ?? '').text()
  expect(rejects).toContain('связь двух других записей (Ownership): людей она называет только кодами')
  expect(await desk.holders('passport:0005204199')).toEqual(['tied:x-2'])
})

test('names that every object has and lists deeper than the stack are of no harm', () => {
  const odd = {
    ...nameless,
    properties: { __proto__x: ['а'], constructor: ['б'], toString: [{ schema: 'x' }, ['в']] }
  }
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const line = JSON.stringify(odd).replace('__proto__x', '__proto__').replace('"в"', deep)
  expect(parseEntity(line)).toEqual({
    fields: { id: ['x-2'], ФИО: ['Подписин Иван'], ['__proto__']: ['а'], constructor: ['б'] }
  })
  expect(parseEntity('{"schema":"constructor","properties":{}}')).toHaveProperty('reason')
})

test('other lines of JSON with a schema are no entities', async () => {
  const { format } = await seen(
    'own.ndjson',
    '{"schema":"Person","properties":{"ФИО":"Иванов Иван"}}\n{"id":"1"}'
  )
  expect(format).toBe('ndjson')
})

test('a tax number is an INN where it can be one, and stays what it is in another country', async () => {
  const read = (schema: string, properties: object) => parseEntity(JSON.stringify({ schema, properties }))
  const taxNumber = ['001204175339']
  expect(read('Person', { taxNumber })).toEqual({ fields: { ИНН: taxNumber } })
  expect(read('Person', { taxNumber, innCode: taxNumber, country: ['kz', 'ru'] })).toEqual({
    fields: { ИНН: taxNumber, Страна: ['kz', 'ru'] }
  })
  expect(read('Company', { taxNumber: ['0012041755', 'DE-1'] })).toEqual({
    fields: { 'ИНН организации': ['0012041755'], 'Налоговый номер': ['DE-1'] }
  })
  expect(read('Person', { taxNumber, country: ['pl'] })).toEqual({
    fields: { 'Налоговый номер': taxNumber, Страна: ['pl'] }
  })
})

test('entities are told by their first line however long it is', async () => {
  const notes = Array.from({ length: 4_000 }, (_, at) => `${at} ${'я'.repeat(40)}`)
  const long = { ...person, properties: { ...person.properties, notes } }
  expect(JSON.stringify(long).length).toBeGreaterThan(180_000)
  const { format, columns } = await seen('long.json', linesOf(long, company))
  expect(format).toBe('ftm')
  expect(columns.map(({ label }) => label)).toContain('ФИО')
})
