import type { Context } from '#api/context.ts'
import { asLeader } from '#api/db/leader.ts'
import { resumeRemovals } from '#api/features/indices/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { HOUSEKEEPING } from './housekeeping.ts'
import { inPortions } from './portions.ts'

const ROUND_MS = 10_000
/** Number of the advisory lock that makes one process the leader of a round. */
const LEADER = 73_200_001

/**
 * Starts the loops that need nobody's request: at once, and then every ten seconds. Jobs run beside each other, each
 * for so long in a round, and each fails by itself.
 *
 * @returns Stops them, waits for the round that is running, and writes down what was handed over and counted
 * meanwhile.
 */
export function startJobs(context: Context, housekeeping = HOUSEKEEPING): () => Promise<void> {
  let isStopping = false

  async function attempt(job: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    let isDone = true
    await work().catch(error => {
      isDone = false
      if (isDatabaseDown(error)) context.outages.note('jobs_put_off', error)
      else log.error('job_failed', { job, error })
    })
    context.metrics.jobRan(job, isDone, (performance.now() - startedAt) / 1_000)
  }

  async function keepHouse(): Promise<void> {
    await asLeader(context.sql, LEADER, async () => {
      await attempt('resume_removals', () => resumeRemovals(context))
      await attempt('take_up_imports', () => context.importRuns.next())
      const jobs = Object.entries(housekeeping).map(([name, portion]) =>
        attempt(name, () =>
          inPortions(
            most => portion(context, most),
            () => isStopping
          )
        )
      )
      await Promise.all(jobs)
    })
  }

  async function writeDown(): Promise<void> {
    await attempt('flush_deliveries', () => context.deliveries.flush())
    await attempt('store_counts', () => context.statistics.store())
    await context.owedRateLimitPlaces.giveBack()
  }

  async function round(): Promise<void> {
    // What this process has handed over is not to be given back.
    await writeDown()
    await attempt('housekeeping', keepHouse)
  }

  /** The round under way. Never a second one beside it, and none that waits for it: an outage makes rounds long. */
  let running: Promise<void> | null = null
  function start(): void {
    running ??= round().finally(() => {
      running = null
    })
  }

  start()
  const timer = setInterval(start, ROUND_MS)
  return async () => {
    clearInterval(timer)
    isStopping = true
    await running
    await writeDown()
  }
}
