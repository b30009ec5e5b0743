import { ImportError, remakeSource } from '#api/features/imports/service.ts'
import { noteCursor } from './remap-store.ts'
import type { RunParts, RunReports } from './run-parts.ts'
import type { Runner } from './run-store.ts'
import type { Job } from './store.ts'

/** Does a remap from where it was interrupted. What it throws is an `ImportError` for what the administrator can put right. */
export async function remapSource(
  job: Job,
  runner: Runner,
  { owner, engine, secrets }: RunParts,
  { onProgress }: RunReports
): Promise<{ rows: number }> {
  let { rows } = job
  await remakeSource(job.sourceKey ?? '', job.columns ?? {}, job.cursor, {
    owner,
    engine,
    suppressKey: secrets.suppress,
    async onPortion(next, records, part) {
      rows += records
      // What comes after the last portion is its end, which counts its rows too.
      if (next !== null && !(await noteCursor(owner, runner, { cursor: next, rows, part })))
        throw new ImportError('Смена видов колонок отменена.')
      onProgress(part, rows)
    }
  })
  return { rows }
}
