import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { restore } from '#api/db/backup/restore.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { tableContents } from '#tests/kit/table-contents.ts'

/** What somebody past the program may leave in a database, with the condition that it breaks. */
const BROKEN: [condition: string, table: string, statement: string, undo: string][] = [
  [
    'import_batch_source_id_source_id_fk',
    'import_batch',
    'UPDATE import_batch SET source_id = source_id + 1000',
    'UPDATE import_batch SET source_id = source_id - 1000'
  ],
  [
    'audit_event_numbered',
    'audit_event',
    `INSERT INTO audit_event (id, actor_kind, via, action) OVERRIDING SYSTEM VALUE VALUES (-7, 'user', 'ui', 'search')`,
    'SELECT 1'
  ]
]

let broken: TestApp
let whole: TestApp
let folder: string
beforeAll(async () => {
  broken = await startOnPostgres()
  await loadPeople(broken)
  const { suppress, audit } = broken.context.secrets
  whole = await startOnPostgres({ SUPPRESS_KEY: suppress, AUDIT_KEY: audit })
  await registerAndLogin(whole)
  folder = mkdtempSync(join((await testCluster()).dataDir, 'refused-'))
})
afterAll(async () => {
  await broken.stop()
  await whole.stop()
})

test.each(BROKEN)(
  'a copy with a row that breaks %s is refused in words, and replaces nothing',
  async (condition, table, statement, undo) => {
    const { owner } = broken.database
    await owner.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${condition}`)
    await owner.unsafe(statement)
    const file = join(folder, `${folder.length}-${table.length}.backup`)
    await backUp(owner, broken.context.config, file)
    await owner.unsafe(undo)

    const before = await tableContents(whole.database.owner)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    const refused = await restore(whole.database.owner, file, whole.context.config, () => {}).catch(
      error => error
    )
    expect(refused).toBeInstanceOf(BackupError)
    for (const word of [condition, table, 'Ничего не изменено']) expect(refused.message).toContain(word)
    expect(await tableContents(whole.database.owner)).toEqual(before)
  }
)
