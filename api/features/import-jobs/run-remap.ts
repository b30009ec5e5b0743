import { applyRemap, BusyError, ImportError, rekeyPortion } from '#api/features/imports/service.ts'
import { PROBLEMS } from '#shared/problems.ts'
import type { Runner } from './lease-store.ts'
import { isAnotherWaiting, noteCursor } from './remap-store.ts'
import type { RunParts, RunReports } from './run-parts.ts'
import { type Job, readJob } from './store.ts'

/** Resumable. @throws ImportError for what the administrator can fix. */
export async function remapSource(
  job: Job,
  runner: Runner,
  { owner, book, secrets }: RunParts,
  { onProgress }: RunReports
): Promise<{ rows: number }> {
  let { rows } = job
  const form = { columns: job.columns ?? {}, parties: job.parties ?? {} }
  await applyRemap(job.sourceKey ?? '', form, job.cursor, {
    owner,
    book,
    suppressKey: secrets.suppress,
    async onPortion(next, records, part) {
      rows += records
      // The last portion is counted at the end.
      if (next !== null && !(await noteCursor(owner, runner, { cursor: next, rows, part })))
        throw new ImportError('Изменение колонок отменено.')
      onProgress(part, rows)
    }
  })
  return { rows }
}

/** Recomputes keys at half speed and yields to loads between portions. */
export async function rekey(
  { id, sourceKey, ...job }: Job,
  runner: Runner,
  { owner, book, secrets }: RunParts,
  { onProgress }: RunReports
): Promise<{ rows: number }> {
  let { rows } = job
  for (;;) {
    const startedAt = performance.now()
    const isDone = await rekeyPortion(sourceKey ?? '', {
      owner,
      book,
      suppressKey: secrets.suppress,
      // An undo restarts it.
      readCursor: async () => (await readJob(owner, id))?.cursor ?? null,
      async onPortion(next, records, part) {
        rows += records
        if (next !== null && !(await noteCursor(owner, runner, { cursor: next, rows, part })))
          throw new ImportError('Записи готовит заново другой процесс.')
        onProgress(part, rows)
      }
    })
    if (isDone) return { rows }
    if (await isAnotherWaiting(owner)) throw new BusyError(PROBLEMS.BATCH_BUSY.text)
    await Bun.sleep(performance.now() - startedAt)
  }
}
