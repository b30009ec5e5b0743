import { openSecrets } from '#api/db/keys.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import { seedPeople } from '#api/db/seed/demo.ts'
import { openRecords } from '#api/engines/index.ts'
import { createProgress, reportTo } from '#api/lib/progress.ts'
import { withDatabase } from './with-database.ts'

const number = new Intl.NumberFormat('ru-RU')

export async function loadPeople(
  request: { people: number; seed: number; workers: number },
  options: { 'another-database': boolean }
): Promise<void> {
  await withDatabase(options, async (database, config) => {
    const { owner } = database
    const secrets = await openSecrets(config, owner)
    await lowerPriority(owner, config)
    const progress = createProgress(process.stderr, 'Вымышленные люди', request.people)
    const startedAt = performance.now()
    const loaded = await seedPeople({
      ...request,
      owner,
      book: openRecords(config, database).book,
      secrets,
      onProgress: progress.update,
      report: reportTo(progress)
    }).finally(progress.clear)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `Готово: людей ${number.format(request.people)}, записей ${number.format(loaded.records)} ` +
        `в ${loaded.sources} источниках за ${seconds} с`
    )
  })
}
