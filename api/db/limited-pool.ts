import type { ReservedSQL, SQL } from 'bun'
import { DatabaseBusyError, DatabaseSilentError } from '#api/lib/database-down.ts'

/** In ticks of the watch (`server-watch.ts`). */
export interface WaitLimits {
  /** For a statement or transaction: the caller is told that the database is silent or busy. */
  answer: number
  /** For one statement, longer than the server allows: its connection is dead, and all are replaced. */
  replace: number
}

/** No wait is endless, whatever happens to server or network. */
export interface LimitedPool {
  /** Stays the same object. Supports the pool methods that the product calls. */
  readonly sql: SQL
  /** Ends overdue waits; returns the age of the oldest statement in ticks. */
  look(now: number): number
  /** Ends all connections and waits; refuses statements until `reopen`. */
  shut(): void
  reopen(): void
}

interface Wait {
  begunAt: number
  /** Start of the current statement; infinite between statements. */
  since: number
  isGivenUp: boolean
  giveUp(): void
}

type Start<T> = (answered: (value: T) => void, failed: (error: unknown) => void) => unknown
type Executor<T> = (answered: (value: T) => void, failed: (error: unknown) => void, wait: Wait) => unknown
type Work = (tx: SQL) => Promise<unknown>

/**
 * A pool that is replaced when it hangs, because a stopped server closes nothing. The outcome of an abandoned statement
 * is unknown; an abandoned transaction rolls back unless it hung in its commit.
 * @param open Makes a pool that connects on first use.
 * @param look The number of the watch's last tick.
 */
export function limitedPool(open: () => SQL, limits: WaitLimits, look: () => number): LimitedPool {
  const waits = new Set<Wait>()
  let pool = open()
  /** Tick of the last answer. */
  let answeredAt = look()

  function limited<T>(executor: Executor<T>, answeredLate?: (value: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const wait: Wait = {
        begunAt: look(),
        since: look(),
        isGivenUp: false,
        giveUp() {
          wait.isGivenUp = true
          reject(look() - answeredAt < limits.answer ? new DatabaseBusyError() : new DatabaseSilentError())
        }
      }
      waits.add(wait)
      executor(
        value => {
          waits.delete(wait)
          answeredAt = look()
          if (wait.isGivenUp) answeredLate?.(value)
          else resolve(value)
        },
        error => {
          waits.delete(wait)
          answeredAt = look()
          reject(error)
        },
        wait
      )
    })
  }

  /** A Bun query starts when awaited, and its form may be set before. */
  function limitedQuery(query: SQL.Query<unknown>): SQL.Query<unknown> {
    const start = query.then.bind(query) as unknown as Start<never>
    // biome-ignore lint/suspicious/noThenProperty: it is a promise already
    query.then = (answered, failed) => limited(start).then(answered, failed)
    return query
  }

  function begin(work: Work): Promise<unknown> {
    return limited((answered, failed, wait) => {
      const transaction = pool.begin(async tx => {
        const statements = timedStatements(tx, wait)
        const value = await work(Object.assign(statements, { options: pool.options }) as unknown as SQL)
        if (wait.isGivenUp) throw new DatabaseSilentError()
        wait.since = look()
        return value
      })
      return transaction.then(answered, failed)
    })
  }

  /** Each statement has its own wait; none starts after the transaction was abandoned. */
  function timedStatements(tx: SQL, wait: Wait) {
    let underWay = 0
    wait.since = Number.POSITIVE_INFINITY
    const timed = (query: SQL.Query<unknown>) => {
      const start = query.then.bind(query) as unknown as Start<never>
      const answer = async (): Promise<never> => {
        if (wait.isGivenUp) throw new DatabaseSilentError()
        underWay += 1
        wait.since = look()
        try {
          return await new Promise<never>((resolve, reject) => start(resolve, reject))
        } finally {
          answeredAt = look()
          underWay -= 1
          if (underWay === 0) wait.since = Number.POSITIVE_INFINITY
        }
      }
      // biome-ignore lint/suspicious/noThenProperty: it is a promise already
      query.then = (answered, failed) => answer().then(answered, failed)
      return query
    }
    const statement = (strings: TemplateStringsArray, ...values: unknown[]) => timed(tx(strings, ...values))
    return Object.assign(statement, {
      unsafe: (...call: Parameters<SQL['unsafe']>) => timed(tx.unsafe(...call))
    })
  }

  async function reserve(): Promise<ReservedSQL> {
    const reserving = pool.reserve()
    const connection = await limited<ReservedSQL>(
      (answered, failed) => reserving.then(answered, failed),
      late => late.release()
    )
    const statement = (strings: TemplateStringsArray, ...values: unknown[]) =>
      limitedQuery(connection(strings, ...values))
    return Object.assign(statement, {
      unsafe: (...call: Parameters<SQL['unsafe']>) => limitedQuery(connection.unsafe(...call)),
      release: () => connection.release()
    }) as unknown as ReservedSQL
  }

  const statement = (strings: TemplateStringsArray, ...values: unknown[]) =>
    limitedQuery(pool(strings, ...values))
  const calls = {
    unsafe: (...call: Parameters<SQL['unsafe']>) => limitedQuery(pool.unsafe(...call)),
    begin,
    reserve,
    close: (options?: { timeout?: number }) => pool.close(options),
    options: pool.options
  }

  function shut(): void {
    answeredAt = Number.NEGATIVE_INFINITY
    for (const wait of waits) wait.giveUp()
    waits.clear()
    void pool.close({ timeout: 0 })
  }

  function reopen(): void {
    pool = open()
  }

  return {
    sql: Object.assign(statement, calls) as unknown as SQL,
    shut,
    reopen,

    look(now) {
      let oldest = 0
      for (const wait of waits) {
        const age = now - wait.since
        if (age >= limits.replace) {
          shut()
          reopen()
          return 0
        }
        if (now - wait.begunAt >= limits.answer && !wait.isGivenUp) wait.giveUp()
        oldest = Math.max(oldest, age)
      }
      return oldest
    }
  }
}
