import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, configOfProcess } from '#api/config.ts'
import { BackupError } from '#api/db/backup/archive.ts'
import { backUp } from '#api/db/backup/backup.ts'
import { explained } from '#api/db/backup/failure.ts'
import { type Holdings, holdingsOf } from '#api/db/backup/tables.ts'
import type { Database } from '#api/db/connect.ts'
import { hasEmbedded } from '#api/db/embedded.ts'
import { openEngines } from '#api/engines/index.ts'
import { snapshotRecords } from '#api/engines/record-holder.ts'
import { createProgress, type Progress } from '#api/lib/progress.ts'
import { describeHoldings } from './describe-holdings.ts'
import { withDatabaseAsItIs } from './with-database.ts'

const MIB = 1024 ** 2

/** `bun run backup <file>`: beside a running server too. */
export async function makeBackup(file: string, options: { 'another-database': boolean }): Promise<void> {
  const path = resolve(file)
  const { databaseUrl, dataDir } = configOfProcess()
  if (existsSync(path)) throw new BackupError(`Файл ${path} уже есть. Выберите другое имя.`)
  if (!databaseUrl && !hasEmbedded(dataDir))
    throw new BackupError(`В папке ${dataDir} нет базы данных. Задайте DATA_DIR или DATABASE_URL.`)
  await withDatabaseAsItIs(options, async (database, config) => {
    console.log('Копирую базу данных…')
    try {
      const holdings = await copyAll(database, config, path)
      const size = (statSync(path).size / MIB).toLocaleString('ru-RU', { maximumFractionDigits: 1 })
      console.log(
        `Готово: ${path}, ${size} МиБ.\n${describeHoldings(holdings)}\n` +
          'В файле персональные данные и ключи: храните его как секрет. Сеансы входа и токены API в него не входят.'
      )
    } catch (error) {
      throw explained(error, path)
    }
  })
}

/** Records of a cluster come after the tables, with their progress. */
async function copyAll(database: Database, config: Config, path: string): Promise<Holdings> {
  const { owner } = database
  const engines = openEngines(config, database)
  let progress: Progress | undefined
  try {
    return await backUp(owner, config, path, {
      open: async beside => {
        const snapshot = await snapshotRecords(owner, engines, beside)
        if (snapshot) progress = createProgress(process.stderr, 'Записи', (await holdingsOf(owner)).records)
        return snapshot
      },
      onProgress: copied => progress?.update(copied, copied)
    })
  } finally {
    progress?.clear()
    await Promise.all(engines.map(engine => engine.close()))
  }
}
