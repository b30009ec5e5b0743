import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const ROWS = 65_000
/** Rows that bring a column of their own, each in another chunk. */
const LATE = new Map([
  [30_000, 'Город'],
  [50_000, 'Район'],
  [50_001, 'Посёлок']
])

test('stores columns of NDJSON that appear late under their own names, in the order of the file', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const column = LATE.get(at)
    return JSON.stringify({ id: `${at}`, Имя: 'Тест', ...(column && { [column]: `значение ${at}` }) })
  })
  const done = await desk.load('late', desk.write('late.ndjson', rows.join('\n')), {
    passport: KIT_PASSPORT,
    id: 'id'
  })
  expect([done.stored, done.added, done.rejected]).toEqual([ROWS, ROWS, 0])
  expect(done.source.columns.map(column => column.label)).toEqual(['id', 'Имя', ...LATE.values()])
  const held: { doc: string }[] = await desk.database.owner`SELECT doc FROM rec
    WHERE rid = ANY('{29999,30000,50000,50001}') ORDER BY rid`
  expect(held.map(row => JSON.parse(row.doc))).toEqual([
    ['29999', 'Тест'],
    ['30000', 'Тест', 'значение 30000'],
    ['50000', 'Тест', '', 'значение 50000'],
    ['50001', 'Тест', '', '', 'значение 50001']
  ])
})
