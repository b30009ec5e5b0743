import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { findKeys } from '#api/db/keys.ts'
import { appliedMigrations, ownMigrations } from '#api/db/migrate.ts'
import { type ArchiveHeader, BackupError, FORMAT, jsonPart, writeArchive } from './archive.ts'
import type { ArchivePlace } from './place.ts'
import { type Holdings, holdingsOf, rowsOf, sequenceValues, storedTables } from './tables.ts'

const NOTHING = new Uint8Array()

/**
 * Writes a snapshot with its keys while others work; changes nothing.
 * @param location A place or a file path.
 * @returns Contents, and bytes before encryption.
 * @throws BackupError when the database is outdated or a backup is under way.
 * @throws DatabaseError for another version of the program.
 * @throws ConfigError for a missing or different key.
 */
export async function backUp(
  owner: SQL,
  settings: Pick<Config, 'dataDir' | 'sessionSecret' | 'suppressKey' | 'auditKey'>,
  location: string | ArchivePlace
): Promise<{ holdings: Holdings; bytes: number }> {
  const migrations = await assertOwnVersion(owner)
  const keys = await findKeys(settings, owner)
  const busyError = () => new BackupError('Эту базу уже копирует другой процесс. Дождитесь его и повторите.')
  return await withExclusiveLocks(owner, [{ name: 'backup', busyError }], () =>
    owner.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async tx => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await tx.unsafe(`SET LOCAL ${limit} = 0`)
      const tables = await storedTables(tx)
      const madeAt = new Date().toISOString()
      const bytes = await writeArchive(
        location,
        partsOf(tx, { format: FORMAT, madeAt, migrations, tables, hasRecords: false, keys })
      )
      return { holdings: await holdingsOf(tx), bytes }
    })
  )
}

async function assertOwnVersion(owner: SQL): Promise<string[]> {
  const applied = await appliedMigrations(owner)
  if (applied.length === 0) throw new BackupError('В этой базе ещё ничего нет: копировать нечего.')
  if (applied.length === ownMigrations().length) return applied
  throw new BackupError(
    'База данных старше этой программы. Сначала запустите её: bun run start обновит базу.'
  )
}

async function* partsOf(tx: SQL, header: ArchiveHeader): AsyncGenerator<Uint8Array> {
  yield jsonPart(header)
  const rows: number[] = []
  for (const table of header.tables) {
    rows.push(yield* rowsOf(tx, table))
    yield NOTHING
  }
  yield jsonPart({ rows, records: [], sequences: await sequenceValues(tx) })
}
