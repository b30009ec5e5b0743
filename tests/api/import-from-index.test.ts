import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { IndexDocument, IndexDocuments } from '#api/engines/external-contract.ts'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { DOCUMENT_ID, openIndexTable } from '#api/features/imports/files/index-table.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
let sources = 0

beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const LARGE = 'слово '.repeat(100_000)

/** Pages of a thousand, as an engine makes them. */
const documentsOf = (documents: readonly IndexDocument[], version = 'v1'): IndexDocuments => ({
  version,
  count: documents.length,
  async *pages() {
    for (let at = 0; at < documents.length; at += 1_000) yield documents.slice(at, at + 1_000)
  }
})
const people = (size: number): IndexDocument[] =>
  Array.from({ length: size }, (_, at) => ({
    id: `d${at}`,
    fields: {
      ФИО: 'Копиев Карл Ильич',
      Телефон: `+7 973 ${100 + Math.floor(at / 10_000)}-${1_000 + (at % 9_000)}`
    }
  }))

const copy = (key: string, documents: IndexDocuments, options: Parameters<FileImports['load']>[2] = {}) =>
  desk.load(key, `${desk.folder}/people`, { passport: KIT_PASSPORT, id: DOCUMENT_ID, documents, ...options })
const nextKey = () => `copied-${sources++}`
const valuesOf = async (key: string) =>
  await desk.database.owner<{ rid: string; values: string[] }[]>`SELECT rid, doc::json AS values FROM rec
    JOIN source ON source.id = src WHERE source.key = ${key} ORDER BY rid`

test('a document becomes a record under its id: its fields by their paths, in columns of what they hold', async () => {
  const key = nextKey()
  const documents = documentsOf([
    { id: 'a', fields: { ФИО: 'Копиев Карл', Телефоны: '89735550101; 89735550102', 'адрес.город': 'Тверь' } },
    { id: 'b', fields: { ФИО: 'Копиева Анна', позже: 'новое' } },
    { id: 'c', fields: {} },
    { id: 'd', fields: { ФИО: 'Великов Карл', дело: LARGE } }
  ])
  const { source, added, rejected, firstReason, idColumn } = await copy(key, documents)
  expect([added, rejected, firstReason, idColumn.id]).toEqual([2, 2, 'в документе ничего нет', DOCUMENT_ID])
  expect(source.columns.map(({ label }) => label)).toEqual([
    DOCUMENT_ID,
    'ФИО',
    'Телефоны',
    'адрес.город',
    'позже'
  ])
  expect((await valuesOf(key)).map(({ rid }) => rid)).toEqual(['a', 'b'])
  expect(await desk.holders('phone:79735550102')).toEqual([`${key}:a`])
})

test('its columns may be mapped and called otherwise, and are shown before anything is stored', async () => {
  const key = nextKey()
  const documents = documentsOf([
    { id: 'a', fields: { кто: 'Копиев Карл', тел: '89735550103', лишнее: 'нет' } }
  ])
  const map = { columns: { Имя: 'full_name' as const }, drop: ['лишнее'], names: { кто: 'Имя' } }
  const table = await openIndexTable(documents, map.names)
  const preview = await previewOf(table, {
    map: { ...NO_MAP, ...map },
    idOptions: { sourceKey: key, remembered: null, hasRecords: false, requested: DOCUMENT_ID },
    existing: [],
    fields: null
  })
  expect(preview.columns.map(({ label, found, kind, is_id }) => [label, found, kind, is_id])).toEqual([
    [DOCUMENT_ID, DOCUMENT_ID, expect.any(String), true],
    ['Имя', 'кто', 'full_name', false],
    ['тел', 'тел', 'phone', false],
    ['лишнее', 'лишнее', expect.any(String), false]
  ])
  await copy(key, documents, { map })
  expect((await valuesOf(key))[0]?.values).toEqual(['a', 'Копиев Карл', '89735550103'])
})

test('a copy that was interrupted goes on in the same batch as long as the index is the same', async () => {
  const key = nextKey()
  // Several chunks of few rows.
  const attachment = 'x'.repeat(4_000)
  const all = people(3_000).map(({ id, fields }) => ({ id, fields: { ...fields, вложение: attachment } }))
  const map = { drop: ['вложение'] }
  const broken: IndexDocuments = {
    ...documentsOf(all),
    async *pages() {
      for (let at = 0; at < 2_500; at += 100) yield all.slice(at, at + 100)
      throw new Error('the point in time has gone')
    }
  }
  await expect(copy(key, broken, { map })).rejects.toThrow('the point in time has gone')
  const resumed = await copy(key, documentsOf(all), { map })
  expect(resumed.resumedAfter).toBeGreaterThan(0)
  expect([resumed.added, (await valuesOf(key)).length]).toEqual([all.length, all.length])
  const repeated = await copy(key, documentsOf(all), { map })
  expect([repeated.added, repeated.changed, (await valuesOf(key)).length]).toEqual([0, 0, all.length])
})

test('a copy of an index that has changed begins anew, and no record is there twice', async () => {
  const key = nextKey()
  const first = await copy(key, documentsOf(people(50)))
  const [changed, ...others] = people(51)
  const fields = { ...changed?.fields, ФИО: 'Иначев Карл' }
  const second = await copy(key, documentsOf([...others, { id: 'd0', fields }], 'v2'))
  expect([second.batchId === first.batchId, second.added, second.changed]).toEqual([false, 1, 1])
  expect(await valuesOf(key)).toHaveLength(51)
})
