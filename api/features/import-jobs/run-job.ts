import { rm } from 'node:fs/promises'
import { isConnectionLost } from '#api/db/load-failure.ts'
import { lowerPriority } from '#api/db/lower-priority.ts'
import { BusyError, WAITING_TEXT } from '#api/features/imports/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { fileOf, hasRejects } from './folder.ts'
import type { Runner } from './lease-store.ts'
import { createProgressRate } from './progress-rate.ts'
import { importFile } from './run-file.ts'
import type { RunParts, RunReports } from './run-parts.ts'
import { rekey, remapSource } from './run-remap.ts'
import { beat, endJob } from './run-store.ts'
import { BUSY } from './runs.ts'
import { readJob } from './store.ts'

const BEAT_MS = 1_000

/** Returns the exit code; exits when the job is taken away. */
export async function runJob(runner: Runner, parts: RunParts): Promise<number> {
  const { owner, config } = parts
  const job = await readJob(owner, runner.job)
  if (!job) return 0
  // A rekey limits itself and must not starve.
  if (job.kind !== 'rekey') await lowerPriority(owner, config)
  const file = fileOf(config.dataDir, job)
  const pace = createProgressRate()
  let [note, batchId]: [string | null, number | null] = [null, job.batchId]
  const sayAlive = async () => {
    if (!(await beat(owner, runner, { ...pace.told(), note, batchId }))) process.exit(0)
  }
  // A silent database fails the work itself.
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
      const run = job.kind === 'remap' ? remapSource : rekey
      await endJob(owner, runner, await run(job, runner, parts, reports))
      return 0
    }
    const ending = await importFile(job, parts, reports)
    const isDone = await endJob(owner, runner, { ...ending, hasRejects: hasRejects(file) })
    // A finished file is not needed; a job stopped at its end restarts.
    if (isDone) await rm(file, { force: true })
    return 0
  } catch (error) {
    const isExpected = error instanceof OperatorError
    if (error instanceof BusyError || (isExpected && job.kind === 'rekey')) {
      note = error instanceof BusyError ? WAITING_TEXT : error.message
      await sayAlive()
      return BUSY
    }
    // Another process resumes when the database is back.
    if (!isExpected || isConnectionLost(error.cause)) throw error
    await endJob(owner, runner, { failure: error.message, batchId, hasRejects: hasRejects(file) })
    return 0
  } finally {
    clearInterval(timer)
  }
}
