import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { subjectToken } from '#api/book/subject-keys.ts'
import { parsePassport } from '#api/features/imports/check-passport.ts'
import { reportOf } from '#api/features/imports/report.ts'
import { findSource } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { type FileImports, KIT_PASSPORT, KIT_SUPPRESS_KEY, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

test('finds the rows of a table with columns never seen before by each of their identifiers', async () => {
  const file = desk.write(
    'own.csv',
    'Номер анкеты,Как зовут,Сотовый для связи,Ящик,Налоговый номер,Кличка\n' +
      '17,Примеров Илья Андреевич,8 (973) 204-17-40,I.Primerov@example.com,001204175339,Рыжий кот\n'
  )
  const columns = {
    'Как зовут': 'full_name',
    'Сотовый для связи': 'phone',
    Ящик: 'email',
    'Налоговый номер': 'inn'
  } as const
  const done = await desk.load('own', file, { passport: KIT_PASSPORT, map: { id: 'Номер анкеты', columns } })
  expect([done.stored, done.added, done.rejected, done.suppressed]).toEqual([1, 1, 0, 0])
  for (const key of ['phone:79732041740', 'email:i.primerov@example.com', 'inn:001204175339', 'w:рыжий']) {
    expect([key, await desk.holders(key)]).toEqual([key, ['own:17']])
  }
  const [row] = await desk.database
    .owner`SELECT doc FROM rec WHERE id = ${String(recordNumber('own:17'))}::int8`
  expect(JSON.parse(row.doc)).toContain('17')
  expect(reportOf(done).split('\n').at(-1)).toContain('действует')
})

test('stores the rest and lists every bad line with its number and reason', async () => {
  const good = (number: number) => `${number};Тестов Пётр;+7 973 000-00-0${number}`
  const file = desk.write(
    'bad.csv',
    Buffer.concat([
      Buffer.from(`id;ФИО;Телефон\n${good(1)}\n2;только две\n\n`),
      Buffer.from('4;"не закрыта;x\n'),
      Buffer.from(`${good(5)}\n6;`),
      new Uint8Array([0xd0, 0x28, 0xff]),
      Buffer.from(
        `;1\n7;с\0нулём;1\n;без номера;1\n;;\n10;"в две\nстроки";+7 973 000-00-10\n11;${'д'.repeat(10_001)};1\n12;"x"y`
      )
    ])
  )
  const done = await desk.load('bad', file, { passport: KIT_PASSPORT, id: 'id' })
  expect([done.stored, done.rejected]).toEqual([3, 9])
  expect(done.rejectsPath).toBe(`${file}.rejects.csv`)
  const lines = readFileSync(`${file}.rejects.csv`, 'utf8').split('\n').slice(1)
  const reasons = lines
    .filter(Boolean)
    .map(line => /^(\d+);"((?:[^"]|"")*)"/.exec(line)?.slice(1, 3).join(' '))
  expect(reasons).toEqual([
    '3 колонок 2, а в заголовке 3',
    '4 пустая строка',
    '5 кавычка не закрыта',
    '7 байты не в кодировке UTF-8',
    '8 в строке есть символ NUL',
    '9 нет ключа записи в колонке «id»',
    '10 пустая запись: нет ни одного значения',
    '13 значение длиннее 10000 символов в колонке «ФИО»',
    '14 лишние символы после закрывающей кавычки'
  ])
  expect(await desk.holders('phone:79730000005')).toEqual(['bad:5'])
  expect(await desk.holders('phone:79730000010')).toEqual(['bad:10'])
  const [batch] = await desk.database
    .owner`SELECT state, stored::int AS stored, rejected::int AS rejected FROM import_batch
    WHERE id = ${done.batchId}`
  expect(batch).toEqual({ state: 'done', stored: 3, rejected: 9 })
})

