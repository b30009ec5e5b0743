import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import { log } from '#api/lib/log.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { ImportOrder } from '#shared/contracts/admin-imports.ts'
import { claimJob, putBack, type Runner, releaseJob } from './run-store.ts'
import { type PreviewResult, startTask, type Task, type TaskProcess, targetOf } from './task-process.ts'

/** How a process ends that found its file or source held by another one. */
export const BUSY = 3
const BUSY_RETRY_MS = 2_000
const PREVIEW_MAX_MS = 5 * 60_000
/** For whoever asks again because it took long. */
const PREVIEW_KEPT_MS = 30_000

/** Processes that do jobs and previews: one of each at a time. */
export interface ImportRuns {
  /** Takes up what waits, unless somebody is at work. Returns when it is taken up, not when it is done. */
  next(): Promise<void>
  /** Joins who asked the same before. */
  preview(file: string, order: ImportOrder): Promise<PreviewResult>
  /** Forgets what a file holds that is no more. */
  forget(file: string): void
  close(): Promise<void>
}

/** What processes are started with. */
interface Starting {
  config: Config
  secrets: Pick<Secrets, 'suppress'>
  /** The application's, and the owner's. */
  sql: SQL
  owner: SQL
}

export function createImportRuns({ config, secrets, sql, owner }: Starting): ImportRuns {
  const processes = new Set<TaskProcess>()
  const previews = new Map<string, { file: string; result: Promise<PreviewResult> }>()
  let lastPreview: Promise<unknown> = Promise.resolve()
  /** The job that this process does. */
  let working: Promise<void> | null = null
  let isClosed = false

  function start(task: Task): TaskProcess {
    const { suppress } = secrets
    const started = startTask({ target: targetOf(config, owner), config, secrets: { suppress }, task })
    processes.add(started)
    void started.exitCode.then(() => processes.delete(started))
    return started
  }

  async function doJob(runner: Runner): Promise<void> {
    let code = 0
    try {
      if (!isClosed) code = await start({ do: 'job', runner }).exitCode
      await (code === BUSY ? putBack : releaseJob)(sql, runner)
    } catch (error) {
      // Without its sign of life another round takes it up.
      if (!isClosed) log.error('import_lost', { job: runner.job, error })
    }
    working = null
    if (code === BUSY) setTimeout(takeUp, BUSY_RETRY_MS).unref()
    else takeUp()
  }

  /** Nobody waits for it: what it cannot do now the next round of the jobs does. */
  function takeUp(): void {
    next().catch(error => {
      if (!isClosed) log.error('import_not_taken_up', { error })
    })
  }

  /** Takes a job, and gives what does it; null when there is none. */
  async function claim(): Promise<(() => Promise<void>) | null> {
    const runnerId = crypto.randomUUID()
    try {
      const job = await claimJob(sql, runnerId)
      if (job !== null) return () => doJob({ job: job.id, runnerId })
      working = null
      return null
    } catch (error) {
      working = null
      throw error
    }
  }

  async function next(): Promise<void> {
    if (working || isClosed) return
    const claimed = claim()
    working = claimed.then(work => work?.())
    working.catch(() => {})
    await claimed
  }

  async function readPreview(file: string, order: ImportOrder): Promise<PreviewResult> {
    const started = start({ do: 'preview', file, order })
    const timer = setTimeout(() => void started.stop(), PREVIEW_MAX_MS)
    const result = await started.result
    clearTimeout(timer)
    if (result === null) throw new Error('a preview without a result')
    return result
  }

  return {
    next,

    preview(file, order) {
      const key = JSON.stringify([file, order])
      const known = previews.get(key)
      if (known) return known.result
      const result = lastPreview.then(() => readPreview(file, order))
      const forget = () => previews.delete(key)
      lastPreview = result.then(() => void setTimeout(forget, PREVIEW_KEPT_MS).unref(), forget)
      previews.set(key, { file, result })
      return result
    },

    forget(file) {
      for (const [key, preview] of previews) if (preview.file === file) previews.delete(key)
    },

    async close() {
      isClosed = true
      await Promise.all([...processes].map(started => started.stop()))
      await working?.catch(() => {})
    }
  }
}
