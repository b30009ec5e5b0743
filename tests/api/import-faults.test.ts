import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parsePassport } from '#api/features/imports/check-passport.ts'
import { readColumnMap } from '#api/features/imports/columns/mapping.ts'
import type { Table } from '#api/features/imports/files/reader.ts'
import { findSource } from '#api/features/sources/service.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const passport = KIT_PASSPORT
const columnsOf = async (key: string) => (await findSource(desk.database.owner, key))?.columns
const kindOf = async (key: string, label: string) =>
  (await columnsOf(key))?.find(column => column.label === label)?.kind

describe('a first import that fails', () => {
  test('leaves no source, no batch and no kinds behind', async () => {
    const empty = desk.write('failed.csv', 'ФИО,Связь\n,\n,\n')
    const loaded = desk.load('failed', empty, { passport, map: { columns: { Связь: 'inn' } } })
    await expect(loaded).rejects.toThrow(
      'Ни одна строка не сохранена: отклонено 2, по списку исключений 0. Причина первой: пустая запись'
    )
    expect(await findSource(desk.database.owner, 'failed')).toBeNull()
    const filled = desk.write('filled.csv', 'ФИО,Связь\nТестов Иван,8 973 204-17-40\n')
    const done = await desk.load('failed', filled, { passport, map: { columns: { Связь: 'phone' } } })
    expect([done.source.status, await kindOf('failed', 'Связь')]).toEqual(['active', 'phone'])
  })

  test('does not make a source answer that had no records before', async () => {
    const file = desk.write('before.csv', 'ФИО\nТестов Иван\n')
    const { batchId } = await desk.load('before', file, { passport })
    const { owner } = desk.database
    await owner`DELETE FROM rec WHERE batch = ${batchId}`
    await owner`UPDATE source SET records = 0, status = 'disabled' WHERE key = 'before'`
    const empty = desk.write('before-empty.csv', 'ФИО\n""\n')
    await expect(desk.load('before', empty, { passport })).rejects.toThrow('Ни одна строка не сохранена')
    expect((await findSource(owner, 'before'))?.status).toBe('disabled')
    await desk.load('before', file, { passport })
    expect((await findSource(owner, 'before'))?.status).toBe('active')
  })

  test('by a wrong column of numbers leaves no source either', async () => {
    const file = desk.write('wrong-id.csv', 'Код,ФИО\n1,Тестов Иван\n')
    await expect(desk.load('wrong_id', file, { passport, id: 'Кот' })).rejects.toThrow(
      'В файле нет колонки «Кот» (может быть, «Код»?)'
    )
    expect(await findSource(desk.database.owner, 'wrong_id')).toBeNull()
  })
})

test('says that its index was deleted while it went on', async () => {
  const { owner } = desk.database
  const file = desk.write('gone.csv', 'ФИО\nТестов Иван\n')
  const deletedMidway = (table: Table): Table => ({
    ...table,
    async *rows() {
      yield* table.rows()
      // As a deletion does.
      await owner`UPDATE import_batch SET state = 'undone' WHERE source_id = (SELECT id FROM source WHERE key = 'gone')`
      await owner`UPDATE source SET status = 'deleting' WHERE key = 'gone'`
    }
  })
  const loaded = desk.load('gone', file, { passport, through: deletedMidway })
  await expect(loaded).rejects.toThrow('Индекс «gone» удалён, пока шла загрузка')
})

test('lets the kinds be chosen anew while a source has no records, and says how when it has', async () => {
  const file = desk.write('anew.csv', 'ФИО,Связь\nТестов Иван,8 973 204-17-41\n')
  await desk.load('anew', file, { passport, map: { columns: { Связь: 'other' } } })
  const changed = desk.load('anew', file, { map: { columns: { Связь: 'phone' } } })
  await expect(changed).rejects.toThrow(
    'Смените его на странице источника или уберите из него всё загруженное'
  )
  const { owner } = desk.database
  await owner`DELETE FROM rec WHERE src = (SELECT id FROM source WHERE key = 'anew')`
  await owner`UPDATE source SET records = 0 WHERE key = 'anew'`
  await desk.load('anew', file, { map: { columns: { Связь: 'phone' } } })
  expect(await kindOf('anew', 'Связь')).toBe('phone')
})

test('gives two first imports at once one set of columns, and every value its own', async () => {
  const files = ['one', 'two'].map((name, at) =>
    desk.write(
      `at-once-${name}.csv`,
      `ФИО,Поле ${name},Телефон\n${Array.from({ length: 400 }, (_, row) => `Тестов Иван,${name}-${row},8 973 ${at}00-${String(row + 1000)}`).join('\n')}\n`
    )
  )
  const all = await Promise.all(files.map(file => desk.load('at_once', file, { passport })))
  expect(all.map(({ stored, added }) => [stored, added])).toEqual([
    [400, 400],
    [400, 400]
  ])
  const columns = (await columnsOf('at_once')) ?? []
  const docs = await desk.database
    .owner`SELECT doc FROM rec JOIN source ON source.id = src WHERE key = 'at_once'`
  for (const { doc } of docs) {
    const values: string[] = JSON.parse(doc)
    for (const [at, value] of values.entries())
      if (/^(?:one|two)-/.test(value)) expect(columns[at]?.label).toBe(`Поле ${value.split('-')[0]}`)
  }
  expect(docs).toHaveLength(800)
})

describe('typing errors', () => {
  test.each([
    ['{"colums": {"Тел": "phone"}}', 'поля «colums» нет (может быть, «columns»?)'],
    ['{"columns": {"Тел": "fone"}}', 'вида «fone» нет (может быть, «phone»?)'],
    ['{"Drop": []}', 'поля «Drop» нет (может быть, «drop»?)'],
    ['[]', 'нужен объект']
  ])('in a map %s are named', (text, says) => {
    expect(() => readColumnMap(text)).toThrow(says)
  })

  test('in a passport are named: a list that is not read would keep every column', () => {
    const text = JSON.stringify({ ...passport, feilds: ['ФИО'] })
    expect(() => parsePassport(text, '2026-11-22')).toThrow('нет поля «feilds» (может быть, «fields»?)')
  })

  test('in the labels of a map are named, in NDJSON too, whose columns may come late', async () => {
    const lines = Array.from({ length: 2_000 }, (_, at) =>
      JSON.stringify({
        ФИО: 'Тестов Иван',
        Код: at,
        ...(at === 1_999 && { Позже: '8 973 204-17-42' }),
        Х: 'х'.repeat(200)
      })
    )
    const file = desk.write('labels.ndjson', `${lines.join('\n')}\n`)
    await expect(
      desk.load('labels', file, { passport, map: { columns: { Позжe: 'phone' } } })
    ).rejects.toThrow('В файле нет колонки «Позжe» (может быть, «Позже»?)')
    await desk.load('labels', file, { passport, map: { columns: { Позже: 'phone' } } })
    expect(await desk.holders('phone:79732041742')).toHaveLength(1)
  })
})
