import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { RecordWriter } from '#api/book/contract.ts'
import { createIndexRecords } from '#api/book/index-record.ts'
import { createRecordEncoder } from '#api/book/record-encoder.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { FOLLOWED_MS } from '#api/engines/index-state.ts'
import { dropSearchIndexes } from '#api/engines/postgres/indexes.ts'
import { openBatch } from '#api/features/imports/store.ts'
import { addColumns, declareSource } from '#api/features/sources/service.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { columnsOf } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

const COLUMNS = columnsOf({ Номер: 'record_number', Фамилия: 'last_name' })
const SEARCH = '/api/search/perform'
const INDEXES = ['rec_k', 'rec_k_sample', 'rec_sur']

let app: TestApp
let person: Person
/** Of two processes that load. */
let loaders: Records[]
const writers: RecordWriter[] = []

beforeEach(async () => {
  app = await startOnPostgres()
  person = await registerAndLogin(app)
  loaders = [0, 1].map(() => openRecords({ elasticsearchUrl: null }, app.database))
})
afterEach(async () => {
  // A load that is not over holds a connection.
  for (const writer of writers.splice(0)) await writer.commit()
  for (const loader of loaders) await loader.close()
  await app.stop()
})

/** Begins a load that says how large it is, and writes one record of it. */
async function beginLoad(
  by: Records | undefined,
  key: string,
  expectedRecords: number
): Promise<RecordWriter> {
  if (!by) throw new Error('no loader')
  const { owner } = app.database
  const sourceId = await declareSource(owner, key, KIT_PASSPORT)
  const columns = await owner.begin(tx => addColumns(tx, sourceId, COLUMNS))
  const batch = await openBatch(owner, sourceId, `${key}.csv`, new Uint8Array([1]))
  const load = { sources: [key], expectedRecords, isResumed: false, isProbablyNew: true }
  const writer = await by.book.openWriter(load, () => {})
  writers.push(writer)
  const encoder = createRecordEncoder(writer.sourceNumbers)
  encoder.add(
    createIndexRecords({ key, columns }, app.context.secrets.suppress)('1', ['1', 'Загрузкин']),
    batch.id
  )
  await writer.write(encoder.take(), async tx => {
    await tx`UPDATE source SET records = 1 WHERE key = ${key}`
  })
  return writer
}

const LARGE = 1_000_000
const indexes = async () => {
  const rows = await app.database.owner<{ name: string }[]>`SELECT indexname AS name FROM pg_indexes
    WHERE indexname = ANY (${`{${INDEXES.join(',')}}`}::text[]) ORDER BY 1`
  return rows.map(({ name }) => name)
}
const ask = async () => {
  invalidateSourceCache(app)
  return await person.post(SEARCH, { query: 'Загрузкин' })
}
/** Also whoever has just read that the indexes are there. */
const followed = () => Bun.sleep(FOLLOWED_MS + 100)

test('searches beside a large first load are refused and cost nothing, and find all of it afterwards', async () => {
  const writer = await beginLoad(loaders[0], 'first', LARGE)
  expect(await indexes()).toEqual([])
  await followed()
  const before = await booksIn(app, person)
  const refused = await ask()
  expect([refused.status, refused.body.code]).toEqual([503, 'SEARCH_DOWN'])
  expect(await booksIn(app, person)).toEqual(before)
  await writer.commit()
  expect(await indexes()).toEqual(INDEXES)
  await followed()
  expect((await ask()).body.results_count).toBe(1)
})

test('a small load, and a large one into what is there, leave the indexes where they are', async () => {
  await (await beginLoad(loaders[0], 'small', 10)).commit()
  await beginLoad(loaders[1], 'large', LARGE)
  expect(await indexes()).toEqual(INDEXES)
})

test('what a killed load has dropped the server makes, but not beside a load that will', async () => {
  await beginLoad(loaders[0], 'small', 10)
  await app.database.owner.begin(dropSearchIndexes)
  await loaders[1]?.keepIndex()
  expect(await indexes()).toEqual(INDEXES)
  await followed()
  expect((await ask()).status).toBe(200)

  await app.database.owner`DELETE FROM rec`
  const writer = await beginLoad(loaders[0], 'large', LARGE)
  await loaders[1]?.keepIndex()
  expect(await indexes()).toEqual([])
  await writer.commit()
  expect(await indexes()).toEqual(INDEXES)
})

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]]
])('of two large first loads at once the one that began %s may end first', async (_when, order) => {
  const both = [await beginLoad(loaders[0], 'one', LARGE), await beginLoad(loaders[1], 'two', LARGE)]
  expect(await indexes()).toEqual([])
  for (const at of order) await both[at]?.commit()
  expect(await indexes()).toEqual(INDEXES)
  await followed()
  expect((await ask()).body.results_count).toBe(2)
})

test('a load that is refused before its first record leaves no index dropped', async () => {
  await app.database.owner`UPDATE record_rule SET rule = rule + 1`
  await app.database.owner`INSERT INTO source (key, title, status, columns, records)
    VALUES ('held', 'З', 'disabled', '[]', 1)`
  await expect(beginLoad(loaders[0], 'refused', LARGE)).rejects.toThrow('версией программы')
  expect(await indexes()).toEqual(INDEXES)
})
