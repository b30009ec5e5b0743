import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listBatches, removeBatch } from '#api/engines/batch-removal.ts'
import {
  describeBatches,
  describeRemoval,
  readBatchNumbers,
  undoBatch
} from '#api/features/imports/batches.ts'
import { type ImportDesk, KIT_PASSPORT, openImportDesk } from '#tests/kit/import-desk.ts'

let desk: ImportDesk
beforeAll(async () => {
  desk = await openImportDesk()
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
  const done = await undoBatch(owner, one.batchId, silent)
  expect(done.removed).toBe(2)
  expect(describeRemoval(done)).toContain('удалено записей 2\nОстальные её строки (1)')
  expect(await standing('undone')).toEqual({ records: 2, held: 2, rids: '2 4' })
  expect((await undoBatch(owner, one.batchId, silent)).removed).toBe(0)
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
  const { batchId, source } = await desk.load(
    'long',
    desk.write('long.csv', `id,Текст\n${rows.join('\n')}\n`),
    {
      passport: KIT_PASSPORT,
      id: 'id'
    }
  )
  const { owner } = desk.database
  const stop = (blocks: number, of: number, removed: number) => {
    if (removed > 0 && blocks < of) throw new Error('killed')
  }
  const killed = removeBatch(owner, { id: batchId, sourceId: source.id }, stop, 16)
  await expect(killed).rejects.toThrow('killed')
  const between = await standing('long')
  expect(between.records).toBe(between.held)
  expect(between.held).toBeGreaterThan(0)
  expect(between.held).toBeLessThan(6_000)
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('удаление не завершено')
  await undoBatch(owner, batchId, silent)
  expect(await standing('long')).toEqual({ records: 0, held: 0, rids: null })
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('long  удалена')
}, 30_000)

test('names a batch that is not there and reads only numbers', async () => {
  await expect(undoBatch(desk.database.owner, 999_999, silent)).rejects.toThrow('Партии № 999999 нет')
  expect(readBatchNumbers('3, 4,3')).toEqual([3, 4])
  for (const text of ['', '0', '-1', '1;2', 'все', '1,'])
    expect([text, readBatchNumbers(text)]).toEqual([text, null])
  expect(describeBatches([])).toBe('Партий нет')
})
