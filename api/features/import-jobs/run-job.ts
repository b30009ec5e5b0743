import { rm } from 'node:fs/promises'
import { isConnectionLost } from '#api/db/load-failure.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import { BusyError, WAITING_TEXT } from '#api/features/imports/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { fileOf, hasRejects } from './folder.ts'
import type { Runner } from './lease-store.ts'
import { createPace } from './pace.ts'
import { importFile } from './run-file.ts'
import type { RunParts, RunReports } from './run-parts.ts'
import { rekey, remapSource } from './run-remap.ts'
import { beat, endJob } from './run-store.ts'
import { BUSY } from './runs.ts'
import { readJob } from './store.ts'

const BEAT_MS = 1_000

/** Does a job to its end, and says how the process is to end. Ends the process itself when the job is taken away. */
export async function runJob(runner: Runner, parts: RunParts): Promise<number> {
  const { owner, config } = parts
  const job = await readJob(owner, runner.job)
  if (!job) return 0
  // A rekey bounds its share by itself: one that starves on a busy machine would leave every answer unsure.
  if (job.kind !== 'rekey') await lowerPriority(owner, config)
  const file = fileOf(config.dataDir, job)
  const pace = createPace()
  let [note, batchId]: [string | null, number | null] = [null, job.batchId]
  const sayAlive = async () => {
    if (!(await beat(owner, runner, { ...pace.told(), note, batchId }))) process.exit(0)
  }
  // A database that does not answer lets the work itself fail.
  const timer = setInterval(() => void sayAlive().catch(() => {}), BEAT_MS)
  const reports: RunReports = {
    onProgress(done, rows) {
      pace.advance(done, rows)
      note = null
    },
    note(text) {
      note = text
    },
    onBatch(id) {
      batchId = id
    }
  }
  try {
    if (job.kind !== 'file') {
      const remake = job.kind === 'remap' ? remapSource : rekey
      await endJob(owner, runner, await remake(job, runner, parts, reports))
      return 0
    }
    const ending = await importFile(job, parts, reports)
    const isDone = await endJob(owner, runner, { ...ending, hasRejects: hasRejects(file) })
    // Its records are stored: nobody needs the file any more. One that was stopped at its end is started again.
    if (isDone) await rm(file, { force: true })
    return 0
  } catch (error) {
    const isExpected = error instanceof OperatorError
    if (error instanceof BusyError || (isExpected && job.kind === 'rekey')) {
      note = error instanceof BusyError ? WAITING_TEXT : error.message
      await sayAlive()
      return BUSY
    }
    // When the database is back, another process goes on.
    if (!isExpected || isConnectionLost(error.cause)) throw error
    await endJob(owner, runner, { failure: error.message, batchId, hasRejects: hasRejects(file) })
    return 0
  } finally {
    clearInterval(timer)
  }
}
