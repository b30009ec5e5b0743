import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { SQL } from 'bun'
import { BackupError } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { explained } from '#api/db/backup/failure.ts'
import { restore } from '#api/db/backup/restore.ts'
import type { Database } from '#api/db/connect.ts'
import { keepSecrets, randomSecrets, readSecrets, secretsFile } from '#api/lib/secrets.ts'
import { freshDatabase, testCluster } from '#tests/kit/cluster.ts'
import { freePort } from '#tests/kit/start-app.ts'

const silently = () => {}
const unset = { sessionSecret: null, suppressKey: null, auditKey: null }

let folder: string
let archive: string
let source: Database
let copied: { suppress: string; audit: string }
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join((await testCluster()).dataDir, 'unanswered-'))
  archive = join(folder, 'all.backup')
  source = await freshDatabase()
  const { suppress, audit } = randomSecrets()
  copied = { suppress, audit }
  await source.owner`INSERT INTO news (title, category, summary, author) VALUES ('Новость', 'Новость', 'Текст', 'Автор')`
  await backUp(source.owner, { ...unset, dataDir: folder, suppressKey: suppress, auditKey: audit }, archive)
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await source.close()
})

/** The owner of a database over a network that breaks at the commit: before it, or before its answer. */
async function ownerOver(database: Database, breaksAt: 'commit' | 'answer'): Promise<SQL> {
  const { connection } = await testCluster()
  const [{ name }] = await database.owner`SELECT current_database() AS name`
  const port = freePort()
  const network: Server = createServer(near => {
    const far = connect(connection.path)
    let isCommitting = false
    const breakOff = () => {
      near.destroy()
      far.destroy()
    }
    near.on('data', bytes => {
      isCommitting ||= bytes.includes('COMMIT\0')
      if (isCommitting && breaksAt === 'commit') breakOff()
      else far.write(bytes)
    })
    far.on('data', bytes => {
      if (isCommitting) breakOff()
      else near.write(bytes)
    })
    for (const end of [near, far]) end.on('error', silently).on('close', breakOff)
  })
  await new Promise<void>(resolve => network.listen(port, '127.0.0.1', resolve))
  const { username, password } = connection
  const owner = new SQL({
    adapter: 'postgres',
    hostname: '127.0.0.1',
    port,
    username,
    password,
    database: name,
    max: 1
  })
  opened.push(owner, network)
  return owner
}

test.each(['answer', 'commit'] as const)(
  'a restore that lost its connection at the %s says that nobody knows, and keeps both key files',
  async breaksAt => {
    const database = await freshDatabase()
    const dataDir = join(folder, breaksAt)
    const before = keepSecrets(dataDir)
    const settings = { dataDir, suppressKey: null, auditKey: null }
    const owner = await ownerOver(database, breaksAt)
    const failure = await restore(owner, archive, settings, silently).then(
      () => new Error('restored'),
      (error: unknown) => explained(error, archive) as Error
    )
    expect(failure).toBeInstanceOf(BackupError)
    expect(failure.message).toContain('неизвестно, заменены ли данные. Повторите команду.')
    expect(failure.message).not.toContain('Ничего не изменено')
    const [aside = ''] = [...new Bun.Glob('secrets.json.*').scanSync(dataDir)]
    expect(failure.message).toContain(
      `Ключи копии теперь в ${secretsFile(dataDir)}, прежние в ${join(dataDir, aside)}`
    )
    expect(JSON.parse(readFileSync(join(dataDir, aside), 'utf8'))).toEqual(before)
    expect(readSecrets(dataDir)).toMatchObject(copied)
    expect(await database.owner`SELECT FROM news`).toHaveLength(breaksAt === 'answer' ? 1 : 0)
    // As it says: the same command once more.
    await restore(database.owner, archive, settings, silently)
    expect(await database.owner`SELECT FROM news`).toHaveLength(1)
    expect(readSecrets(dataDir)).toMatchObject(copied)
    await database.close()
  }
)