test('reads Windows-1251, CRLF, tabs, pipes and a byte order mark without being told', async () => {
  const windows = new Uint8Array(
    [...'ФИО\tТелефон\r\nЁлкин Пётр\t89730000101\r\n'].map(letter => byteOf(letter))
  )
  await desk.load('cp1251', desk.write('windows.csv', windows), { passport: KIT_PASSPORT })
  await desk.load('marked', desk.write('marked.csv', '\uFEFFФИО|Телефон\r\nЁлкин Пётр|89730000102'), {
    passport: KIT_PASSPORT
  })
  for (const [key, phone] of [
    ['cp1251', '79730000101'],
    ['marked', '79730000102']
  ] as const) {
    expect(await desk.holders(`phone:${phone}`)).toHaveLength(1)
    const source = await findSource(desk.database.owner, key)
    expect(source?.columns).toEqual([
      { label: 'ФИО', kind: 'full_name' },
      { label: 'Телефон', kind: 'phone' }
    ])
    const [row] = await desk.database.owner`SELECT doc FROM rec WHERE src = ${source?.id}`
    expect(JSON.parse(row.doc)[0]).toBe('Ёлкин Пётр')
  }
})

/** A letter of Windows-1251: enough of it for the tests. */
function byteOf(letter: string): number {
  const code = letter.charCodeAt(0)
  if (letter === 'ё') return 0xb8
  if (letter === 'Ё') return 0xa8
  return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
}

