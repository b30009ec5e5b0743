import type { SQL } from 'bun'
import { hash64 } from '#api/lib/hash64.ts'
import type { ExclusiveLock } from './exclusive-lock.ts'

/*
 * Locks of one family, by name. Work that runs under a name, against other work under the same one:
 *
 *                  | withSharedLock | withSoleLock
 *   withSharedLock | beside         | refused
 *   its whenAlone  | waits          | refused
 *   withSoleLock   | waits          | refused
 *
 * The row runs, the column comes. Who comes to any of them does not run its own `whenAlone`. Locks of `exclusive-lock.ts`
 * are others, also of the same name.
 */

const keyOf = (name: string) => String(hash64(`share:${name}`))

/**
 * Lets many processes work under a name; one that is alone first runs `whenAlone`. `onWait` reports a wait for sole
 * work. The lock occupies the session of `connection`.
 */
export async function withSharedLock<T>(
  connection: SQL,
  name: string,
  { whenAlone, onWait }: { whenAlone(): Promise<void>; onWait(): void },
  work: () => Promise<T>
): Promise<T> {
  const key = keyOf(name)
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

/** Runs `work` while nobody holds the name shared; else throws `busyError()`. */
export async function withSoleLock<T>(
  connection: SQL,
  { name, busyError }: ExclusiveLock,
  work: () => Promise<T>
): Promise<T> {
  const key = keyOf(name)
  const [row] = await connection`SELECT pg_try_advisory_lock(${key}::int8) AS sole`
  if (row?.sole !== true) throw busyError()
  try {
    return await work()
  } finally {
    await connection`SELECT pg_advisory_unlock(${key}::int8)`.catch(() => {})
  }
}
