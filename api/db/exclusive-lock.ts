import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'

export interface ExclusiveLock {
  name: string
  busyError(): Error
}

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
      const key = String(hash64(`load:${name}`))
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
  const key = String(hash64(`load:${name}`))
  const [row] = await connection`SELECT pg_try_advisory_lock_shared(${key}::int8) AS held`
  if (row?.held !== true) throw busyError()
  try {
    return await work()
  } finally {
    await connection`SELECT pg_advisory_unlock_shared(${key}::int8)`.catch(() => {})
  }
}

/**
 * Lets many processes work under one name at once; the one that finds itself alone runs `whenAlone` first, before any other
 * begins. `onWait` hears that it waits for one that works alone. The lock belongs to the session of `connection`, which is
 * to do nothing else meanwhile.
 */
export async function withSharedLock<T>(
  connection: SQL,
  name: string,
  { whenAlone, onWait }: { whenAlone(): Promise<void>; onWait(): void },
  work: () => Promise<T>
): Promise<T> {
  const key = String(hash64(`share:${name}`))
  const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS alone`
  try {
    if (row?.alone === true) await whenAlone()
    const [turn] = await connection`SELECT pg_try_advisory_lock_shared(${key}::int8) AS shared`
    if (turn?.shared !== true) {
      onWait()
      await connection`SELECT pg_advisory_lock_shared(${key}::int8)`
    }
  } finally {
    if (row?.alone === true) await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
  }
  try {
    return await work()
  } finally {
    await connection`SELECT pg_advisory_unlock_shared(${key}::int8)`.catch(() => {})
  }
}

/** Runs `work` while nobody works under a name of `withSharedLock`; when somebody does, it throws `busyError()`. */
export async function withSoleLock<T>(
  connection: SQL,
  { name, busyError }: ExclusiveLock,
  work: () => Promise<T>
): Promise<T> {
  const key = String(hash64(`share:${name}`))
  const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS sole`
  if (row?.sole !== true) throw busyError()
  try {
    return await work()
  } finally {
    await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
  }
}
