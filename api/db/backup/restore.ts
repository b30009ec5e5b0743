import type { SQL } from 'bun'
import { isServerRunning } from '#api/db/running-server.ts'
import { secretsFile } from '#api/lib/secrets.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { type Archive, type ArchiveHeader, BackupError, openArchive, otherVersion } from './archive.ts'
import { type KeySettings, type PlacedKeys, placeKeys } from './archived-keys.ts'
import { droppedColumns, droppedSince } from './earlier-versions.ts'
import { isUnanswered, refusedRow } from './failure.ts'
import { putSuppressionsBack, setSuppressionsAside } from './kept-suppressions.ts'
import { type RecordStore, recordsIn } from './outside-records.ts'
import type { ArchivePlace } from './place.ts'
import {
  elasticIndexNames,
  type Holdings,
  holdingsOf,
  refill,
  resetIndexState,
  restartSequences,
  storeRows
} from './tables.ts'

/**
 * Reads a whole archive and changes nothing.
 * @param location A place or a file path.
 * @throws BackupError when it is truncated, altered or of an unknown version.
 */
export async function checkArchive(location: string | ArchivePlace): Promise<ArchiveHeader> {
  const archive = await openArchive(location)
  try {
    const { header } = archive
    for (const _ of header.tables) for await (const _chunk of archive.chunks());
    if (header.hasRecords) for await (const _chunk of archive.chunks());
    await archive.end()
    if (!droppedSince(header.migrations)) throw otherVersion(archive.name, madeAtOf(header))
    return header
  } finally {
    archive.close()
  }
}

/** @throws BackupError when the database may be in use. */
export async function assertUnused(owner: SQL): Promise<void> {
  if (await isServerRunning(owner))
    throw new BackupError('С этой базой работает сервер. Остановите его и повторите команду.')
}

/** Something would be lost. */
export { holdsData } from './tables.ts'

/**
 * Replaces all data by a checked archive in one transaction, then stores the keys. Who was suppressed or erased since
 * the archive stays so. Outside records go to `store` only.
 * @returns New contents.
 * @throws BackupError when the answer to the commit was lost: both key files stay.
 */
export async function restore(
  owner: SQL,
  location: string | ArchivePlace,
  settings: KeySettings,
  report: (text: string) => void,
  store?: RecordStore
): Promise<Holdings> {
  const archive = await openArchive(location)
  const { tables, keys, hasRecords, migrations } = archive.header
  let placed: PlacedKeys = { aside: null, putBack: () => {} }
  let isCommitting = false
  try {
    const gone = droppedSince(migrations)
    if (!gone) throw otherVersion(archive.name)
    return await owner.begin(async tx => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await tx.unsafe(`SET LOCAL ${limit} = 0`)
      const outside = await elasticIndexNames(tx)
      await setSuppressionsAside(tx, archive.header, report)
      const rows: number[] = []
      await refill(
        tx,
        async () => {
          for (const table of tables) rows.push(await storeRows(tx, table, gone, archive.chunks()))
        },
        report
      )
      const records = hasRecords ? await fillStore(tx, archive, store) : new Map<string, number>()
      await resetIndexState(tx, outside)
      const end = await archive.end()
      if (String(rows) !== String(end.rows) || end.records.some(([key, count]) => records.get(key) !== count))
        throw new BackupError(`В копии ${archive.name} не столько строк, сколько в ней указано.`)
      const goneSequences = tables.flatMap(table =>
        droppedColumns(table, gone).map(column => `${table.name}_${column}_seq`)
      )
      await restartSequences(
        tx,
        end.sequences.filter(([name]) => !goneSequences.includes(name))
      )
      await putSuppressionsBack(tx, report)
      const holdings = await holdingsOf(tx)
      placed = placeKeys(settings, keys, report)
      isCommitting = true
      return holdings
    })
  } catch (error) {
    if (isCommitting && isUnanswered(error)) throw unknownOutcome(settings.dataDir, placed.aside)
    placed.putBack()
    throw refusedRow(error, archive.name)
  } finally {
    archive.close()
  }
}

async function fillStore(
  tx: SQL,
  archive: Archive,
  store: RecordStore | undefined
): Promise<ReadonlyMap<string, number>> {
  if (!store) throw new Error('a backup with records, and nowhere to put them')
  return await store(tx, recordsIn(archive.chunks()))
}

const unknownOutcome = (dataDir: string, aside: string | null) =>
  new BackupError(
    'Связь с базой данных прервалась в последний момент: неизвестно, заменены ли данные. Повторите команду.' +
      (aside === null
        ? ''
        : ` Ключи копии теперь в ${secretsFile(dataDir)}, прежние в ${aside}: верните их, если останетесь при прежних данных.`)
  )

export const madeAtOf = ({ madeAt }: ArchiveHeader): string => `${moscowTime(new Date(madeAt))} по Москве`
