import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Archive, jsonPart, openArchive, writeArchive } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { restore } from '#api/db/backup/restore.ts'
import { rowsOf } from '#api/db/backup/tables.ts'
import { freshDatabase, testCluster } from '#tests/kit/cluster.ts'
import { logIn, type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { type Program, programOf, programWith } from '#tests/kit/public-api.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let folder: string
let file: string
let person: Person
/** By a token that is deleted after the backup, and by one that is not. */
let programs: Program[]
const silently = () => {}

const app = startedApp(async app => {
  folder = mkdtempSync(join((await testCluster()).dataDir, 'tokens-'))
  file = join(folder, 'all.backup')
  person = await registerAndLogin(app)
  const owners = [person, await registerAndLogin(app)]
  programs = await Promise.all(owners.map(owner => programOf(owner, app.url)))
  await backUp(app.database.owner, app.context.config, file)
  expect((await person.delete(`/api/delete_token/${programs[0]?.token}`)).status).toBe(200)
}, startOnPostgres)

const statuses = async (url: string) =>
  await Promise.all(
    programs.map(async ({ token }) => (await programWith(token, url).ask('/api/balance')).status)
  )

test('a restored backup lets no program in by a token of the original, deleted since or not, until it has a new one', async () => {
  expect(await statuses(app.url)).toEqual([401, 200])
  const { suppress, audit } = app.context.secrets
  const restored = await startOnPostgres({ SUPPRESS_KEY: suppress, AUDIT_KEY: audit })
  await restore(restored.database.owner, file, restored.context.config, silently)
  expect(await statuses(restored.url)).toEqual([401, 401])
  const again = await programOf(await logIn(restored, person.username), restored.url)
  expect((await again.ask('/api/balance')).status).toBe(200)
  await restored.stop()
})

test('an archive that has tokens lets no program in by them', async () => {
  const { owner, close } = await freshDatabase()
  const path = join(folder, 'with-tokens.backup')
  await writeWithTokens(path)
  const settings = { suppressKey: null, auditKey: null, dataDir: join(folder, 'with-tokens') }
  await restore(owner, path, settings, silently)
  expect(await owner`SELECT FROM users`).not.toHaveLength(0)
  expect(await owner`SELECT FROM api_tokens`).toHaveLength(0)
  await close()
})

/** As a version that left no tokens out made it. */
async function writeWithTokens(path: string): Promise<void> {
  const archive = await openArchive(file)
  const { header } = archive
  const [parts, end] = [await partsOf(archive), await archive.end()]
  const columns = ['id', 'user_id', 'slot', 'token_hash', 'masked', 'created_at', 'last_used']
  const table = { name: 'api_tokens', columns }
  await app.database.owner.begin(async tx => {
    const tokens = await Array.fromAsync(rowsOf(tx, table), chunk => Uint8Array.from(chunk))
    const parsed = jsonPart({ ...end, rows: [...end.rows, 1] })
    await writeArchive(
      path,
      (async function* () {
        yield jsonPart({ ...header, tables: [...header.tables, table] })
        yield* parts
        yield* tokens
        yield new Uint8Array()
        yield parsed
      })()
    )
  })
}

async function partsOf(archive: Archive): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (const _ of archive.header.tables) {
    for await (const chunk of archive.chunks()) parts.push(Uint8Array.from(chunk))
    parts.push(new Uint8Array())
  }
  return parts
}
