import type { SQL } from 'bun'
import { Deadline } from '#api/lib/deadline.ts'

export type Connect = (settings: Record<string, string>) => SQL

export interface SearchConnections {
  /**
   * Runs work on an exclusive connection. The signal cancels its statement, then rejects with the signal's reason.
   * Rejects with `TimeoutError` after `timeoutMs`, waiting included.
   */
  run<T>(signal: AbortSignal, timeoutMs: number, work: (sql: SQL) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface ConnectionLimits {
  /** More searches would wait for the processor instead. */
  count: number
  statementTimeoutMs: number
}

/** A cancel that precedes its statement has no effect. */
const CANCEL_RETRY_MS = 25

/** A look-up is one bitmap scan for any values, so a generic plan is safe and saves planning. */
const SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/**
 * Search connections, named so that statements can be cancelled.
 * @param sameLogin Connects with the login of `connect`, which alone may cancel.
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

  function openConnection(): Connection {
    const name = `sverka-search-${process}-${open.length}`
    const settings = { ...SETTINGS, application_name: name, statement_timeout: String(statementTimeoutMs) }
    const connection = { name, sql: connect(settings) }
    open.push(connection)
    return connection
  }

  async function acquire(deadline: Deadline): Promise<Connection> {
    const ready = free.pop()
    if (ready) return ready
    if (open.length < count) return openConnection()
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    deadline.onExpiry = () => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(deadline.reason)
    }
    waiting.push(resolve)
    return await promise
  }

  function release(connection: Connection): void {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  async function cancelWhile({ name }: Connection, isWorking: () => boolean): Promise<void> {
    while (isWorking()) {
      await sameLogin`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE application_name = ${name} AND state = 'active'`.catch(() => {})
      if (isWorking()) await Bun.sleep(CANCEL_RETRY_MS)
    }
  }

  async function runOn<T>(
    connection: Connection,
    deadline: Deadline,
    work: (sql: SQL) => Promise<T>
  ): Promise<T> {
    let isWorking = true
    let cancelled = Promise.resolve()
    deadline.onExpiry = () => {
      cancelled = cancelWhile(connection, () => isWorking)
    }
    try {
      deadline.throwIfExpired()
      return await work(connection.sql)
    } catch (error) {
      deadline.throwIfExpired()
      throw error
    } finally {
      isWorking = false
      // A late cancel would stop the next search.
      void cancelled.then(() => release(connection))
    }
  }

  return {
    async run(signal, timeoutMs, work) {
      const deadline = new Deadline(signal, timeoutMs)
      try {
        return await runOn(await acquire(deadline), deadline, work)
      } finally {
        deadline.clear()
      }
    },

    async close() {
      await Promise.all(open.map(({ sql }) => sql.close({ timeout: 0 })))
    }
  }
}

/** Null without time. */
export async function runInTime<T>(
  connections: SearchConnections,
  ms: number,
  signal: AbortSignal,
  work: (sql: SQL) => Promise<T>
): Promise<T | null> {
  try {
    return await connections.run(signal, ms, work)
  } catch (error) {
    signal.throwIfAborted()
    if (!isTimeout(error)) throw error
    return null
  }
}

/** Our deadline, or Postgres' own. */
function isTimeout(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  const code = error instanceof Error && 'errno' in error ? String(error.errno) : ''
  return code === '57014' || code === '55P03'
}

interface Connection {
  name: string
  sql: SQL
}
