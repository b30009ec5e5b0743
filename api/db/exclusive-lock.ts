import type { SQL } from 'bun'
import { isLockHeld } from '#api/lib/database-down.ts'
import { hash64 } from '#api/lib/hash64.ts'

/*
 * Locks of one family, by name. Work that runs under a name, against other work under the same one:
 *
 *                      | withExclusiveLocks | withoutExclusive | outsideTurns | withTurn
 *   withExclusiveLocks | refused            | refused          | waits        | waits
 *   withoutExclusive   | refused            | beside           | beside       | waits
 *   outsideTurns       | refused            | beside           | beside       | waits
 *   withTurn           | refused            | refused          | waits        | waits
 *
 * The row runs, the column comes. What waits is refused after its time. Locks of `shared-lock.ts` are others, also of the
 * same name.
 */

export interface ExclusiveLock {
  name: string
  busyError(): Error
}

/** Held while a backup is made. */
export const BACKUP_LOCK = 'backup'

const keyOf = (name: string) => String(hash64(`load:${name}`))

/**
 * Runs `work` unless another process runs work of one of these names; then it throws that `busyError()`. The locks
 * belong to the session, so they end with the process, even by kill -9.
 */
export async function withExclusiveLocks<T>(
  sql: SQL,
  locks: readonly ExclusiveLock[],
  work: (connection: SQL) => Promise<T>
): Promise<T> {
  const connection = await sql.reserve()
  const held: string[] = []
  try {
    for (const { name, busyError } of locks) {
      const key = keyOf(name)
      const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS held`
      if (row?.held !== true) throw busyError()
      held.push(key)
    }
    return await work(connection)
  } finally {
    for (const key of held) {
      // A stopped server has released the lock.
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
    connection.release()
  }
}

/**
 * Runs `work` beside other work of this kind, unless somebody has the lock by `withExclusiveLocks`; then it throws the
 * `busyError()`. The lock belongs to the session of `connection`.
 */
export async function withoutExclusive<T>(
  connection: SQL,
  { name, busyError }: ExclusiveLock,
  work: () => Promise<T>
): Promise<T> {
  const key = keyOf(name)
  const [row] = await connection`SELECT pg_try_advisory_lock_shared(${key}::int8) AS held`
  if (row?.held !== true) throw busyError()
  try {
    return await work()
  } finally {
    await connection`SELECT pg_advisory_unlock_shared(${key}::int8)`.catch(() => {})
  }
}

/** Whether somebody runs work of `withExclusiveLocks` under this name now, told without a lock that could be in its way. */
export async function isExclusive(sql: SQL, name: string): Promise<boolean> {
  const [row] = await sql`SELECT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::int8 << 32 | objid::int8) = ${keyOf(name)}::int8) AS held`
  return row?.held === true
}

/** How soon whoever waits for its turn looks again. */
const TURN_POLL_MS = 50

/**
 * Runs `work` beside other work of this kind, and never beside that of `withTurn`, for whose end it waits: at most so many
 * milliseconds, then it throws the `busyError()`. The lock belongs to the session of `connection`.
 */
export async function outsideTurns<T>(
  connection: SQL,
  { name, busyError }: ExclusiveLock,
  waitMs: number,
  work: () => Promise<T>
): Promise<T> {
  const until = performance.now() + waitMs
  const busy = new Error('somebody has the turn')
  for (;;) {
    try {
      return await withoutExclusive(connection, { name, busyError: () => busy }, work)
    } catch (error) {
      if (error !== busy) throw error
      if (performance.now() > until) throw busyError()
      await Bun.sleep(TURN_POLL_MS)
    }
  }
}

/** How long whoever wants the turn lets nobody else begin, and then how long it lets everybody. */
const TURN_QUEUE_MS = 1_500

/**
 * Runs `work`, which has to be over in a moment, when all work of `outsideTurns` under this name has ended. It waits by
 * turns with whoever comes later, so that nobody waits long for it while one that came earlier goes on. Throws the
 * `busyError()` after so many milliseconds.
 */
export async function withTurn<T>(
  sql: SQL,
  { name, busyError }: ExclusiveLock,
  waitMs: number,
  work: (connection: SQL) => Promise<T>
): Promise<T> {
  const connection = await sql.reserve()
  const key = keyOf(name)
  const until = performance.now() + waitMs
  try {
    await connection`SELECT set_config('lock_timeout', ${`${TURN_QUEUE_MS}ms`}, false)`
    while (!(await isLocked(connection, key))) {
      if (performance.now() > until) throw busyError()
      await Bun.sleep(TURN_QUEUE_MS)
    }
    try {
      return await work(connection)
    } finally {
      await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
    }
  } finally {
    await connection`RESET lock_timeout`.catch(() => {})
    connection.release()
  }
}

/** While it waits in the queue of Postgres, no other lock of this key is given. */
async function isLocked(connection: SQL, key: string): Promise<boolean> {
  try {
    await connection`SELECT pg_advisory_lock(${key}::int8)`
    return true
  } catch (error) {
    if (isLockHeld(error)) return false
    throw error
  }
}
