import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { removeBatchRows } from '#api/engines/postgres/removal.ts'
import { describeBatches, describeRemoval, undoBatch } from '#api/features/imports/batches.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
let engine: SearchEngine
beforeAll(async () => {
  desk = await openFileImports()
  engine = createEngine({ elasticsearchUrl: null }, desk.database)
})
afterAll(() => desk.database.close())

const silent = () => {}

async function standing(key: string) {
  const [row] = await desk.database.owner`SELECT records::int AS records,
    (SELECT count(*)::int FROM rec WHERE src = source.id) AS held,
    (SELECT array_to_string(array_agg(rid ORDER BY rid), ' ') FROM rec WHERE src = source.id) AS rids
    FROM source WHERE key = ${key}`
  return row
}

test('takes away what a batch brought and leaves what a later one rewrote', async () => {
  const first = desk.write('first.csv', 'id,ФИО\n1,Тестов Иван\n2,Тестов Пётр\n3,Тестов Фома\n')
  const second = desk.write('second.csv', 'id,ФИО\n2,Тестов Павел\n3,Тестов Фома\n4,Тестов Лев\n')
  const one = await desk.load('undone', first, { passport: KIT_PASSPORT, id: 'id' })
  const two = await desk.load('undone', second, { id: 'id' })
  const { owner } = desk.database
  const done = await undoBatch(owner, engine, one.batchId, silent)
  expect(done.removed).toBe(2)
  expect(describeRemoval(done)).toContain('удалено записей 2\nОстальные её строки (1)')
  expect(await standing('undone')).toEqual({ records: 2, held: 2, rids: '2 4' })
  expect((await undoBatch(owner, engine, one.batchId, silent)).removed).toBe(0)
  const states = (await listBatches(owner, { sourceKey: 'undone' })).map(batch => [batch.id, batch.state])
  expect(states).toEqual([
    [two.batchId, 'done'],
    [one.batchId, 'undone']
  ])
  expect(await desk.holders('w:фома')).toEqual([])

  const again = await desk.load('undone', first, { id: 'id' })
  expect([again.resumedAfter, again.stored, again.fresh]).toEqual([0, 3, 2])
  expect(await standing('undone')).toEqual({ records: 4, held: 4, rids: '1 2 3 4' })
})

test('goes on with a removal that was killed, and counts right meanwhile', async () => {
  const rows = Array.from({ length: 6_000 }, (_, at) => `${at},Тестов Иван`)
  const { batchId } = await desk.load('long', desk.write('long.csv', `id,Текст\n${rows.join('\n')}\n`), {
    passport: KIT_PASSPORT,
    id: 'id'
  })
  const { owner } = desk.database
  const inSmallSteps: SearchEngine = {
    ...engine,
    removeBatch: (id, book, onProgress) => removeBatchRows(owner, id, book, onProgress, 16)
  }
  const stop = (removed: number, part: number) => {
    if (removed > 0 && part < 1) throw new Error('killed')
  }
  const killed = undoBatch(owner, inSmallSteps, batchId, stop)
  await expect(killed).rejects.toThrow('killed')
  const between = await standing('long')
  expect(between.records).toBe(between.held)
  expect(between.held).toBeGreaterThan(0)
  expect(between.held).toBeLessThan(6_000)
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('удаление не завершено')
  await undoBatch(owner, engine, batchId, silent)
  expect(await standing('long')).toEqual({ records: 0, held: 0, rids: null })
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('long  удалена')
}, 30_000)

test('names a batch that is not there', async () => {
  await expect(undoBatch(desk.database.owner, engine, 999_999, silent)).rejects.toThrow('Партии № 999999 нет')
  expect(describeBatches([])).toBe('Партий нет')
})
