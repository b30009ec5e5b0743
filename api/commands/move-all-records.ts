import { openSecrets } from '#api/db/keys.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import { ENGINES, openEngines } from '#api/engines/index.ts'
import { moveRecords } from '#api/features/reindex/service.ts'
import { createProgress, reportTo } from '#api/lib/progress.ts'
import { UsageError } from './frame/usage-error.ts'
import { withDatabase } from './with-database.ts'

const number = new Intl.NumberFormat('ru-RU')

interface MoveOptions {
  'another-database': boolean
  'accept-difference': string | undefined
}

export async function moveAllRecords(to: string, options: MoveOptions): Promise<void> {
  const names = ENGINES.map(({ name }) => name)
  if (!names.includes(to)) throw new UsageError(`куда: допустимые значения: ${names.join(', ')}`)
  await withDatabase(options, async (database, config) => {
    const { owner } = database
    const engines = openEngines(config, database)
    const secrets = await openSecrets(config, owner)
    await lowerPriority(owner, config)
    // The whole is known with the first page.
    const progress = createProgress(process.stderr, 'Перенос', 1)
    const startedAt = performance.now()
    try {
      const { records, isNew } = await moveRecords({
        owner,
        engines,
        to,
        suppressKey: secrets.suppress,
        accepted: new Set(options['accept-difference']?.split(',').map(key => key.trim())),
        onProgress: (moved, total) => progress.update(total === 0 ? 1 : moved / total, moved),
        report: reportTo(progress)
      }).finally(progress.clear)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(
        isNew
          ? `Готово: записей ${number.format(records)} в ${to} за ${seconds} с`
          : `Записи уже в ${to}: ${number.format(records)}. Переносить нечего`
      )
    } finally {
      await Promise.all(engines.map(engine => engine.close()))
    }
  })
}
