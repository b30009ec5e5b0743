import { renameSync, rmSync } from 'node:fs'
import type { Config } from '#api/config.ts'
import { fingerprintsOf } from '#api/db/keys.ts'
import { keepSecrets, randomSecrets, readSecrets, secretsFile } from '#api/lib/secrets.ts'
import { type ArchiveHeader, BackupError } from './archive.ts'

export type KeySettings = Pick<Config, 'dataDir' | 'suppressKey' | 'auditKey'>

/**
 * Refuses an archive whose keys conflict with variables or the data folder.
 * @param mayReplace Present keys may be put aside.
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
  const stored = readSecrets(settings.dataDir)
  if (!stored) return 'none'
  return String([...fingerprintsOf(stored)]) === String([...fingerprintsOf(keys)]) ? 'same' : 'other'
}

export interface PlacedKeys {
  /** Path of the previous file. */
  aside: string | null
  putBack(): void
}

/** Stores the archive's keys in the data folder and puts others aside. */
export function placeKeys(
  settings: KeySettings,
  keys: ArchiveHeader['keys'],
  report: (text: string) => void
): PlacedKeys {
  const stored = keysKept(settings, keys)
  if (stored === 'same') return { aside: null, putBack: () => {} }
  const file = secretsFile(settings.dataDir)
  const aside = stored === 'other' ? `${file}.${Date.now()}` : null
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
