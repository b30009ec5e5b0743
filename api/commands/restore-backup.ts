import type { SQL } from 'bun'
import { createRecordStore } from '#api/book/stored-copy.ts'
import { type Config, configOfProcess } from '#api/config.ts'
import { type ArchiveHeader, BackupError } from '#api/db/backup/archive.ts'
import { assertKeysFit } from '#api/db/backup/archived-keys.ts'
import { decryptedBy, isEncrypted, readIdentities } from '#api/db/backup/encryption.ts'
import { explained } from '#api/db/backup/failure.ts'
import type { ArchivePlace } from '#api/db/backup/place.ts'
import { assertUnused, checkArchive, holdsData, madeAtOf, restore } from '#api/db/backup/restore.ts'
import { holdingsOf } from '#api/db/backup/tables.ts'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { createProgress } from '#api/lib/progress.ts'
import { archivePlace } from './archive-place.ts'
import { ACCESS_REVOKED_NOTICE, describeHoldings } from './describe-holdings.ts'
import { isConfirmed } from './is-confirmed.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  key: string | undefined
  replace: boolean
  yes: boolean
  'another-database': boolean
}

const FAILED = 1

/** `bun run restore <place>`. Returns the exit code. */
export async function restoreBackup(location: string, options: Options): Promise<number | undefined> {
  const settings = configOfProcess()
  const place = await opened(archivePlace(location, settings), options.key)
  console.log(`Проверяю ${place.name}…`)
  const header = await checkArchive(place)
  assertKeysFit(settings, header, options.replace)
  return await withDatabase(options, ({ owner }, config) =>
    withExclusiveLocks(owner, [{ name: 'restore', busyError }], () =>
      fill(owner, config, place, header, options)
    )
  )
}

/** The place with the key that its archive needs. */
async function opened(place: ArchivePlace, keyFile: string | undefined): Promise<ArchivePlace> {
  const identities = keyFile === undefined ? null : await readIdentities(keyFile)
  if (await isEncrypted(place)) {
    if (identities) return decryptedBy(identities, place)
    throw new BackupError(`Копия ${place.name} зашифрована. Добавьте --key <файл с закрытым ключом age>.`)
  }
  if (identities) console.log('Копия не зашифрована: ключ из --key не нужен.')
  return place
}

const busyError = () => new BackupError('Эту базу уже восстанавливает другой процесс. Дождитесь его.')

async function fill(
  owner: SQL,
  config: Config,
  place: ArchivePlace,
  header: ArchiveHeader,
  { replace, yes }: Options
): Promise<number | undefined> {
  await assertUnused(owner)
  if (await holdsData(owner)) {
    if (!replace)
      throw new BackupError(
        'База данных не пуста. Выберите пустую (DATA_DIR или DATABASE_URL) или добавьте --replace, чтобы заменить ' +
          'её данные.'
      )
    console.log(`Сейчас в базе данных:\n${describeHoldings(await holdingsOf(owner))}`)
    if (!yes && !mayReplace(madeAtOf(header))) {
      console.log('Ничего не изменено.')
      return FAILED
    }
  }
  console.log('Записываю данные одной транзакцией…')
  const progress = createProgress(process.stderr, 'Записи', 1)
  const report = (text: string) => {
    progress.clear()
    console.log(text)
  }
  const store = createRecordStore(header.keys.suppress, (stored, total) =>
    progress.update(total === 0 ? 1 : stored / total, stored)
  )
  try {
    const holdings = await restore(owner, place, config, report, store).finally(progress.clear)
    console.log(
      `Готово, восстановлена копия от ${madeAtOf(header)}.\n${describeHoldings(holdings)}\n` +
        ACCESS_REVOKED_NOTICE
    )
  } catch (error) {
    throw explained(error, place.name)
  }
  return undefined
}

function mayReplace(madeAt: string): boolean {
  if (!process.stdin.isTTY)
    throw new BackupError('Заменить данные можно только с подтверждением: добавьте --yes.')
  return isConfirmed(`Заменить всё это копией от ${madeAt}? Да или нет:`)
}
