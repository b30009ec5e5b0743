import type { SQL } from 'bun'
import { Deadline } from './deadline.ts'

/** Makes a connection of its own with these start-up parameters. */
export type Connect = (settings: Record<string, string>) => SQL

export interface SearchConnections {
  /**
   * Does one piece of work on a connection that nobody else uses meanwhile. When the signal fires, what runs in
   * Postgres is cancelled there, and the promise rejects with the signal's reason once it has stopped; so it does
   * with a `TimeoutError` when the time is over, which the wait for a connection counts in.
   */
  run<T>(signal: AbortSignal, timeoutMs: number, work: (sql: SQL) => Promise<T>): Promise<T>
  /** Closes the connections. What runs on them is lost. */
  close(): Promise<void>
}

export interface ConnectionLimits {
  /** More would only make searches wait for the processor instead of for a connection. */
  count: number
  /** Postgres stops a statement by itself after so long. */
  statementTimeoutMs: number
}

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
 * @param sameLogin Another connection of the login that `connect` uses: only it may cancel.
 */
export function createSearchConnections(
  connect: Connect,
  sameLogin: SQL,
  { count, statementTimeoutMs }: ConnectionLimits
): SearchConnections {
  const process = Bun.randomUUIDv7('base64url')
  const open: Connection[] = []
  const free: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []

  function openOne(): Connection {
    const name = `sverka-search-${process}-${open.length}`
    const settings = { ...SETTINGS, application_name: name, statement_timeout: String(statementTimeoutMs) }
    const connection = { name, sql: connect(settings) }
    open.push(connection)
    return connection
  }

  async function take(deadline: Deadline): Promise<Connection> {
    const ready = free.pop()
    if (ready) return ready
    if (open.length < count) return openOne()
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    deadline.whenOver = () => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(deadline.reason)
    }
    waiting.push(resolve)
    return await promise
  }

  function give(connection: Connection): void {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  async function cancelWhile({ name }: Connection, isWorking: () => boolean): Promise<void> {
    while (isWorking()) {
      await sameLogin`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${name} AND state = 'active'`.catch(() => {})
      if (isWorking()) await Bun.sleep(CANCEL_AGAIN_MS)
    }
  }

  async function workOn<T>(
    connection: Connection,
    deadline: Deadline,
    work: (sql: SQL) => Promise<T>
  ): Promise<T> {
    let isWorking = true
    let cancelled = Promise.resolve()
    deadline.whenOver = () => {
      cancelled = cancelWhile(connection, () => isWorking)
    }
    try {
      deadline.throwIfOver()
      return await work(connection.sql)
    } catch (error) {
      deadline.throwIfOver()
      throw error
    } finally {
      isWorking = false
      // A cancel that is still on its way would stop the statement of the next search.
      void cancelled.then(() => give(connection))
    }
  }

  return {
    async run(signal, timeoutMs, work) {
      const deadline = new Deadline(signal, timeoutMs)
      try {
        return await workOn(await take(deadline), deadline, work)
      } finally {
        deadline.end()
      }
    },

    async close() {
      await Promise.all(open.map(({ sql }) => sql.close({ timeout: 0 })))
    }
  }
}

interface Connection {
  name: string
  sql: SQL
}
