import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openArchive } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { restore } from '#api/db/backup/restore.ts'
import { eraseDue } from '#api/features/suppressions/erasing.ts'
import { randomSecrets } from '#api/lib/secrets.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { logIn, type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const PATH = '/api/auth/admin/suppressions'
const ERASED = '+7 973 204-17-40'
const LIFTED = '+7 974 318-60-22'
const SUPPRESSED = 'Петров Пётр Петрович 30.11.1972'
const BEFORE = '+7 976 005-77-14'
const OBJECTION = { reason: 'objection', request: 'О-0040' }

let admin: Person
let file: string
const app = startedApp(async app => {
  await loadPeople(app)
  admin = await signedInAs(app, ROLE_ADMIN)
  file = join(mkdtempSync(join((await testCluster()).dataDir, 'restored-')), 'all.backup')
}, startOnPostgres)

const add = async (value: string): Promise<number> => {
  const { body } = await admin.post(PATH, { values: [{ value }], ...OBJECTION })
  return body.added[0].id
}
const erase = async (id: number) =>
  expect((await admin.post(`${PATH}/erase`, { ids: [id], confirm: 'УДАЛИТЬ' })).body.is_over).toBe(true)
const ask = async (query: string) => {
  const { status, body } = await admin.post('/api/search/perform', { query })
  expect(status).toBe(200)
  return JSON.stringify(body.results_by_source)
}
/** Those of them who are found. */
async function shownValues(): Promise<string[]> {
  app.context.sources.forget()
  const shown = []
  // Somebody else has the name.
  const markOf = (value: string) => (value === SUPPRESSED ? 'kit_registry:3"' : 'record_id')
  for (const value of [ERASED, LIFTED, SUPPRESSED, BEFORE])
    if ((await ask(value)).includes(markOf(value))) shown.push(value)
  return shown
}
const countStored = async (text: string) => {
  const [row] = await app.database.owner`SELECT count(*)::int AS count FROM rec WHERE doc LIKE ${`%${text}%`}`
  return row.count as number
}

test('an archive of before brings nobody back who was suppressed or erased since', async () => {
  const before = await add(BEFORE)
  await backUp(app.database.owner, app.context.config, file)
  expect(await shownValues()).toEqual([ERASED, LIFTED, SUPPRESSED])
  await add(SUPPRESSED)
  await erase(await add(ERASED))
  const lifted = await add(LIFTED)
  await erase(lifted)
  await admin.post(`${PATH}/${lifted}/lift`, { reason: 'ошибка' })
  await admin.post(`${PATH}/${before}/lift`, { reason: 'ошибка' })
  expect([await shownValues(), await countStored('204-17-40'), await countStored('318-60-22')]).toEqual([
    [BEFORE],
    0,
    0
  ])

  const reports: string[] = []
  await restore(app.database.owner, file, app.context.config, text => reports.push(text))
  admin = await logIn(app, admin.username)
  expect(reports).toContain('Исключения этой базы остаются в силе: 3')
  expect(await countStored('204-17-40')).toBeGreaterThan(0)
  // What the archive itself keeps out is out until it is lifted once more.
  expect(await shownValues()).toEqual([])
  const { suppressions } = (await admin.get(PATH)).body
  expect(
    suppressions.map(({ state, request }: { state: string; request: string }) => [state, request])
  ).toEqual([
    ['provisional', 'О-0040'],
    ['active', 'О-0040'],
    ['active', 'О-0040'],
    ['active', 'О-0040']
  ])
  // The job erases what the archive has brought of those who were erased.
  while ((await eraseDue(app.context, 500)) > 0);
  expect([await countStored('204-17-40'), await countStored('318-60-22')]).toEqual([0, 0])
  expect(await countStored('Петров')).toBeGreaterThan(0)

  await restore(app.database.owner, file, app.context.config, text => reports.push(text))
  admin = await logIn(app, admin.username)
  expect(await shownValues()).toEqual([])
})

test('a backup that was made after an erasure has no record of who was erased', async () => {
  const held = async (path: string) => {
    const archive = await openArchive(path)
    const parts: Uint8Array[] = []
    for (const _ of archive.header.tables) for await (const part of archive.chunks()) parts.push(part)
    archive.close()
    const text = Buffer.concat(parts).toString('utf8')
    return ['i.ivanov@example.com', 'Кузнецов'].filter(value => text.includes(value))
  }
  const later = file.replace('all', 'later')
  while ((await eraseDue(app.context, 500)) > 0);
  await backUp(app.database.owner, app.context.config, later)
  expect([await held(file), await held(later)]).toEqual([['i.ivanov@example.com', 'Кузнецов'], ['Кузнецов']])
})

test('entries of another key are not taken along, and it is said how many', async () => {
  const other = await startOnPostgres({
    SUPPRESS_KEY: randomSecrets().suppress,
    AUDIT_KEY: app.context.secrets.audit
  })
  try {
    const administrator = await signedInAs(other, ROLE_ADMIN)
    await administrator.post(PATH, { values: [{ value: ERASED }, { value: SUPPRESSED }], ...OBJECTION })
    const reports: string[] = []
    const settings = {
      ...app.context.config,
      dataDir: mkdtempSync(join((await testCluster()).dataDir, 'keys-'))
    }
    await restore(other.database.owner, file, settings, text => reports.push(text))
    expect(reports.join('\n')).toContain('Исключений с другим ключом: 2')
  } finally {
    await other.stop()
  }
})
