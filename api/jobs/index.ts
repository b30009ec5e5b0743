import type { Context } from '#api/context.ts'
import { flushDeliveries } from '#api/features/search/delivery-outbox.ts'
import { log } from '#api/lib/log.ts'
import { forgetOld, settleSearches } from './store.ts'

const ROUND_MS = 10_000

/**
 * Starts the loops that need nobody's request: at once, and then every ten seconds.
 *
 * @returns Stops them, waits for the round that is running, and writes down what was handed over and counted
 * meanwhile.
 */
export function startJobs(context: Context): () => Promise<void> {
  const jobs = {
    settle_searches: () => settle(context),
    forget_old: () => forgetOld(context.sql, context.config.historyDays),
    store_counts: () => context.statistics.store()
  }
  const round = async () => {
    for (const [name, job] of Object.entries(jobs)) {
      await job().catch(error => log.error('job_failed', { job: name, error }))
    }
  }
  let running = round()
  const timer = setInterval(() => {
    running = running.then(round)
  }, ROUND_MS)
  return async () => {
    clearInterval(timer)
    await running
    await flushDeliveries(context)
    await context.statistics.store()
  }
}

/** Gives back what was paid for answers that never left; what this process has handed over is not among that. */
async function settle(context: Context): Promise<void> {
  await flushDeliveries(context)
  const settled = await settleSearches(context.sql)
  if (settled > 0) log.warn('searches_given_back', { settled })
}
