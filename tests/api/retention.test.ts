import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createSourceRemoval } from '#api/book/source-removal.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { describeSources } from '#api/features/sources/listing.ts'
import { declaredSources, declareSource, removeExpired } from '#api/features/sources/service.ts'
import { startJobs } from '#api/jobs/index.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { heldOf } from '#tests/kit/stored-records.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const COLUMNS = [
  { label: 'Номер', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]
const rowsOf = (surname: string, count: number) =>
  Array.from({ length: count }, (_, at) => [`${at}`, surname])

async function load(key: string, surname: string, count: number, own = app) {
  return await loadSource(own, key, {
    title: 'Имена',
    kind: 'ordinary',
    columns: COLUMNS,
    rows: rowsOf(surname, count)
  })
}

/** Moves the day on which the records of a source were obtained, so that so many days of keeping are left. */
const leaveDays = (key: string, days: number) => app.database.owner`UPDATE source
  SET retention_days = 100, obtained_at = current_date - 100 + ${days}::int WHERE key = ${key}`

const namesFound = async (line: string) => {
  invalidateSourceCache(app)
  return (await searchIn(app, line)).candidates.length
}
const recordsOf = async (key: string, own = app) => {
  const [row] = await own.database.owner<
    { records: number }[]
  >`SELECT records::int AS records FROM source WHERE key = ${key}`
  return { records: row?.records, held: await heldOf(own, key) }
}
const listed = async () => describeSources(await declaredSources(app.database.owner))

test('warns before the end, answers to the last day, then nothing, and removes the records in portions', async () => {
  const { owner } = app.database
  await load('dated', 'Срокин', 1_200)
  await load('dated', 'Сроков', 700)
  await load('kept', 'Вечнов', 3)
  const search = () => namesFound('Сроков')
  await leaveDays('dated', 31)
  expect(await listed()).not.toContain('Внимание')
  await leaveDays('dated', 30)
  expect(await listed()).toContain('дней до конца срока хранения: 30')
  await leaveDays('dated', 0)
  expect(await search()).toBeGreaterThan(0)
  expect(await removeExpired(app.context, 500)).toBe(0)

  await leaveDays('dated', -1)
  expect(await search()).toBe(0)
  expect(await listed()).toContain('Срок хранения истёк: работающий сервер удаляет записи')
  const removed = await removeExpired(app.context, 500)
  expect(removed).toBe(500)
  expect(await recordsOf('dated')).toEqual({ records: 1_200 - removed, held: 1_200 - removed })
  const stop = startJobs(app.context)
  while ((await recordsOf('dated')).held > 0) await Bun.sleep(20)
  await stop()
  expect(await recordsOf('dated')).toEqual({ records: 0, held: 0 })
  expect(await recordsOf('kept')).toEqual({ records: 3, held: 3 })

  const [side] = await owner`SELECT (SELECT count(*)::int FROM rec_earlier) AS earlier,
    (SELECT count(*)::int FROM rec_share) AS shares`
  expect(side).toEqual({ earlier: 0, shares: 0 })
  const batches = await owner`SELECT DISTINCT state FROM import_batch JOIN source ON source.id = source_id
    WHERE key = 'dated'`
  expect([...batches]).toEqual([{ state: 'undone' }])
  const [audit] = await owner`SELECT sum(result_count)::int AS removed, min(source_keys[1]) AS source,
    min(actor_kind) AS actor FROM audit_event WHERE action = 'records_expired'`
  expect(audit).toEqual({ removed: 1_200, source: 'dated', actor: 'system' })
})

test('removes nothing of a source whose passport is renewed while it is removed', async () => {
  const { owner } = app.database
  await load('renewed', 'Новов', 5)
  await leaveDays('renewed', -1)
  const renewing = {
    ...app.context.book,
    removeOfSource: async (...[key, most, book]: Parameters<typeof app.context.book.removeOfSource>) => {
      await leaveDays('renewed', 50)
      return await app.context.book.removeOfSource(key, most, book)
    }
  }
  await expect(removeExpired({ sql: app.context.sql, book: renewing }, 500)).rejects.toThrow('not over')
  expect(await recordsOf('renewed')).toEqual({ records: 5, held: 5 })
  expect(await app.context.book.removeOfSource('renewed', 5, bookRemoved)).toBe(5)
  await owner`DELETE FROM source WHERE key = 'renewed'`
})

describe('a removal in Postgres', () => {
  let onPostgres: TestApp
  beforeAll(async () => {
    onPostgres = await startOnPostgres()
  })
  afterAll(() => onPostgres.stop())

  test('goes through the records in short transactions, from where the last call stopped', async () => {
    const { owner, app: sql } = onPostgres.database
    await load('scattered', 'Разбросов', 2_000, onPostgres)
    const remove = createSourceRemoval(sql, { stepBlocks: 1, callMs: 0 })
    const removed: number[] = []
    const transactions = new Set<string>()
    const book: Parameters<typeof remove>[2] = async (tx, counts) => {
      const [row] = await tx`SELECT pg_current_xact_id()::text AS id`
      transactions.add(row.id)
      await bookRemoved(tx, counts)
    }
    const [{ blocks }] = await owner`SELECT ceil(pg_relation_size('rec') / 8192.0)::int AS blocks`
    expect(blocks).toBeGreaterThan(5)
    for (let call = 0; call < blocks; call += 1) removed.push(await remove('scattered', 2_000, book))
    // Each call has read a block of its own.
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(2_000)
    expect(transactions.size).toBe(removed.filter(count => count > 0).length)
    expect(transactions.size).toBeGreaterThan(5)
    expect(await recordsOf('scattered', onPostgres)).toEqual({ records: 0, held: 0 })
  })

  test('keeps its place when a call fails', async () => {
    const { app: sql } = onPostgres.database
    await load('failing', 'Сбоев', 2_000, onPostgres)
    const remove = createSourceRemoval(sql, { stepBlocks: 1, callMs: 10_000 })
    let calls = 0
    const failsLater: Parameters<typeof remove>[2] = async (tx, counts) => {
      calls += 1
      if (calls > 3) throw new Error('fails later')
      await bookRemoved(tx, counts)
    }
    await expect(remove('failing', 2_000, failsLater)).rejects.toThrow('fails later')
    const { records, held } = await recordsOf('failing', onPostgres)
    // What was done before is kept, with its books.
    expect(held).toBeLessThan(2_000)
    expect(records).toBe(held)
    expect(await remove('failing', 2_000, bookRemoved)).toBe(held)
  })
})

test.each([
  ['title', '  '],
  ['title', 'Я'.repeat(301)],
  ['kind', 'leak'],
  ['origin', 'other'],
  ['basis', null],
  ['controller', null],
  ['evidence_url', 'папка в шкафу'],
  ['retention_days', 0],
  ['retention_days', 36_501],
  ['obtained_at', null],
  ['review_due', null],
  ['fields', '{}']
])('nobody may make a source active with the %s %p', async (field, value) => {
  const { owner, app: application } = app.database
  await declareSource(owner, 'strict', KIT_PASSPORT)
  for (const sql of [owner, application]) {
    const spoiled = sql.unsafe(`UPDATE source SET ${field} = $1 WHERE key = 'strict'`, [value])
    await expect(spoiled).rejects.toThrow('source_active_complete')
    await sql.unsafe(`UPDATE source SET ${field} = $1, status = 'disabled' WHERE key = 'strict'`, [value])
    await expect(sql`UPDATE source SET status = 'active' WHERE key = 'strict'`).rejects.toThrow()
    await declareSource(owner, 'strict', KIT_PASSPORT)
  }
})
