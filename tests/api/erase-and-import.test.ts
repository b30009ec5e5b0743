import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Person as SeedPerson } from '#api/db/seed/people.ts'
import { CHUNK_ROWS } from '#api/features/imports/chunker.ts'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import type { FileRow } from '#api/features/imports/files/csv.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { type ImportResult, importTable } from '#api/features/imports/service.ts'
import { eraseDue } from '#api/features/suppressions/erasing.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { openOffice, type SubjectOffice } from '#tests/kit/subject-office.ts'
import { until } from '#tests/kit/until.ts'

let office: SubjectOffice
let folder: string
let owner: SQL
/** With connections of its own: a load takes those of the owner. */
let watcher: SQL
beforeAll(async () => {
  office = await openOffice()
  owner = office.app.database.owner
  watcher = new SQL({ ...owner.options, max: 2 } as SQL.Options)
  folder = mkdtempSync(join((await testCluster()).dataDir, 'erase-'))
})
afterAll(async () => {
  await watcher.close()
  await office.stop()
})

/** Loads other people and then, in a chunk of its own, the person, with what is done before each chunk. */
async function load(
  key: string,
  person: SeedPerson,
  { before = async () => {}, between = async () => {}, others = CHUNK_ROWS }
): Promise<ImportResult> {
  const file = join(folder, `${key}.csv`)
  const rows = Array.from({ length: others }, (_, at) => `${at};Другов Иван;o${at}@example.com`)
  writeFileSync(
    file,
    `id;ФИО;E-mail\n${[...rows, `${others};Кто-то;${person.email}`].map(row => `${row}\n`).join('')}`
  )
  const table = await openTable(file, {})
  const all: FileRow[] = []
  for await (const block of table.rows()) all.push(...block)
  const paced = {
    ...table,
    async *rows() {
      await before()
      yield all.slice(0, others)
      await between()
      yield all.slice(others)
    }
  }
  const { book, secrets } = office.app.context
  const rules = { map: { ...NO_MAP, id: 'id' }, id: 'id' }
  return await importTable(
    { sourceKey: key, file, table: paced, rules, settings: '', passport: KIT_PASSPORT },
    { owner, book, secrets, dataDir: folder, onProgress() {}, report() {}, warn() {} }
  )
}

const countStored = async (person: SeedPerson): Promise<number> => {
  const [row] = await owner<{ count: number }[]>`SELECT count(*)::int AS count FROM rec
    WHERE doc LIKE ${`%${person.email}%`}`
  return row?.count ?? 0
}
const erase = async (person: SeedPerson): Promise<number> => {
  const { id } = await office.confirm(person, 'erase')
  expect((await office.decide(id, { decision: 'fulfil' })).status).toBe(200)
  return id
}
/** Whether the list says that the records of a request are gone. */
const isErased = async (id: number): Promise<boolean> => {
  const [row] = await owner<{ erased: boolean }[]>`SELECT bool_and(erased_at IS NOT NULL) AS erased
    FROM suppression WHERE request = ${`О-${String(id).padStart(4, '0')}`} AND state = 'active' AND main_id IS NULL`
  return row?.erased === true
}

test('a load that is under way leaves out whoever is erased meanwhile', async () => {
  const person = office.nextPerson()
  let id = 0
  const done = await load('meanwhile', person, {
    async between() {
      id = await erase(person)
      expect([await isErased(id), await countStored(person)]).toEqual([true, 0])
    }
  })
  expect([done.stored, done.added, done.suppressed]).toEqual([CHUNK_ROWS, CHUNK_ROWS, 1])
  expect([await isErased(id), await countStored(person)]).toEqual([true, 0])
  const [row] =
    await owner`SELECT records::int AS records, (SELECT count(*)::int FROM rec WHERE src = source.id) AS held
    FROM source WHERE key = 'meanwhile'`
  expect(row).toEqual({ records: CHUNK_ROWS, held: CHUNK_ROWS })
})

test('an erasure waits for the chunk that does not know of it, and takes what it brings', async () => {
  const person = office.nextPerson()
  const held = Promise.withResolvers<void>()
  let holding: Promise<unknown> | undefined
  const loading = load('chunk', person, {
    others: 1,
    async before() {
      const isHeld = Promise.withResolvers<void>()
      // The chunk has written its rows when it wants to count them.
      holding = watcher.begin(async tx => {
        await tx`SELECT FROM import_batch b JOIN source ON source.id = source_id WHERE key = 'chunk' FOR UPDATE OF b`
        isHeld.resolve()
        await held.promise
      })
      await isHeld.promise
    }
  })
  await until(() => isWaited('transactionid'))
  const erasing = erase(person)
  await until(() => isWaited('advisory'))
  held.resolve()
  const [id, done] = await Promise.all([erasing, loading, holding])
  expect(done.stored).toBe(2)
  expect([await isErased(id), await countStored(person)]).toEqual([true, 0])
})

const isWaited = async (kind: string): Promise<boolean> => {
  const [row] = await watcher<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_locks
    WHERE locktype = ${kind} AND NOT granted`
  return (row?.count ?? 0) > 0
}

test('an erasure begins again when keys of records are made anew', async () => {
  await loadSource(office.app, 'late', {
    title: 'Поздний',
    kind: 'ordinary',
    columns: columnsOf({ Номер: 'record_number', Налог: 'other' }),
    // A number that lost a leading zero is an INN in the column of one only.
    rows: [['1', '01204175650']]
  })
  const path = '/api/auth/admin/suppressions'
  const values = [{ value: 'ИНН 001204175650' }]
  const [added] = (await office.admin.post(path, { values, reason: 'erasure' })).body.added
  const erased = await office.admin.post(`${path}/erase`, { ids: [added.id], confirm: 'УДАЛИТЬ' })
  expect(erased.body).toMatchObject({ erased: 0, is_over: true })

  const index = '/api/auth/admin/es_indices/late'
  expect((await office.admin.post(`${index}/remap`, { columns: { Налог: 'inn' } })).status).toBe(200)
  const isRemapped = async () => (await office.admin.get(index)).body.index.remap.state === 'done'
  expect(await until(isRemapped)).toBe(true)
  while ((await eraseDue(office.app.context, 1)) > 0);
  const [row] =
    await owner`SELECT (SELECT count(*)::int FROM rec JOIN source ON source.id = src WHERE key = 'late')
    AS held, erased_at IS NOT NULL AS erased FROM suppression WHERE id = ${added.id}`
  expect(row).toEqual({ held: 0, erased: true })
})
