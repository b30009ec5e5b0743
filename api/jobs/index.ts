import type { Context } from '#api/lib/context.ts'
import { log } from '#api/lib/log.ts'
import { forgetOld } from './store.ts'

const FORGET_EVERY_MS = 10_000

/**
 * Starts the loops that need nobody's request.
 *
 * @returns Stops them and waits for the one that is running.
 */
export function startJobs(context: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const round = () => forgetOld(context.sql, context.config.historyDays)
  const timer = setInterval(() => {
    running = running.then(round).catch(error => log.error('forget_old_failed', { error }))
  }, FORGET_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
