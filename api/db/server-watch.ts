import type { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import { CONNECT_TICKS, PING_TICKS, RETRY_TICKS, SUSPECT_TICKS, TICK_MS } from '#api/lib/time-limits.ts'
import { type LimitedPool, limitedPool, type WaitLimits } from './limited-pool.ts'

/** Tells a silent server from a slow statement. */
export interface ServerWatch {
  pool(open: () => SQL, limits: WaitLimits): SQL
  close(): Promise<void>
}

/**
 * @param connect Makes a one-connection client that reports its loss.
 * @param isTelling Logs findings; one thread of a process does.
 */
export function watchServer(connect: (lost: () => void) => SQL, isTelling: boolean): ServerWatch {
  const pools: LimitedPool[] = []
  let now = 0
  let askedAt = 0
  let unansweredSince: number | null = null
  let silentSince: number | null = null
  /** A new connection takes time: TCP, TLS, password. */
  let isConnected = false
  let client = open()

  function open(): SQL {
    isConnected = false
    const opened = connect(() => {
      if (opened === client) isConnected = false
    })
    return opened
  }

  async function ask(): Promise<void> {
    const pinged = client
    askedAt = now
    unansweredSince = now
    try {
      await pinged`SELECT 1`
      if (pinged === client) isConnected = true
      if (pinged === client && silentSince !== null) goOn()
    } catch {
      if (pinged === client) isConnected = false
    }
    if (pinged === client) unansweredSince = null
  }

  function beSilent(): void {
    silentSince = now
    if (isTelling) log.error('database_silent')
    for (const pool of pools) pool.shut()
  }

  function goOn(): void {
    if (isTelling) log.warn('database_answers', { silentMs: (now - (silentSince ?? now)) * TICK_MS })
    silentSince = null
    for (const pool of pools) pool.reopen()
  }

  function look(): void {
    now += 1
    if (silentSince !== null) {
      if (now - askedAt < (unansweredSince !== null && !isConnected ? CONNECT_TICKS : RETRY_TICKS)) return
      void client.close({ timeout: 0 })
      client = open()
      void ask()
      return
    }
    const oldest = Math.max(0, ...pools.map(pool => pool.look(now)))
    if (unansweredSince !== null && now - unansweredSince >= (isConnected ? PING_TICKS : CONNECT_TICKS))
      beSilent()
    else if (unansweredSince === null && oldest >= SUSPECT_TICKS && now - askedAt >= SUSPECT_TICKS) void ask()
  }

  void ask()
  const timer = setInterval(look, TICK_MS)
  timer.unref()
  return {
    pool(open, limits) {
      const pool = limitedPool(open, limits, () => now)
      pools.push(pool)
      return pool.sql
    },

    async close() {
      clearInterval(timer)
      await client.close({ timeout: 0 })
    }
  }
}
