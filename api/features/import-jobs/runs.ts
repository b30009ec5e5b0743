import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import type { Sources } from '#api/features/sources/service.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { fileOf, hasRejects } from './folder.ts'
import { putBack, type Runner, releaseJob, renewJob } from './lease-store.ts'
import { createPreviews, type Previews } from './previews.ts'
import { claimJob, endJob } from './run-store.ts'
import type { Job } from './store.ts'
import { startTask, type Task, type TaskProcess, targetOf } from './task-process.ts'
import { holdLease } from './task-watch.ts'

/** Exit code for a busy file or source. */
export const BUSY = 3
/** Just after `run-store.ts` allows it. */
const BUSY_RETRY_MS = 5_200

/** One job at a time, and previews. */
export interface ImportRuns {
  /** Starts waiting jobs; does not wait for them. */
  next(): Promise<void>
  previews: Previews
  close(): Promise<void>
}

interface Starting {
  config: Config
  secrets: Pick<Secrets, 'suppress'>
  /** The application's, and the owner's. */
  sql: SQL
  owner: SQL
  sources: Pick<Sources, 'forget'>
}

/** @param begin Starts a process. */
export function createImportRuns(
  { config, secrets, sql, owner, sources }: Starting,
  begin: typeof startTask = startTask
): ImportRuns {
  const processes = new Set<TaskProcess>()
  let working: Promise<void> | null = null
  /** A job may have arrived since the last look. */
  let isWanted = false
  let isClosed = false

  /** @throws Refusal `STOPPING` once closed. */
  function start(task: Task): TaskProcess {
    if (isClosed) throw new Refusal('STOPPING')
    const { suppress } = secrets
    const started = begin({ target: targetOf(config, owner), config, secrets: { suppress }, task })
    processes.add(started)
    void started.exitCode.then(() => processes.delete(started))
    return started
  }

  /** Renews the lease; returns the exit code. */
  async function doInProcess(job: Job, runner: Runner): Promise<number> {
    const task = start({ do: 'job', kind: job.kind, runner })
    const endLease = holdLease(() => renewJob(sql, runner), task.kill)
    const code = await task.exitCode
    await endLease()
    const result = await task.result
    // A rekey is never given up.
    if (result && 'refused' in result && job.kind !== 'rekey')
      await endJob(sql, runner, {
        failure: result.refused,
        hasRejects: hasRejects(fileOf(config.dataDir, job))
      })
    return code
  }

  async function doJob(job: Job, runner: Runner): Promise<void> {
    let code = 0
    try {
      if (!isClosed) code = await doInProcess(job, runner)
      sources.forget()
      await (code === BUSY ? putBack : releaseJob)(sql, runner)
    } catch (error) {
      // Without signs of life it is claimed again.
      if (!isClosed) log.error('import_lost', { job: runner.job, error })
    }
    working = null
    if (code === BUSY) setTimeout(takeUp, BUSY_RETRY_MS).unref()
    takeUp()
  }

  /** Failures are retried by the next round. */
  function takeUp(): void {
    next().catch(error => {
      if (!isClosed) log.error('import_not_taken_up', { error })
    })
  }

  async function claim(): Promise<(() => Promise<void>) | null> {
    const runnerId = crypto.randomUUID()
    try {
      do {
        isWanted = false
        const job = await claimJob(sql, runnerId)
        if (job !== null) return () => doJob(job, { job: job.id, runnerId })
      } while (isWanted)
      working = null
      return null
    } catch (error) {
      working = null
      throw error
    }
  }

  async function next(): Promise<void> {
    isWanted = true
    if (working || isClosed) return
    const claimed = claim()
    working = claimed.then(work => work?.())
    working.catch(() => {})
    await claimed
  }

  const previews = createPreviews((file, order) => start({ do: 'preview', file, order }))

  return {
    next,
    previews,

    async close() {
      isClosed = true
      previews.close()
      await Promise.all([...processes].map(started => started.stop()))
      await working?.catch(() => {})
    }
  }
}
