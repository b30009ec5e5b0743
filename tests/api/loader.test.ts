import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createCopyEncoder } from '#api/book/copy-encoder.ts'
import type { IndexRecord } from '#api/book/index-record.ts'
import { insertRows, upsertRows } from '#api/book/store-rows.ts'
import type { Database } from '#api/db/connect.ts'
import { buildSearchIndexes, dropSearchIndexes, ensureSearchIndexes } from '#api/engines/postgres/indexes.ts'
import { bookRows, openBatch } from '#api/features/imports/store.ts'
import { addColumns, declareSource, findSource } from '#api/features/sources/service.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const rowOf = (
  id: bigint,
  values: string[],
  more: Partial<IndexRecord> = {},
  batchId = 1,
  rid = String(id)
) => {
  const record: IndexRecord = {
    source: 'x',
    rid,
    values,
    keys: ['phone:79732041740'],
    surname: null,
    names: [],
    organisationWords: [],
    subjectKeys: [],
    isDoubtful: false,
    hasTooManyPeople: false,
    ...more
  }
  const encoder = createCopyEncoder()
  encoder.add(record, { id, sourceId: 1, batchId })
  return encoder.take()
}

const passport = {
  title: 'Демо',
  kind: 'ordinary' as const,
  origin: 'synthetic' as const,
  basis: 'synthetic' as const,
  controller: 'Тест',
  evidence_url: 'https://example.com',
  retention_days: 10,
  obtained_at: '2026-01-01',
  review_due: '2027-01-01'
}

test('stores every character as it is and cuts what is absent at the end', async () => {
  const values = ['таб\tновая\nстрока\r\\N "кавычка" \\', 'эмодзи 🙂 и {скобки}', '', '\\.', '', '']
  const subjectKeys = [1n, -(2n ** 63n)]
  const row = rowOf(11n, values, { subjectKeys, surname: 's:x', keys: ['a', 'b'] }, 1, 'a\\b\tc')
  await database.owner.begin(tx => insertRows(tx, [row]))
  const [stored] = await database.owner`SELECT doc, rid, k::text AS k, sur::text AS sur, subj::text AS subj
    FROM rec WHERE id = 11`
  expect(JSON.parse(stored.doc)).toEqual(values.slice(0, 4))
  expect(stored.rid).toBe('a\\b\tc')
  expect(stored.k).toBe(`{${hash64('a')},${hash64('b')}}`)
  expect([stored.sur, stored.subj]).toEqual([String(hash64('s:x')), `{1,${-(2n ** 63n)}}`])
})

test('replaces a known row, leaves an equal one with its batch and counts only new ones', async () => {
  const { owner } = database
  const store = (...rows: Uint8Array[]) => owner.begin(tx => upsertRows(tx, rows))
  expect(await store(rowOf(21n, ['а']), rowOf(22n, ['б']))).toEqual([
    { src: 1, added: 2, changed: 0, suppressed: 0 }
  ])
  expect(await store(rowOf(21n, ['а'], {}, 2), rowOf(22n, ['в'], {}, 2), rowOf(23n, ['г'], {}, 2))).toEqual([
    { src: 1, added: 1, changed: 1, suppressed: 0 }
  ])
  const rows = await owner`SELECT id::text AS id, batch, doc FROM rec WHERE id BETWEEN 21 AND 29 ORDER BY id`
  expect([...rows]).toEqual([
    { id: '21', batch: 1, doc: '["а"]' },
    { id: '22', batch: 2, doc: '["в"]' },
    { id: '23', batch: 2, doc: '["г"]' }
  ])
})

test('takes everything back when a row is broken, and the connection goes on working', async () => {
  const { owner } = database
  const broken = owner.begin(tx => upsertRows(tx, [rowOf(31n, ['а']), new Uint8Array([0, 3, 9, 9])]))
  await expect(broken).rejects.toThrow()
  await broken.catch(() => {})
  expect(await owner.begin(tx => upsertRows(tx, [rowOf(32n, ['б'])]))).toEqual([
    { src: 1, added: 1, changed: 0, suppressed: 0 }
  ])
  const rows = await owner`SELECT id::text AS id FROM rec WHERE id IN (31, 32)`
  expect([...rows]).toEqual([{ id: '32' }])
})

test('builds the search indexes again after a load that was killed', async () => {
  const names = async () => {
    const rows = await database.owner`SELECT indexname FROM pg_indexes WHERE tablename = 'rec' ORDER BY 1`
    return rows.map((row: { indexname: string }) => row.indexname)
  }
  const before = await names()
  await dropSearchIndexes(database.owner)
  expect(await names()).toEqual(['rec_pkey'])
  await ensureSearchIndexes(database.owner)
  await database.owner.begin(tx => buildSearchIndexes(tx))
  expect(await names()).toEqual(before)
  expect(before).toEqual(['rec_k', 'rec_k_sample', 'rec_pkey', 'rec_sur'])
})

test('appends columns without moving those that are there', async () => {
  const { owner } = database
  const sourceId = await declareSource(owner, 'columns', passport)
  const add = (...labels: string[]) =>
    owner.begin(tx =>
      addColumns(
        tx,
        sourceId,
        labels.map(label => ({ label, kind: 'other' as const }))
      )
    )
  await add('А', 'Б')
  await Promise.all([add('Б', 'В'), add('Г', 'А')])
  const labels = (await findSource(owner, 'columns'))?.columns.map(column => column.label) ?? []
  expect(labels.slice(0, 2)).toEqual(['А', 'Б'])
  expect(labels.toSorted()).toEqual(['А', 'Б', 'В', 'Г'])
  const [row] = await owner`SELECT jsonb_typeof(columns) AS type FROM source WHERE id = ${sourceId}`
  expect(row.type).toBe('array')
})

test('books rows once: a second process at the same place is refused', async () => {
  const { owner } = database
  const sourceId = await declareSource(owner, 'booked', { ...passport, fields: ['А', 'Б «в»'] })
  const fingerprint = Bun.SHA256.hash('file') as Uint8Array
  const batch = await openBatch(owner, sourceId, 'a.csv', fingerprint)
  const place = { id: batch.id, sourceId }
  const more = { stored: 5, added: 4, changed: 0, rejected: 2, suppressed: 1 }
  expect(await owner.begin(tx => bookRows(tx, place, 0, more))).toBe(true)
  expect(await owner.begin(tx => bookRows(tx, place, 0, more))).toBe(false)
  expect(await openBatch(owner, sourceId, 'a.csv', fingerprint)).toEqual({
    id: batch.id,
    before: more
  })
  const [row] = await owner`SELECT records::int AS records, fields FROM source WHERE id = ${sourceId}`
  expect(row).toEqual({ records: 4, fields: ['А', 'Б «в»'] })
})
