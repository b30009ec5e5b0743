import type { SQL } from 'bun'
import { WorkTime } from './deadline.ts'

/** Makes a connection of its own with these start-up parameters. */
export type Connect = (settings: Record<string, string>) => SQL

export interface Lanes {
  /**
   * Does one piece of work on a connection that nobody else uses meanwhile. When the signal fires, what runs in
   * Postgres is cancelled there, and the promise rejects with the signal's reason once it has stopped; so it does
   * with a `TimeoutError` when the time of the lanes is over, which the wait for a connection counts in.
   */
  run<T>(signal: AbortSignal, work: (sql: SQL) => Promise<T>): Promise<T>
}

/** More would only make searches wait for the processor instead of for a lane. */
const LANES = 8

/** A cancel finds nothing while the next statement is still on its way; then it is tried again. */
const CANCEL_AGAIN_MS = 25

/**
 * A look-up is one bitmap scan of the key index whatever its values: one plan for all values saves the planning, and
 * without sequential scans none of them can turn into one.
 */
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/**
 * Connections for searches. Each carries a name of its own, by which a statement that nobody waits for any more is
 * found and cancelled.
 *
 * @param owner Another connection of the same login: only it may cancel.
 * @param timeoutMs After so long work is given up; Postgres stops a statement by itself after as long.
 */
export function createLanes(connect: Connect, owner: SQL, timeoutMs: number): Lanes {
  const process = Bun.randomUUIDv7('base64url')
  const free: Lane[] = []
  const waiting: ((lane: Lane) => void)[] = []
  let made = 0

  function makeLane(): Lane {
    const name = `sverka-search-${process}-${made++}`
    return {
      name,
      sql: connect({ ...SETTINGS, application_name: name, statement_timeout: String(timeoutMs) })
    }
  }

  async function take(time: WorkTime): Promise<Lane> {
    const ready = free.pop()
    if (ready) return ready
    if (made < LANES) return makeLane()
    const { promise, resolve, reject } = Promise.withResolvers<Lane>()
    time.whenOver = () => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(time.reason)
    }
    waiting.push(resolve)
    return await promise
  }

  function give(lane: Lane): void {
    const next = waiting.shift()
    if (next) next(lane)
    else free.push(lane)
  }

  async function cancelWhile({ name }: Lane, isWorking: () => boolean): Promise<void> {
    while (isWorking()) {
      await owner`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${name} AND state = 'active'`.catch(() => {})
      if (isWorking()) await Bun.sleep(CANCEL_AGAIN_MS)
    }
  }

  async function onLane<T>(lane: Lane, time: WorkTime, work: (sql: SQL) => Promise<T>): Promise<T> {
    let isWorking = true
    let cancelled = Promise.resolve()
    time.whenOver = () => {
      cancelled = cancelWhile(lane, () => isWorking)
    }
    try {
      time.throwIfOver()
      return await work(lane.sql)
    } catch (error) {
      time.throwIfOver()
      throw error
    } finally {
      isWorking = false
      // A cancel that is still on its way would stop the statement of the next search.
      void cancelled.then(() => give(lane))
    }
  }

  return {
    async run(signal, work) {
      const time = new WorkTime(signal, timeoutMs)
      try {
        return await onLane(await take(time), time, work)
      } finally {
        time.end()
      }
    }
  }
}

interface Lane {
  name: string
  sql: SQL
}