test('reads NDJSON whose columns appear one by one, packed', async () => {
  const lines = [
    { id: 1, ФИО: 'Тестов Иван', Телефон: ['+7 973 000-02-01', '+7 973 000-02-02'] },
    { id: 2, ФИО: 'Тестов Пётр', Документ: { ИНН: '001204175339' }, Возраст: null },
    [1, 2],
    { id: 3, ФИО: 'Тестов \ud800 Фома', Новое: true }
  ]
  const text = `${lines.map(line => JSON.stringify(line)).join('\n')}\nне JSON\n`
  const file = desk.write('lines.ndjson.gz', Bun.gzipSync(Buffer.from(text)))
  const done = await desk.load('lines', file, { passport: KIT_PASSPORT, id: 'id' })
  expect([done.stored, done.rejected]).toEqual([3, 2])
  expect(await desk.holders('phone:79730000202')).toEqual(['lines:1'])
  const labels = (await findSource(desk.database.owner, 'lines'))?.columns.map(column => column.label)
  expect(labels).toEqual(['id', 'ФИО', 'Телефон', 'Документ.ИНН', 'Новое'])
  const rejected = readFileSync(`${file}.rejects.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'в строке не объект JSON'],
    [5, 'строка не является JSON']
  ])
})

test('takes no row that lists more people than can be held against the suppression list', async () => {
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `Тестов${'абвгдежзик'[at % 10]}${'абвгдежзик'[Math.floor(at / 10)]}ов Иван`,
      born: `${10 + (at % 19)}.03.19${10 + at}`
    }))
  const rowOf = (count: number) =>
    [listOf(count).map(({ name }) => name), listOf(count).map(({ born }) => born)]
      .map(values => `"${values.join('; ')}"`)
      .join(',')
  const file = desk.write('people.csv', `id,ФИО,Дата рождения\n1,${rowOf(50)}\n2,${rowOf(70)}\n`)
  const done = await desk.load('people', file, { passport: KIT_PASSPORT, id: 'id' })
  expect([done.stored, done.rejected]).toEqual([1, 1])
  expect(readFileSync(`${file}.rejects.csv`, 'utf8')).toContain('слишком много имён и дат рождения')
})

test('is idempotent by the number of a record, and by the row where there is none', async () => {
  const first = desk.write(
    'first.csv',
    'id,ФИО,Город\n1,Тестов Иван,Примерск\n2,Тестов Пётр,Примерск\n2,Тестов Павел,Примерск\n'
  )
  await desk.load('again', first, { passport: KIT_PASSPORT, id: 'id' })
  const second = desk.write('second.csv', 'id,ФИО,Город\n1,Тестов Иван,Эталонск\n3,Тестов Фома,Примерск\n')
  const done = await desk.load('again', second, { id: 'id' })
  expect([done.stored, done.added, done.source.passport.title]).toEqual([2, 1, 'Мой список'])
  const rows = await desk.database
    .owner`SELECT rid, doc FROM rec JOIN source ON source.id = src WHERE key = 'again' ORDER BY rid`
  expect(rows.map((row: { rid: string; doc: string }) => [row.rid, ...JSON.parse(row.doc).slice(1)])).toEqual(
    [
      ['1', 'Тестов Иван', 'Эталонск'],
      ['2', 'Тестов Павел', 'Примерск'],
      ['3', 'Тестов Фома', 'Примерск']
    ]
  )
  const unnumbered = desk.write(
    'rows.csv',
    'ФИО,Город\nТестов Иван,Примерск\nТестов Иван,Примерск\nТестов Лев,Примерск\n'
  )
  expect((await desk.load('hashed', unnumbered, { passport: KIT_PASSPORT })).added).toBe(2)
  expect((await desk.load('hashed', unnumbered)).added).toBe(0)
  const [source] = await desk.database.owner`SELECT records::int AS records FROM source WHERE key = 'hashed'`
  expect(source.records).toBe(2)
})

test('drops what the map or the passport does not keep, and keeps unknown columns as text', async () => {
  const file = desk.write('wide.csv', 'ФИО,Вес,Диагноз,Пометка\nТестов Иван,80,секрет,синяя папка\n')
  const loaded = await desk.load('kept', file, { passport: KIT_PASSPORT, map: { drop: ['Диагноз'] } })
  expect(loaded.dropped.map(column => column.label)).toEqual(['Диагноз'])
  expect(await desk.holders('w:папка')).toHaveLength(1)
  const narrow = await desk.load('narrow', file, { passport: { ...KIT_PASSPORT, fields: ['ФИО'] } })
  expect(narrow.dropped.map(column => column.label)).toEqual(['Вес', 'Диагноз', 'Пометка'])
  expect(reportOf(narrow)).toContain('Отброшено колонок: 3')
  const [row] = await desk.database
    .owner`SELECT doc FROM rec JOIN source ON source.id = src WHERE key = 'narrow'`
  expect(row.doc).toBe('["Тестов Иван"]')
  expect(await desk.holders('w:секрет')).toEqual([])
})

test('does not store somebody who must not be found, also when the file comes again', async () => {
  const token = subjectToken(createKeyedHash(KIT_SUPPRESS_KEY), { kind: 'phone', value: '9730000301' })
  await desk.database.owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'erasure')`
  const file = desk.write(
    'hidden.csv',
    'ФИО,Телефон\nТестов Иван,8-973-000-03-01\nТестов Пётр,8-973-000-03-02\n'
  )
  for (const passport of [KIT_PASSPORT, undefined]) {
    const done = await desk.load('hidden', file, passport && { passport })
    expect([done.stored, done.suppressed]).toEqual([1, 1])
  }
  expect(await desk.holders('phone:79730000301')).toEqual([])
  expect(await desk.holders('phone:79730000302')).toHaveLength(1)
})

test('refuses a source without a passport in force, and a map that contradicts the file', async () => {
  const file = desk.write('plain.csv', 'ФИО,Телефон\nТестов Иван,89730000401\n')
  await expect(desk.load('nobody', file)).rejects.toThrow('нужен паспорт')
  await desk.load('overdue', file, { passport: KIT_PASSPORT })
  await desk.database.owner`UPDATE source SET review_due = '2020-01-01' WHERE key = 'overdue'`
  await expect(desk.load('overdue', file)).rejects.toThrow('срок пересмотра истёк')
  await expect(desk.load('overdue', file, { passport: KIT_PASSPORT, id: 'Номер' })).rejects.toThrow(
    'В файле нет колонки «Номер»'
  )
  await desk.load('overdue', file, { passport: KIT_PASSPORT })
  await expect(desk.load('overdue', file, { map: { columns: { Телефон: 'inn' } } })).rejects.toThrow(
    'уже хранится'
  )
  expect(() => parsePassport('{"title":"Х","kind":"leak"}', '2026-11-21')).toThrow(
    /Вид \(kind\)[\s\S]*Срок хранения/
  )
})
