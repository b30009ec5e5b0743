import type { Context } from '#api/context.ts'
import { createWatcher } from '#api/features/payments/watcher.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { rest } from '#api/lib/deadline.ts'
import { log } from '#api/lib/log.ts'

/** How often a process asks whether it is its turn: the look itself keeps its own rhythm, for all processes. */
const TURN_MS = 2_000

/**
 * Looks at every network of the configuration, one process at a time for each.
 *
 * @returns Stops, and waits for the looks under way.
 */
export function watchNetworks(context: Context): () => Promise<void> {
  const { sql, networks, outages } = context
  const stop = new AbortController()
  const watchers = networks.map(network => {
    const group = networks.filter(({ key, isTest }) => key === network.key || !(isTest || network.isTest))
    return createWatcher(sql, network, group)
  })

  const loops = watchers.map(async ({ network, look }) => {
    while (!stop.signal.aborted) {
      await look().catch(error => {
        if (isDatabaseDown(error)) outages.note('network_look_put_off', error)
        else log.error('network_look_failed', { network: network.key, error })
      })
      await rest(TURN_MS, stop.signal)
    }
  })
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}
