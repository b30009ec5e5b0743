import { randomUUID } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { rest } from '#api/lib/deadline.ts'
import { log } from '#api/lib/log.ts'
import { claimList, releaseList } from './lease-store.ts'
import { runList } from './run-list.ts'

/** How often a process asks whether a list waits for it. */
const TURN_MS = 1_000
/** Lists that a process searches beside each other; their rows take turns. */
const LISTS_AT_ONCE = 4

/**
 * Searches the rows of running lists, in any number of processes. A list is one process's as long as that gives signs of life.
 *
 * @returns Stops, lets others take the lists, and waits for the rows under way.
 */
export function runLists(context: Context): () => Promise<void> {
  const { sql, outages } = context
  const runner = randomUUID()
  const stop = new AbortController()
  const running = new Set<Promise<void>>()

  async function turn(): Promise<boolean> {
    if (running.size >= LISTS_AT_ONCE) return false
    const list = await claimList(sql, runner)
    if (!list) return false
    const run = runList(context, list, runner, stop.signal)
      .catch(async error => {
        if (isDatabaseDown(error)) outages.note('list_put_off', error)
        else log.error('list_failed', { error })
        // It is taken up again as soon as it is released.
        await rest(TURN_MS, stop.signal)
      })
      .then(() => releaseList(sql, list.id, runner).catch(error => outages.note('list_not_released', error)))
      .finally(() => running.delete(run))
    running.add(run)
    return true
  }

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      const isTaken = await turn().catch(error => {
        outages.note('lists_put_off', error)
        return false
      })
      if (!isTaken) await rest(TURN_MS, stop.signal)
    }
  }

  const looping = loop()
  return async () => {
    stop.abort(new DOMException('the process stops', 'AbortError'))
    await looping
    await Promise.all(running)
  }
}
