import { afterAll, beforeAll, expect, test } from 'bun:test'
import { undoBatch } from '#api/features/imports/service.ts'
import { startAdministered } from '#tests/kit/administered-app.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import type { Uploader } from '#tests/kit/uploads.ts'

let app: TestApp
let files: Uploader
let desk: FileImports
beforeAll(async () => {
  ;({ app, files } = await startAdministered())
  desk = await openFileImports()
})
afterAll(async () => {
  await app.stop()
  await desk.database.close()
})

const ROWS = 'Тестов Иван,89731000001\nТестов Лев,89731000002\nТестов Фома,89731000003\n'
const NAMED = `Кто,Связь\n${ROWS}`
const isDone = ({ state }: { state: string }) => state === 'done'
const recordsOf = async (key: string) =>
  (await app.database.owner`SELECT records::int AS records FROM source WHERE key = ${key}`)[0]?.records

test('people of a file without a header come a second time only when that is confirmed', async () => {
  const first = await files.send('named.csv', NAMED)
  await files.start(first, { source: 'twice' })
  await files.until(first, isDone)
  const id = await files.send('headless.csv', ROWS)
  const { preview } = (await files.preview(id, { source: 'twice' })).body
  const [warning] = preview.warnings
  expect(warning.code).toBe('headless_into_records')
  expect(warning.text).toContain('«ФИО», «Телефон»')
  const refused = await files.start(id, { source: 'twice' })
  expect([refused.status, refused.body.code]).toEqual([409, 'IMPORT_AS_NEW'])
  expect([(await files.read(id)).state, await recordsOf('twice')]).toEqual(['ready', 3])
  await files.start(id, { source: 'twice', as_new: true })
  expect((await files.until(id, isDone)).report?.added).toBe(3)
  // Its columns are there now, and the same rows are the same records; others may still be those of the first file.
  const again = await files.send('headless-again.csv', ROWS)
  const mixed = (await files.preview(again, { source: 'twice' })).body.preview.warnings[0]
  expect([mixed.code, mixed.text]).toEqual([
    'headless_into_records',
    expect.stringContaining('«Кто», «Связь»')
  ])
  expect((await files.start(again, { source: 'twice' })).body.code).toBe('IMPORT_AS_NEW')
  await files.start(again, { source: 'twice', as_new: true })
  expect((await files.until(again, isDone)).report).toMatchObject({ added: 0, same: 3 })
})

test('a file that was taken back leaves the question where it was', async () => {
  for (const [name, rows, asNew] of [
    ['named.csv', NAMED, false],
    ['headless.csv', ROWS, true]
  ] as const) {
    const id = await files.send(name, rows)
    await files.start(id, { source: 'undone', as_new: asNew })
    await files.until(id, isDone)
  }
  const [batch] = await app.database.owner`SELECT b.id::int AS id FROM import_batch b
    JOIN source s ON s.id = b.source_id WHERE s.key = 'undone' ORDER BY b.id DESC LIMIT 1`
  await undoBatch(app.database.owner, app.context.book, batch.id, () => {})
  const again = await files.send('headless-again.csv', ROWS)
  expect((await files.start(again, { source: 'undone' })).body.code).toBe('IMPORT_AS_NEW')
})

test('a file without a header of a source that has no other columns needs no confirmation', async () => {
  for (const [added, same] of [
    [3, 0],
    [0, 3]
  ]) {
    const id = await files.send('headless.csv', ROWS)
    await files.start(id, { source: 'headless-only' })
    expect((await files.until(id, isDone)).report).toMatchObject({ added, same })
  }
})

test('an import refuses it with what to do and no option of the shell, and stores nothing', async () => {
  await desk.load('shell', desk.write('named.csv', NAMED), { passport: KIT_PASSPORT })
  const headless = desk.write('headless.csv', ROWS)
  await expect(desk.load('shell', headless)).rejects.toThrow(
    /нет строки заголовка.*каждая строка станет новой записью.*Добавьте в файл заголовок.*подтвердите это\.$/s
  )
  const [source] = await desk.database
    .owner`SELECT records::int AS records, jsonb_array_length(columns::jsonb) AS columns FROM source WHERE key = 'shell'`
  expect(source).toEqual({ records: 3, columns: 2 })
  expect((await desk.load('shell', headless, { asNew: true })).added).toBe(3)
})

test('a new source and one with keys need no confirmation', async () => {
  const headless = desk.write('first.csv', ROWS)
  expect((await desk.load('first', headless, { passport: KIT_PASSPORT })).added).toBe(3)
  await desk.load('keyed', desk.write('keyed.csv', NAMED), {
    passport: KIT_PASSPORT,
    id: 'Связь'
  })
  await expect(desk.load('keyed', headless)).rejects.toThrow(
    /различаются по колонке «Связь», а в файле её нет.*Добавьте в файл строку с названиями колонок/s
  )
})
