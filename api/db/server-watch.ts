import type { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import { type LimitedPool, limitedPool, type WaitLimits } from './limited-pool.ts'

/** Waits are counted in looks and not by a clock: a thread that stood still itself must not blame the database. */
const LOOK_MS = 100
/** A statement that takes as long makes the server be asked whether it answers at all. */
const SUSPECT_LOOKS = 4
/** An answer to that takes a millisecond. */
const PING_LOOKS = 6
/** While it is silent it is asked anew, on a new connection, so often. */
const RETRY_LOOKS = 6

/** Tells a server that answers nobody from a statement that takes long. */
export interface ServerWatch {
  /** A pool that is shut while the server is silent. */
  pool(open: () => SQL, limits: WaitLimits): SQL
  close(): Promise<void>
}

/**
 * @param connect Makes a client of one connection.
 * @param isTelling Whether it logs what it finds: one of a process's threads does.
 */
export function watchServer(connect: () => SQL, isTelling: boolean): ServerWatch {
  const pools: LimitedPool[] = []
  let client = connect()
  let now = 0
  let askedAt = 0
  /** Of the ping that nobody has answered yet. */
  let unansweredSince: number | null = null
  let silentSince: number | null = null

  async function ask(): Promise<void> {
    const asked = client
    askedAt = now
    unansweredSince = now
    try {
      await asked`SELECT 1`
      if (asked === client && silentSince !== null) goOn()
    } catch {
      // Whoever refuses is not silent: every statement is told so by itself.
    }
    if (asked === client) unansweredSince = null
  }

  function beSilent(): void {
    silentSince = now
    if (isTelling) log.error('database_silent')
    for (const pool of pools) pool.shut()
  }

  function goOn(): void {
    if (isTelling) log.warn('database_answers', { silentMs: (now - (silentSince ?? now)) * LOOK_MS })
    silentSince = null
    for (const pool of pools) pool.reopen()
  }

  function look(): void {
    now += 1
    if (silentSince !== null) {
      if (now - askedAt < RETRY_LOOKS) return
      void client.close({ timeout: 0 })
      client = connect()
      void ask()
      return
    }
    const oldest = Math.max(0, ...pools.map(pool => pool.look(now)))
    if (unansweredSince !== null && now - unansweredSince >= PING_LOOKS) beSilent()
    else if (unansweredSince === null && oldest >= SUSPECT_LOOKS && now - askedAt >= SUSPECT_LOOKS) void ask()
  }

  // The first answer waits for the connection; later ones must not.
  void ask()
  const timer = setInterval(look, LOOK_MS)
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
