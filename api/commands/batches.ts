import { lowerPriority } from '#api/db/lower-priority.ts'
import { openRecords } from '#api/engines/index.ts'
import {
  describeBatches,
  describePlan,
  describeRemoval,
  describeUndone,
  planUndo,
  undoBatch
} from '#api/features/imports/batches.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { describeSources } from '#api/features/sources/listing.ts'
import { declaredSources } from '#api/features/sources/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { createProgress } from '#api/lib/progress.ts'
import { checkSourceKey } from './check-source-key.ts'
import { isConfirmed } from './is-confirmed.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  'another-database': boolean
}

export async function listBatchesOf(sourceKey: string | undefined, options: Options): Promise<void> {
  if (sourceKey !== undefined) checkSourceKey(sourceKey)
  await withDatabase(options, async ({ owner }) => {
    console.log(describeBatches(await listBatches(owner, { sourceKey })))
  })
}

export async function listAllSources(options: Options): Promise<void> {
  await withDatabase(options, async ({ owner }) => {
    console.log(describeSources(await declaredSources(owner)))
  })
}

/** Says of each batch what would go and come back, asks unless `yes`, and undoes it. With `dry-run` it says, and no more. */
export async function undoBatches(
  numbers: readonly number[],
  { yes, 'dry-run': isDryRun, ...options }: Options & { yes: boolean; 'dry-run': boolean }
): Promise<void> {
  await withDatabase(options, async (database, config) => {
    if (!isDryRun) await lowerPriority(database.owner, config)
    const { book } = openRecords(config, database)
    for (const id of numbers) {
      const planned = await planUndo(database.owner, book, id)
      const undone = describeUndone(planned.batch)
      console.log(undone ?? describePlan(planned))
      if (undone !== null || isDryRun) continue
      if (!yes && !isConfirmed('Убрать? Да или нет:'))
        throw new OperatorError(`Партия № ${id} не убрана. Чтобы убрать без вопроса: --yes`)
      const progress = createProgress(process.stderr, `Удаление партии № ${id}`, 1)
      const update = (removed: number, part: number) => progress.update(part, removed)
      const removal = undoBatch(database.owner, book, id, update).finally(progress.clear)
      console.log(describeRemoval(await removal))
    }
  })
}
