import type { SQL } from 'bun'
import { and, eq, gt, lt, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { throttles } from '#api/db/schema/index.ts'
import { DatabaseSilentError } from '#api/lib/database-down.ts'

/** Something that may happen only so often. */
export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

/** Of places that were asked for: whether they are taken is not known when the database fell silent. */
export interface PlacesResult {
  /** Seconds until the window ends of the first limit that is full: then none was taken. */
  wait: number | null
  isKnown: boolean
}

/** Rows are locked in one order, here and where places are given back, so that no two wait for each other. */
const byKey = (one: Limit, other: Limit) => (one.key < other.key ? -1 : 1)

/**
 * Takes a place of every limit or of none.
 *
 * In a transaction: a stopped server that goes on executes what it was sent, though nobody waits for it any more; of a
 * transaction that is only the commit.
 */
export async function takeThrottlePlaces(sql: SQL, limits: readonly Limit[]): Promise<PlacesResult> {
  let wait: number | null = null
  let isCommitting = false
  try {
    await sql.begin(async tx => {
      for (const { key, most, windowSeconds } of limits.toSorted(byKey)) {
        wait = await takeThrottlePlace(tx, key, most, windowSeconds)
        if (wait !== null) throw new Error('no place is free')
      }
      isCommitting = true
    })
  } catch (error) {
    if (isCommitting && error instanceof DatabaseSilentError) return { wait, isKnown: false }
    if (wait === null) throw error
  }
  return { wait, isKnown: true }
}

/**
 * Takes one of `limit` places of a window, or says that none is free. One upsert, so parallel callers in any number of
 * processes never get more places than there are.
 *
 * @returns Seconds until the window ends when it is full, else null.
 */
export async function takeThrottlePlace(
  sql: SQL,
  key: string,
  limit: number,
  windowSeconds: number
): Promise<number | null> {
  const { count, windowEndsAt } = throttles
  const hasEnded = text`${windowEndsAt} <= now()`
  const rows = await orm(sql)
    .insert(throttles)
    .values({ key, count: 1, windowEndsAt: text`now() + make_interval(secs => ${windowSeconds})` })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: text`CASE WHEN ${hasEnded} THEN 1 ELSE ${count} + 1 END`,
        windowEndsAt: text`CASE WHEN ${hasEnded} THEN excluded.window_ends_at ELSE ${windowEndsAt} END`
      },
      setWhere: text`${hasEnded} OR ${count} < ${limit}`
    })
    .returning({ key: throttles.key })
  return rows.length > 0 ? null : await secondsLeft(sql, key, windowSeconds)
}

/**
 * A window that has ended, or was given up, since a place was asked for lasts as long as a new one would. By the clock:
 * the transaction may be older than the window.
 */
async function secondsLeft(sql: SQL, key: string, windowSeconds: number): Promise<number> {
  const [row] = await orm(sql)
    .select({
      seconds: text<number>`ceil(extract(epoch FROM ${throttles.windowEndsAt} - clock_timestamp()))::int`
    })
    .from(throttles)
    .where(and(eq(throttles.key, key), gt(throttles.windowEndsAt, text`clock_timestamp()`)))
  return row?.seconds ?? windowSeconds
}

/** Gives places back that turned out not to count, all or none; a key that is named twice gets two. */
export async function freeThrottlePlaces(sql: SQL, keys: readonly string[]): Promise<void> {
  const { count, windowEndsAt } = throttles
  await orm(sql).transaction(async tx => {
    for (const key of keys.toSorted()) {
      await tx
        .update(throttles)
        .set({ count: text`${count} - 1` })
        .where(and(eq(throttles.key, key), gt(count, 0), gt(windowEndsAt, text`now()`)))
    }
  })
}

/** Whether a window lasts that somebody took a place of. */
export const hasWindow = async (sql: SQL, key: string): Promise<boolean> =>
  (await orm(sql).$count(throttles, and(eq(throttles.key, key), gt(throttles.windowEndsAt, text`now()`)))) > 0

export async function forgetWindows(sql: SQL, most: number): Promise<number> {
  return await removePortion(sql, throttles, lt(throttles.windowEndsAt, text`now()`), most)
}
