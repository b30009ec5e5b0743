import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateRange } from '#api/db/seed/generate.ts'
import { loadSeed } from '#api/db/seed/load.ts'
import { countRange } from '#api/db/seed/portion.ts'
import { PORTION_PEOPLE } from '#api/db/seed/segments.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { openRecords } from '#api/engines/index.ts'
import { dropSearchIndexes, prepareLoad } from '#api/engines/postgres/indexes.ts'
import type { Table } from '#api/features/imports/files/reader.ts'
import { normalizeSpelling } from '#shared/identity/lookup/spelling-index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const SECRETS = { suppress: 'the-key-of-the-bulk-tests-0123456789' }

async function indexes(owner: FileImports['database']['owner']): Promise<string[]> {
  const rows: { name: string }[] =
    await owner`SELECT indexname AS name FROM pg_indexes WHERE tablename = 'rec' ORDER BY 1`
  return rows.map(row => row.name)
}

const ALL = ['rec_k', 'rec_k_sample', 'rec_pkey', 'rec_sur']

test('loads a large first file without search indexes and has them afterwards, also when it fails', async () => {
  const { owner } = desk.database
  const seen: string[][] = []
  const load = (fails: boolean) =>
    desk.load('bulk', desk.write('bulk.csv', 'id,Телефон\n1,+7 973 000-07-01\n'), {
      passport: KIT_PASSPORT,
      id: 'id',
      through: table => ({
        ...table,
        expectedRows: 1_000_000,
        async *rows() {
          for await (const block of table.rows()) yield block
          seen.push(await indexes(owner))
          if (fails) throw new Error('broken')
        }
      })
    })
  await expect(load(true)).rejects.toThrow('broken')
  expect(await indexes(owner)).toEqual(ALL)
  expect(await desk.holders('phone:79730000701')).toEqual(['bulk:1'])
  await load(false)
  // The second time the table is not empty: people may be searching in it.
  expect(seen).toEqual([['rec_pkey'], ALL])
})

test('leaves no batch and no index dropped when it fails before the first row', async () => {
  const desk = await openFileImports()
  const { owner } = desk.database
  const file = desk.write('early.csv', 'id,Телефон\n1,+7 973 000-07-02\n')
  const through = (table: Table) => ({ ...table, expectedRows: 1_000_000 })
  const load = (id = 'id') => desk.load('early', file, { passport: KIT_PASSPORT, id, through })
  const leaves = async () => [await indexes(owner), (await owner`SELECT FROM import_batch`).length]
  try {
    await owner`ALTER TABLE suppression RENAME TO hidden`
    await expect(load()).rejects.toThrow()
    expect(await leaves()).toEqual([ALL, 0])
    await owner`ALTER TABLE hidden RENAME TO suppression`

    await owner`CREATE FUNCTION refuse_drop() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'planted'; END $$`.simple()
    await owner`CREATE EVENT TRIGGER refuse_drop ON ddl_command_start WHEN TAG IN ('DROP INDEX')
      EXECUTE FUNCTION refuse_drop()`.simple()
    await expect(load()).rejects.toThrow()
    expect(await leaves()).toEqual([ALL, 0])
    await owner`DROP EVENT TRIGGER refuse_drop`.simple()

    await expect(load('Нет такой')).rejects.toThrow('нет колонки')
    expect(await leaves()).toEqual([ALL, 0])
    expect((await load()).added).toBe(1)
  } finally {
    await desk.database.close()
  }
})

test('builds the indexes that a killed load left out, before a small load and at the end of a large one', async () => {
  const database = await freshDatabase()
  const { owner } = database
  try {
    const large = { expectedRecords: 1_000_000, isResumed: false }
    await dropSearchIndexes(owner)
    await prepareLoad(owner, { expectedRecords: 10, isResumed: false }, () => {})
    expect(await indexes(owner)).toEqual(ALL)
    const finish = await prepareLoad(owner, large, () => {})
    expect(await indexes(owner)).toEqual(['rec_pkey'])
    await finish()
    expect(await indexes(owner)).toEqual(ALL)
  } finally {
    await database.close()
  }
})

const TWO_PORTIONS = PORTION_PEOPLE + 300
const SEED = 3

/** Surnames that only people of the second portion have brought, for the most part. */
function lateSurnames(): string[] {
  const late: string[] = []
  for (const { source, values } of generateRange({ from: PORTION_PEOPLE, to: TWO_PORTIONS, seed: SEED })) {
    const columns = SEED_SOURCES.find(({ key }) => key === source)?.columns ?? []
    const surname = values[columns.findIndex(({ kind }) => kind === 'last_name')] ?? ''
    if (/^[А-Яа-яё-]{3,}$/.test(surname)) late.push(normalizeSpelling(surname))
  }
  return late
}

test('stores the same records with any number of threads, each once, and the spellings of all', async () => {
  const late = lateSurnames()
  expect(late.length).toBeGreaterThan(200)
  const marks: string[] = []
  for (const workers of [0, 3]) {
    const database = await freshDatabase()
    try {
      const { owner } = database
      await loadSeed({
        people: TWO_PORTIONS,
        seed: SEED,
        owner,
        book: openRecords({ elasticsearchUrl: null }, database).book,
        secrets: SECRETS,
        workers
      })
      const [row] =
        await owner`SELECT count(*)::int AS count, md5(string_agg(rec::text, '' ORDER BY ctid)) AS mark
        FROM rec`
      expect(row.count).toBe(
        countRange({ from: 0, to: TWO_PORTIONS, seed: SEED }).reduce((sum, count) => sum + count, 0)
      )
      marks.push(row.mark)
      // Also what threads hand over with later portions.
      const rows = await owner<{ spelling: string }[]>`SELECT spelling FROM vocabulary`
      const spellings = new Set(rows.map(({ spelling }) => spelling))
      expect(late.filter(surname => !spellings.has(surname))).toEqual([])
      expect(spellings.has('примеров')).toBe(true)
    } finally {
      await database.close()
    }
  }
  expect(new Set(marks).size).toBe(1)
}, 180_000)
