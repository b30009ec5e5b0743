import { renameSync, rmSync } from 'node:fs'
import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { fingerprintsOf } from '#api/db/keys.ts'
import { ownMigrations } from '#api/db/migrate.ts'
import { isServerRunning } from '#api/db/running-server.ts'
import { keepSecrets, randomSecrets, readSecrets, secretsFile } from '#api/lib/secrets.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { type ArchiveHeader, BackupError, openArchive } from './archive.ts'
import { isUnanswered } from './failure.ts'
import { type Holdings, holdingsOf, refill, restartSequences, storeRows } from './tables.ts'

type KeySettings = Pick<Config, 'dataDir' | 'suppressKey' | 'auditKey'>

/**
 * Reads a whole archive and changes nothing.
 *
 * @throws BackupError when it is truncated, altered or of another version than this program.
 */
export async function checkArchive(path: string): Promise<ArchiveHeader> {
  const archive = await openArchive(path)
  try {
    const { header } = archive
    for (const _ of header.tables) for await (const _chunk of archive.chunks());
    await archive.end()
    if (String(header.migrations) !== String(ownMigrations()))
      throw new BackupError(
        `Копия ${path} сделана другой версией программы (${madeAtOf(header)}). Восстановите её той же версией, ` +
          'а потом запустите новую: она обновит базу.'
      )
    return header
  } finally {
    archive.close()
  }
}

/**
 * Refuses keys that would make the restored data useless: given by variables, or kept in the data folder for other data.
 *
 * @param mayReplace Whether kept keys may be put aside.
 * @throws BackupError
 */
export function assertKeysFit(settings: KeySettings, { keys }: ArchiveHeader, mayReplace: boolean): void {
  const { suppressKey, auditKey, dataDir } = settings
  const wrong = [
    ...(suppressKey !== null && suppressKey !== keys.suppress ? ['SUPPRESS_KEY'] : []),
    ...(auditKey !== null && auditKey !== keys.audit ? ['AUDIT_KEY'] : [])
  ]
  if (wrong.length > 0)
    throw new BackupError(
      `Копия сделана с другим ключом, чем ${wrong.join(' и ')} из переменной. Задайте прежнее значение или уберите ` +
        'переменную: ключи лежат в копии.'
    )
  if (!mayReplace && keysKept(settings, keys) === 'other')
    throw new BackupError(
      `Файл секретов ${secretsFile(dataDir)} хранит ключи других данных. Задайте другую папку в DATA_DIR, или ` +
        'добавьте --replace: тогда прежний файл останется рядом под другим именем.'
    )
}

function keysKept(settings: KeySettings, keys: ArchiveHeader['keys']): 'same' | 'other' | 'none' {
  if (settings.suppressKey !== null && settings.auditKey !== null) return 'same'
  const kept = readSecrets(settings.dataDir)
  if (!kept) return 'none'
  return String([...fingerprintsOf(kept)]) === String([...fingerprintsOf(keys)]) ? 'same' : 'other'
}

/** @throws BackupError when people may be using the database. */
export async function assertUnused(owner: SQL): Promise<void> {
  if (await isServerRunning(owner))
    throw new BackupError('С этой базой работает сервер. Остановите его и повторите команду.')
}

/** Whether anything would be lost. */
export { holdsData } from './tables.ts'

/**
 * Puts the data of a checked archive in place of all that the database holds, in one transaction: until its end nothing
 * has changed. The keys are kept last.
 *
 * @returns What the database holds now.
 * @throws BackupError when the connection was lost with the answer to the commit: then both key files stay.
 */
export async function restore(
  owner: SQL,
  path: string,
  settings: KeySettings,
  report: (text: string) => void
): Promise<Holdings> {
  const archive = await openArchive(path)
  const { tables, keys } = archive.header
  let placed: PlacedKeys = { aside: null, putBack: () => {} }
  let isCommitting = false
  try {
    return await owner.begin(async tx => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await tx.unsafe(`SET LOCAL ${limit} = 0`)
      await refill(
        tx,
        async () => {
          const rows: number[] = []
          for (const table of tables) rows.push(await storeRows(tx, table, archive.chunks()))
          const end = await archive.end()
          if (String(rows) !== String(end.rows))
            throw new BackupError(`В копии ${path} не столько строк, сколько в ней указано.`)
          await restartSequences(tx, end.sequences)
        },
        report
      )
      const holdings = await holdingsOf(tx)
      placed = placeKeys(settings, keys, report)
      isCommitting = true
      return holdings
    })
  } catch (error) {
    if (isCommitting && isUnanswered(error)) throw unknownOutcome(settings.dataDir, placed.aside)
    placed.putBack()
    throw error
  } finally {
    archive.close()
  }
}

const unknownOutcome = (dataDir: string, aside: string | null) =>
  new BackupError(
    'Связь с базой данных прервалась в последний момент: неизвестно, заменены ли данные. Повторите команду.' +
      (aside === null
        ? ''
        : ` Ключи копии теперь в ${secretsFile(dataDir)}, прежние в ${aside}: верните их, если останетесь при прежних данных.`)
  )

interface PlacedKeys {
  /** Path of the file that was there before. */
  aside: string | null
  putBack(): void
}

function placeKeys(
  settings: KeySettings,
  keys: ArchiveHeader['keys'],
  report: (text: string) => void
): PlacedKeys {
  const kept = keysKept(settings, keys)
  if (kept === 'same') return { aside: null, putBack: () => {} }
  const file = secretsFile(settings.dataDir)
  const aside = kept === 'other' ? `${file}.${Date.now()}` : null
  if (aside !== null) {
    renameSync(file, aside)
    report(`Прежние ключи отложены: ${aside}`)
  }
  keepSecrets(settings.dataDir, { ...randomSecrets(), ...keys })
  return {
    aside,
    putBack() {
      rmSync(file, { force: true })
      if (aside !== null) renameSync(aside, file)
    }
  }
}

/** «22.11.2026 13:05 по Москве» */
export const madeAtOf = ({ madeAt }: ArchiveHeader): string => `${moscowTime(new Date(madeAt))} по Москве`
