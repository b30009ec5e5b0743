import type { SQL } from 'bun'
import { and, eq, gt, lt, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { removePortion } from '#api/db/portion.ts'
import { throttles } from '#api/db/schema/index.ts'

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
  const taken = await orm(sql)
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
  return taken.length > 0 ? null : await secondsLeft(sql, key, windowSeconds)
}

/** A window that has ended, or was given up, since a place was asked for lasts as long as a new one would. */
async function secondsLeft(sql: SQL, key: string, windowSeconds: number): Promise<number> {
  const [row] = await orm(sql)
    .select({ seconds: text<number>`ceil(extract(epoch FROM ${throttles.windowEndsAt} - now()))::int` })
    .from(throttles)
    .where(and(eq(throttles.key, key), gt(throttles.windowEndsAt, text`now()`)))
  return row?.seconds ?? windowSeconds
}

/** Gives a place back that turned out not to count. */
export async function freeThrottlePlace(sql: SQL, key: string): Promise<void> {
  const { count, windowEndsAt } = throttles
  await orm(sql)
    .update(throttles)
    .set({ count: text`${count} - 1` })
    .where(and(eq(throttles.key, key), gt(count, 0), gt(windowEndsAt, text`now()`)))
}

export async function forgetWindows(sql: SQL, most: number): Promise<number> {
  return await removePortion(sql, throttles, lt(throttles.windowEndsAt, text`now()`), most)
}
