import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Book } from '#api/book/contract.ts'
import { openRecords } from '#api/engines/index.ts'
import { undoBatch } from '#api/features/imports/batches.ts'
import { beginUndo, finishUndo } from '#api/features/imports/undo-store.ts'
import { changeColumns, findSource, forgetColumns } from '#api/features/sources/service.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
let book: Book
beforeAll(async () => {
  desk = await openFileImports()
  ;({ book } = openRecords({ elasticsearchUrl: null }, desk.database))
})
afterAll(() => desk.database.close())

const columnsOf = async (key: string) =>
  (await findSource(desk.database.owner, key))?.columns.map(({ label }) => label)
const NAMED = 'id,ФИО\n1,Тестов Иван\n'
async function loadText(key: string, name: string, text: string, map = {}) {
  const file = desk.write(name, text)
  return (await desk.load(key, file, { passport: KIT_PASSPORT, id: 'id', map })).batchId
}
const undo = (batchId: number) => undoBatch(desk.database.owner, book, batchId, () => {})

test('columns at the end that only undone loads brought go with them, and come back with their file', async () => {
  await loadText('emptied', 'first.csv', NAMED)
  const wide = 'id,ФИО,Телефон,Город\n1,Тестов Иван,8-973-000-09-11,Тестовск\n2,Тестов Лев,,\n'
  const second = await loadText('emptied', 'second.csv', wide)
  const third = await loadText('emptied', 'third.csv', 'id,ФИО,Город\n3,Тестов Фока,Тестовск\n')
  await undo(second)
  // The third one has filled a column of the second.
  expect(await columnsOf('emptied')).toEqual(['id', 'ФИО', 'Телефон', 'Город'])
  await undo(third)
  expect(await columnsOf('emptied')).toEqual(['id', 'ФИО'])
  await loadText('emptied', 'fourth.csv', 'id,ФИО,Отдел\n3,Тестов Фока,Первый\n')
  expect(await columnsOf('emptied')).toEqual(['id', 'ФИО', 'Отдел'])
  await loadText('emptied', 'second.csv', wide)
  expect(await columnsOf('emptied')).toEqual(['id', 'ФИО', 'Отдел', 'Телефон', 'Город'])
  expect(await desk.holders('phone:79730000911')).toEqual(['emptied:1'])
})

test('a column of dates stays with the load that brought it, when a later one with it is undone', async () => {
  await loadText('dated', 'first.csv', NAMED)
  await loadText('dated', 'second.csv', 'id,ФИО,Дата выдачи\n2,Тестов Лев,01.02.2020\n')
  await undo(await loadText('dated', 'third.csv', 'id,ФИО,Дата выдачи\n3,Тестов Фока,03.02.2020\n'))
  expect((await findSource(desk.database.owner, 'dated'))?.columns.at(-1)).toEqual({
    label: 'Дата выдачи',
    kind: 'date'
  })
})

test('a column whose kind was chosen, and whatever stands before it, outlasts its load', async () => {
  await loadText('chosen', 'first.csv', NAMED)
  const wide = 'id,ФИО,Участок,Связь,Отдел\n2,Тестов Лев,Северный,8-973-000-09-12,Первый\n'
  await undo(await loadText('chosen', 'second.csv', wide, { columns: { Связь: 'other' } }))
  expect((await findSource(desk.database.owner, 'chosen'))?.columns).toEqual([
    { label: 'id', kind: 'record_number' },
    { label: 'ФИО', kind: 'full_name' },
    { label: 'Участок', kind: 'other' },
    { label: 'Связь', kind: 'other' }
  ])
  const third = await loadText('chosen', 'third.csv', 'id,ФИО,Отдел\n4,Тестов Клим,Второй\n')
  await desk.database.owner.begin(tx =>
    changeColumns(tx, 'chosen', { columns: { Отдел: 'workplace' }, parties: {} })
  )
  await undo(third)
  expect(await columnsOf('chosen')).toEqual(['id', 'ФИО', 'Участок', 'Связь', 'Отдел'])
})

test('a column whose guessed kind a later load names outlasts both', async () => {
  await loadText('named', 'first.csv', NAMED)
  const second = await loadText('named', 'second.csv', 'id,ФИО,Участок\n2,Тестов Лев,Северный\n')
  const map = { columns: { Участок: 'other' } }
  const third = await loadText('named', 'third.csv', 'id,ФИО,Участок\n3,Тестов Фока,Северный\n', map)
  await undo(third)
  await undo(second)
  expect(await columnsOf('named')).toEqual(['id', 'ФИО', 'Участок'])
})

test('a column stays while another load of its source is not over', async () => {
  const { owner } = desk.database
  const first = await loadText('unended', 'first.csv', NAMED)
  const second = await loadText('unended', 'second.csv', 'id,ФИО,Город\n2,Тестов Лев,Тестовск\n')
  await owner`UPDATE import_batch SET state = 'running', finished_at = NULL WHERE id = ${first}`
  await undo(second)
  expect(await columnsOf('unended')).toEqual(['id', 'ФИО', 'Город'])
  await owner`UPDATE import_batch SET state = 'done', finished_at = started_at WHERE id = ${first}`
  await undo(second)
  expect(await columnsOf('unended')).toEqual(['id', 'ФИО'])
})

test('columns stay until the end of an undo that was cut off, so that no other value stands under their labels', async () => {
  const { owner } = desk.database
  const batch = await loadText('cut', 'first.csv', NAMED)
  await owner`UPDATE source SET records = 0 WHERE key = 'cut'`
  await beginUndo(owner, batch)
  const { id = 0 } = (await findSource(owner, 'cut')) ?? {}
  await forgetColumns(owner, id)
  expect(await columnsOf('cut')).toEqual(['id', 'ФИО'])
  await finishUndo(owner, batch)
  await forgetColumns(owner, id)
  expect(await columnsOf('cut')).toEqual([])
})
