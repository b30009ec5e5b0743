import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { removeBatchRows } from '#api/book/removal.ts'
import { subjectToken } from '#api/book/subject-keys.ts'
import { openRecords } from '#api/engines/index.ts'
import {
  describeBatches,
  describePlan,
  describeRemoval,
  planUndo,
  undoBatch
} from '#api/features/imports/batches.ts'
import { reportOf } from '#api/features/imports/report.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { type FileImports, KIT_PASSPORT, KIT_SUPPRESS_KEY, openFileImports } from '#tests/kit/file-imports.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'

let desk: FileImports
let book: Book
beforeAll(async () => {
  desk = await openFileImports()
  ;({ book } = openRecords({ elasticsearchUrl: null }, desk.database))
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

async function textsOf(key: string): Promise<Record<string, string>> {
  const rows = await desk.database.owner`SELECT rid, doc FROM rec JOIN source ON source.id = src
    WHERE key = ${key} ORDER BY rid`
  return Object.fromEntries(
    rows.map(({ rid, doc }: { rid: string; doc: string }) => [rid, JSON.parse(doc)[1]])
  )
}

const fileOf = (name: string, rows: Record<string, string>) => {
  const lines = Object.entries(rows).map(([id, text]) => `${id},${text}`)
  return desk.write(name, `id,ФИО\n${lines.join('\n')}\n`)
}

async function loadRows(key: string, name: string, rows: Record<string, string>) {
  return await desk.load(key, fileOf(name, rows), { passport: KIT_PASSPORT, id: 'id' })
}

test('takes away what only one batch brought, and gives back what it changed', async () => {
  const { owner } = desk.database
  const one = await loadRows('undone', 'first.csv', { 1: 'Тестов Иван', 2: 'Тестов Пётр', 3: 'Тестов Фома' })
  const two = await loadRows('undone', 'second.csv', { 2: 'Тестов Павел', 3: 'Тестов Фома', 4: 'Тестов Лев' })
  expect([two.stored, two.added, two.changed]).toEqual([3, 1, 1])
  const planned = await planUndo(owner, book, two.batchId)
  expect(planned.removal).toEqual({ removed: 1, restored: 1, kept: 1 })
  expect(describePlan(planned)).toContain('записей удалится 1, вернётся к прежнему виду 1')
  const done = await undoBatch(owner, book, two.batchId, silent)
  expect(done.removal).toEqual(planned.removal)
  expect(describeRemoval(done)).toContain('удалено записей 1, возвращён прежний вид 1')
  expect(await textsOf('undone')).toEqual({ 1: 'Тестов Иван', 2: 'Тестов Пётр', 3: 'Тестов Фома' })
  expect((await undoBatch(owner, book, two.batchId, silent)).removal).toEqual({
    removed: 0,
    restored: 0,
    kept: 0
  })
  const again = await desk.load('undone', fileOf('second.csv', { 3: 'Тестов Фома', 4: 'Тестов Лев' }), {
    id: 'id'
  })
  await undoBatch(owner, book, one.batchId, silent)
  expect(await textsOf('undone')).toEqual({ 3: 'Тестов Фома', 4: 'Тестов Лев' })
  const states = (await listBatches(owner, { sourceKey: 'undone' })).map(batch => [batch.id, batch.state])
  expect(states).toEqual([
    [again.batchId, 'done'],
    [two.batchId, 'undone'],
    [one.batchId, 'undone']
  ])
  expect(await standing('undone')).toMatchObject({ records: 2, held: 2 })
})

test('counts what a batch added, changed and repeated, also in the list and after a resumed import', async () => {
  const one = await loadRows('counted', 'one.csv', { 1: 'Тестов Иван', 2: 'Тестов Пётр', 3: 'Тестов Фома' })
  expect(reportOf(one)).toContain(
    'Строки: новых 3, изменённых 0, без изменений 0, по списку исключений 0, отклонено 0'
  )
  const two = await loadRows('counted', 'two.csv', { 1: 'Тестов Иван', 2: 'Тестов Лев', 4: 'Тестов Клим' })
  const counts = 'новых 1, изменённых 1, без изменений 1, по списку исключений 0, отклонено 0'
  expect(reportOf(two)).toContain(`Строки: ${counts}`)
  expect(describeBatches(await listBatches(desk.database.owner, { sourceKey: 'counted' }))).toContain(counts)
  const [row] = await desk.database.owner`SELECT stored::int AS stored, added::int AS added,
    changed::int AS changed FROM import_batch WHERE id = ${two.batchId}`
  expect(row).toEqual({ stored: 3, added: 1, changed: 1 })
})

test('never brings a suppressed person back', async () => {
  const { owner } = desk.database
  const table = (name: string) => `id,ФИО,Телефон\n1,${name},8-973-000-09-01\n`
  const load = (name: string, phone: string) =>
    desk.load('hidden', desk.write(`${name}.csv`, table(name).replace('8-973-000-09-01', phone)), {
      passport: KIT_PASSPORT,
      id: 'id'
    })
  await load('Тестов Иван', '8-973-000-09-01')
  await load('Тестов Пётр', '8-973-000-09-02')
  const third = await load('Тестов Лев', '8-973-000-09-03')
  const fourth = await load('Тестов Клим', '8-973-000-09-04')
  const suppressed = subjectToken(createKeyedHash(KIT_SUPPRESS_KEY), { kind: 'phone', value: '9730000902' })
  await owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${suppressed}, ${String(suppressed.readBigInt64BE(0))}::int8, 'phone', 'erasure')`
  await undoBatch(owner, book, fourth.batchId, silent)
  expect(await textsOf('hidden')).toEqual({ 1: 'Тестов Лев' })
  await undoBatch(owner, book, third.batchId, silent)
  expect(await textsOf('hidden')).toEqual({ 1: 'Тестов Иван' })
  const [left] = await owner`SELECT count(*)::int AS n FROM rec_earlier JOIN rec USING (id)
    JOIN source ON source.id = src WHERE key = 'hidden'`
  expect(left.n).toBe(0)
})

test('says of a misspelt name no more than of one that never was, once its batch is undone', async () => {
  const app = await startApp()
  try {
    const batchId = await loadSource(app, 'spelled', {
      title: 'Имена',
      kind: 'ordinary',
      columns: [
        { label: 'Номер', kind: 'record_number' },
        { label: 'Фамилия', kind: 'last_name' }
      ],
      rows: [['1', 'Неслыханников']]
    })
    const ofMisspelt = async (line: string) => {
      const { candidates, failed, more } = await searchIn(app, line)
      return { candidates, failed, more }
    }
    expect((await ofMisspelt('Неслыхонников')).candidates).toHaveLength(1)
    await undoBatch(app.database.owner, app.context.book, batchId, silent)
    expect(await ofMisspelt('Неслыхонников')).toEqual(await ofMisspelt('Небывалонцев'))
  } finally {
    await app.stop()
  }
})

const MANY = 6_000
const manyRows = (from: number, to: number, text: string) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [from + at, `${text} ${from + at}`]))

test('goes on with a removal that was killed, gives back and counts right meanwhile', async () => {
  const { owner } = desk.database
  const before = manyRows(0, MANY, 'Тестов Иван')
  await loadRows('long', 'long.csv', before)
  const changes = manyRows(MANY / 2, MANY + MANY / 2, 'Тестов Лев')
  const { batchId } = await loadRows('long', 'changes.csv', changes)
  const inSmallSteps: Book = {
    ...book,
    removeBatch: (id, count, onProgress) => removeBatchRows(owner, id, count, onProgress, { stepBlocks: 16 })
  }
  const stop = (removed: number, part: number) => {
    if (removed > 0 && part < 1) throw new Error('killed')
  }
  const killed = undoBatch(owner, inSmallSteps, batchId, stop)
  await expect(killed).rejects.toThrow('killed')
  const between = await standing('long')
  expect(between.records).toBe(between.held)
  expect(between.held).toBeGreaterThan(MANY)
  expect(between.held).toBeLessThan(MANY + MANY / 2)
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('удаление не завершено')
  await undoBatch(owner, book, batchId, silent)
  expect(await textsOf('long')).toEqual(before)
  expect(await standing('long')).toMatchObject({ records: MANY, held: MANY })
  expect(describeBatches(await listBatches(owner, { sourceKey: 'long' }))).toContain('long  удалена')
})

test('undoes batches beside a running import, which keeps all that it brings', async () => {
  const { owner } = desk.database
  const other = new SQL({ ...owner.options, max: 3 } as SQL.Options)
  try {
    const one = await loadRows('beside', 'one.csv', manyRows(0, MANY, 'Тестов Иван'))
    const two = await loadRows('beside', 'two.csv', manyRows(0, MANY, 'Тестов Пётр'))
    const three = { ...manyRows(0, MANY / 2, 'Тестов Пётр'), ...manyRows(MANY / 2, 2 * MANY, 'Тестов Лев') }
    const file = fileOf('three.csv', three)
    let undoing: Promise<unknown> | undefined
    const undo = async () => {
      const inSmallSteps: Book = {
        ...book,
        removeBatch: (id, count, onProgress) =>
          removeBatchRows(other, id, count, onProgress, { stepBlocks: 4, stepRows: 400 })
      }
      for (const { batchId } of [two, one]) await undoBatch(other, inSmallSteps, batchId, silent)
    }
    await desk.load('beside', file, {
      id: 'id',
      through: table => ({
        ...table,
        async *rows() {
          for await (const block of table.rows()) {
            for (let at = 0; at < block.length; at += 500) {
              yield block.slice(at, at + 500)
              undoing ??= undo()
              // Longer than a chunk waits for rows, so that several are stored during the undo.
              await Bun.sleep(200)
            }
          }
        }
      })
    })
    await undoing
    expect(await textsOf('beside')).toEqual(three)
    expect(await standing('beside')).toMatchObject({ records: 2 * MANY, held: 2 * MANY })
    const [left] =
      await owner`SELECT (SELECT count(*)::int FROM rec_share WHERE batch IN (${one.batchId}, ${two.batchId})) AS shares,
      (SELECT count(*)::int FROM rec_earlier WHERE batch IN (${one.batchId}, ${two.batchId})) AS earlier`
    expect(left).toEqual({ shares: 0, earlier: 0 })
  } finally {
    await other.close()
  }
})

test('lets one batch of a source be undone at a time', async () => {
  const { owner } = desk.database
  const other = new SQL({ ...owner.options, max: 3 } as SQL.Options)
  try {
    const one = await loadRows('turns', 'one.csv', { 1: 'Тестов Иван' })
    const two = await loadRows('turns', 'two.csv', { 2: 'Тестов Лев' })
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    const { promise: go, resolve: goOn } = Promise.withResolvers<void>()
    const waiting: Book = {
      ...book,
      async removeBatch(...parameters) {
        resolve()
        await go
        return await book.removeBatch(...parameters)
      }
    }
    const first = undoBatch(other, waiting, one.batchId, silent)
    await reached
    await expect(undoBatch(owner, book, two.batchId, silent)).rejects.toThrow('сейчас убирают другую партию')
    goOn()
    await first
    await undoBatch(owner, book, two.batchId, silent)
    expect(await textsOf('turns')).toEqual({})
  } finally {
    await other.close()
  }
})

test('names a batch that is not there', async () => {
  await expect(undoBatch(desk.database.owner, book, 999_999, silent)).rejects.toThrow('Партии № 999999 нет')
  expect(describeBatches([])).toBe('Партий нет')
})
