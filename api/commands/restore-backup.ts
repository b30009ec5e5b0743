import { resolve } from 'node:path'
import type { SQL } from 'bun'
import { type Config, configOfProcess } from '#api/config.ts'
import { type ArchiveHeader, BackupError } from '#api/db/backup/archive.ts'
import { assertKeysFit } from '#api/db/backup/archived-keys.ts'
import { explained } from '#api/db/backup/failure.ts'
import { assertUnused, checkArchive, holdsData, madeAtOf, restore } from '#api/db/backup/restore.ts'
import { holdingsOf } from '#api/db/backup/tables.ts'
import { withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { createRecordStore, indicesOf } from '#api/features/reindex/service.ts'
import { createProgress } from '#api/lib/progress.ts'
import { describeHoldings, NOBODY_IS_LET_IN } from './describe-holdings.ts'
import { isConfirmed } from './is-confirmed.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  replace: boolean
  yes: boolean
  'another-database': boolean
}

const FAILED = 1

/** `bun run restore <file>`. Returns the exit code. */
export async function restoreBackup(file: string, options: Options): Promise<number | undefined> {
  const path = resolve(file)
  console.log(`Проверяю ${path}…`)
  const header = await checkArchive(path)
  assertKeysFit(configOfProcess(), header, options.replace)
  return await withDatabase(options, ({ owner }, config) =>
    withExclusiveLocks(owner, [{ name: 'restore', busyError }], () =>
      fill(owner, config, path, header, options)
    )
  )
}

const busyError = () => new BackupError('Эту базу уже восстанавливает другой процесс. Дождитесь его.')

async function fill(
  owner: SQL,
  config: Config,
  path: string,
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
  const formerIndices = await indicesOf(owner)
  console.log('Записываю данные одной транзакцией…')
  const progress = createProgress(process.stderr, 'Записи', 1)
  const report = (text: string) => {
    progress.clear()
    console.log(text)
  }
  const store = createRecordStore({
    config,
    suppressKey: header.keys.suppress,
    report,
    onProgress: (stored, total) => progress.update(total === 0 ? 1 : stored / total, stored)
  })
  try {
    const holdings = await restore(owner, path, config, report, store).finally(progress.clear)
    console.log(
      `Готово, восстановлена копия от ${madeAtOf(header)}.\n${describeHoldings(holdings)}\n` +
        NOBODY_IS_LET_IN +
        leftIndices(formerIndices)
    )
  } catch (error) {
    throw explained(error, path)
  }
  return undefined
}

const leftIndices = (indices: string | null): string =>
  indices === null
    ? ''
    : `\nИндексы прежних данных остались в кластере: ${indices}. Если с ними не работает другая база, удалите их там.`

function mayReplace(madeAt: string): boolean {
  if (!process.stdin.isTTY)
    throw new BackupError('Заменить данные можно только с подтверждением: добавьте --yes.')
  return isConfirmed(`Заменить всё это копией от ${madeAt}? Да или нет:`)
}
