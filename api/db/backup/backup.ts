import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { BACKUP_LOCK, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { findKeys } from '#api/db/keys.ts'
import { appliedMigrations, ownMigrations } from '#api/db/migrate.ts'
import type { StoredSnapshot } from '#api/engines/stored-record.ts'
import { type ArchiveHeader, BackupError, FORMAT, jsonPart, writeArchive } from './archive.ts'
import { recordParts } from './outside-records.ts'
import {
  type Holdings,
  holdingsOf,
  holdRecords,
  lastNumbers,
  rowsOf,
  type StoredTable,
  storedTables
} from './tables.ts'

const NOTHING = new Uint8Array()

/** Records that the database does not hold itself. */
export interface OutsideRecords {
  /** Opens them as of the moment in which `beside` runs; null where there are none. */
  open(beside: () => Promise<void>): Promise<StoredSnapshot | null>
  onProgress(copied: number): void
}

const NONE_OUTSIDE: OutsideRecords = {
  async open(beside) {
    await beside()
    return null
  },
  onProgress() {}
}

/**
 * Writes the data as of one moment, with the keys they were made with, while others go on working. Changes nothing: it
 * generates no key and notes none.
 *
 * @returns What the backup holds.
 * @throws BackupError when the database is not of this program's version, or another backup of it is being made.
 * @throws ConfigError when a key is missing or another than the database was used with.
 */
export async function backUp(
  owner: SQL,
  settings: Pick<Config, 'dataDir' | 'sessionSecret' | 'suppressKey' | 'auditKey'>,
  path: string,
  outside = NONE_OUTSIDE
): Promise<Holdings> {
  const migrations = await assertOwnVersion(owner)
  const keys = await findKeys(settings, owner)
  const busyError = () => new BackupError('Эту базу уже копирует другой процесс. Дождитесь его и повторите.')
  return await withExclusiveLocks(owner, [{ name: BACKUP_LOCK, busyError }], () =>
    owner.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async tx => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await tx.unsafe(`SET LOCAL ${limit} = 0`)
      let tables: StoredTable[] = []
      const snapshot = await outside.open(async () => {
        tables = await storedTables(tx)
        await holdRecords(tx)
      })
      try {
        const madeAt = new Date().toISOString()
        const header = { format: FORMAT, madeAt, migrations, tables, hasRecords: snapshot !== null, keys }
        await writeArchive(path, partsOf(tx, header, snapshot, outside.onProgress))
        return await holdingsOf(tx)
      } finally {
        await snapshot?.close().catch(() => {})
      }
    })
  )
}

/** The same on both sides of a backup, so that the tables are the same. */
async function assertOwnVersion(owner: SQL): Promise<string[]> {
  const own = ownMigrations()
  const applied = await appliedMigrations(owner)
  if (applied.length === 0) throw new BackupError('В этой базе ещё ничего нет: копировать нечего.')
  if (String(applied) === String(own)) return own
  throw new BackupError(
    'База данных другой версии, чем эта программа. Сделайте копию той программой, которая с ней работает, ' +
      'или сначала запустите эту: bun run start обновит базу.'
  )
}

async function* partsOf(
  tx: SQL,
  header: ArchiveHeader,
  snapshot: StoredSnapshot | null,
  onProgress: OutsideRecords['onProgress']
): AsyncGenerator<Uint8Array> {
  yield jsonPart(header)
  const rows: number[] = []
  for (const table of header.tables) {
    rows.push(yield* rowsOf(tx, table))
    yield NOTHING
  }
  const records = new Map<string, number>()
  if (snapshot) {
    yield* recordParts(snapshot, records, onProgress)
    yield NOTHING
  }
  yield jsonPart({ rows, records: [...records], sequences: await lastNumbers(tx) })
}
