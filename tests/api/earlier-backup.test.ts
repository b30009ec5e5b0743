import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createRecordStore } from '#api/book/stored-copy.ts'
import { type Archive, jsonPart, openArchive, writeArchive } from '#api/db/backup/archive.ts'
import { checkArchive, restore } from '#api/db/backup/restore.ts'
import { freshDatabase, testCluster } from '#tests/kit/cluster.ts'
import { balanceOf, logIn } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { countStored } from '#tests/kit/stored-records.ts'

const FOLDER = join(import.meta.dir, '..', 'kit', 'earlier-backups')
/** By where the product had its records. */
const backupOf = (engine: string) => join(FOLDER, `${engine}.backup`)
const RECORDS = 176

const silently = () => {}
const rowsIn = async ({ database }: TestApp, table: string): Promise<number> =>
  (await database.owner.unsafe(`SELECT count(*)::int AS count FROM ${table}`))[0].count

describe.each(['postgres', 'elasticsearch'])(
  'a backup of drizzle’s last version with its records in %s',
  engine => {
    let app: TestApp
    beforeAll(async () => {
      const path = backupOf(engine)
      const { keys } = await checkArchive(path)
      app = await startOnPostgres({ SUPPRESS_KEY: keys.suppress, AUDIT_KEY: keys.audit })
      const { config } = app.context
      const store = createRecordStore(keys.suppress, silently)
      await app.database.owner`DELETE FROM search_index`
      await app.database.owner`INSERT INTO search_index (engine, name, building, leaving)
        VALUES ('elasticsearch', 'sverka-0-1', 'sverka-0-2', '{postgres,sverka-0-3}')`
      const holdings = await restore(app.database.owner, path, config, silently, store)
      expect(holdings).toMatchObject({ users: 1, balances: 47, ledger: 5, suppressions: 1, records: RECORDS })
      await app.context.engine.open()
    })
    afterAll(() => app.stop())

    test('has its records with their versions, and a batch of it can be undone', async () => {
      expect([...(await countStored(app))].reduce((sum, [, count]) => sum + count, 0)).toBe(RECORDS)
      expect([await rowsIn(app, 'rec_earlier'), await rowsIn(app, 'rec_share')]).toEqual([30, 20])
      const batches: { id: number; state: string }[] = await app.database.owner`SELECT b.id, b.state
      FROM import_batch b JOIN source s ON s.id = source_id WHERE s.key = 'kept' ORDER BY b.id`
      expect(batches.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'undone'])
      const [, , third] = batches
      expect(await app.context.book.planRemoval(third?.id ?? 0)).toEqual({
        removed: 0,
        restored: 30,
        kept: 0
      })
    })

    test('leaves what the database had in a cluster to be dropped, and keeps no change for it', async () => {
      const [state] = await app.database.owner`SELECT engine, name, building, leaving FROM search_index`
      expect(state).toMatchObject({ engine: 'postgres', name: null, building: null })
      expect(state.leaving.toSorted()).toEqual(['sverka-0-1', 'sverka-0-2', 'sverka-0-3'])
      expect([await rowsIn(app, 'record_change'), await rowsIn(app, 'record_follower')]).toEqual([0, 0])
    })

    test('is searched, and shows nobody who is not to be shown', async () => {
      const answers = await Promise.all(
        ['Копиев +7 973 200-00-27', 'Копиев +7 973 100-00-55', 'Сидорова Анна'].map(line =>
          searchIn(app, line)
        )
      )
      expect(answers.map(({ candidates }) => candidates.length > 0)).toEqual([true, true, false])
    })

    test('lets its people in, with their balance, and charges them', async () => {
      const person = await logIn(app, 'former')
      expect(person.user.requests_count).toBe(47)
      const { status, body } = await person.post('/api/search/perform', { query: 'Иванов Иван' })
      expect([status, body.charged]).toEqual([200, 1])
      expect(await balanceOf(app, 'former')).toEqual({ balance: 46, ledger: 46 })
    })
  }
)

/** A row of one text, as Postgres writes it in binary. */
function rowOf(text: string): Uint8Array {
  const value = Buffer.from(text)
  const fields = Buffer.alloc(6)
  fields.writeInt16BE(1)
  fields.writeInt32BE(value.length, 2)
  const head = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
  return Buffer.concat([head, fields, value, Buffer.from([0xff, 0xff])])
}

async function* withTable(archive: Archive, name: string, column: string): AsyncGenerator<Uint8Array> {
  const tables = [...archive.header.tables, { name, columns: [column] }]
  yield jsonPart({ ...archive.header, tables })
  for (const _ of archive.header.tables) {
    for await (const chunk of archive.chunks()) yield Uint8Array.from(chunk)
    yield new Uint8Array()
  }
  yield rowOf('sverka-former')
  yield new Uint8Array()
  const end = await archive.end()
  yield jsonPart({
    ...end,
    rows: [...end.rows, 1],
    sequences: [...end.sequences, [`${name}_${column}_seq`, '1']]
  })
}

test('tables and columns that are gone are read, and not stored', async () => {
  const { dataDir } = await testCluster()
  const folder = mkdtempSync(join(dataDir, 'earlier-'))
  const path = join(folder, 'more.backup')
  const archive = await openArchive(backupOf('postgres'))
  await writeArchive(path, withTable(archive, 'elastic_namespace', 'name'))
  archive.close()
  const { owner, close } = await freshDatabase()
  await owner`ALTER TABLE source DROP COLUMN IF EXISTS index_mark`
  await owner`DROP TABLE IF EXISTS elastic_namespace`
  await checkArchive(path)
  const keys = { dataDir: folder, suppressKey: null, auditKey: null }
  const { records, sources } = await restore(owner, path, keys, silently)
  expect([records, sources > 0]).toEqual([RECORDS, true])
  const [row] = await owner`SELECT to_regclass('elastic_namespace') AS name, to_regclass('archived') AS draft`
  expect(row).toEqual({ name: null, draft: null })
  await close()
})
