import { createEngine } from '#api/engines/index.ts'
import { describeBatches, describeRemoval, undoBatch } from '#api/features/imports/batches.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { createProgress } from '#api/lib/progress.ts'
import { lowerPriority } from './lower-priority.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  'another-database': boolean
}

export async function listBatchesOf(sourceKey: string | undefined, options: Options): Promise<void> {
  await withDatabase(options, async ({ owner }) => {
    console.log(describeBatches(await listBatches(owner, { sourceKey })))
  })
}

export async function undoBatches(numbers: readonly number[], options: Options): Promise<void> {
  await withDatabase(options, async (database, config) => {
    await lowerPriority(database.owner, config)
    const engine = createEngine(config, database)
    for (const id of numbers) {
      const progress = createProgress(process.stderr, `Удаление партии № ${id}`, 1)
      const update = (removed: number, part: number) => progress.update(part, removed)
      const removal = undoBatch(database.owner, engine, id, update).finally(progress.clear)
      console.log(describeRemoval(await removal))
    }
  })
}
