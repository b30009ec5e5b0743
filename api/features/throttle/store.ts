import type { SQL } from 'bun'

/**
 * Takes one of `limit` places of a window, or says that none is free. One statement, so parallel callers in any
 * number of processes never get more places than there are.
 *
 * @returns Seconds until the window ends when it is full, else null.
 */
export async function takeThrottlePlace(
  sql: SQL,
  key: string,
  limit: number,
  windowSeconds: number
): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`WITH taken AS (
      INSERT INTO throttles AS t (key, count, window_ends_at)
      VALUES (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN t.window_ends_at <= now() THEN 1 ELSE t.count + 1 END,
        window_ends_at = CASE WHEN t.window_ends_at <= now() THEN excluded.window_ends_at ELSE t.window_ends_at END
      WHERE t.window_ends_at <= now() OR t.count < ${limit}
      RETURNING 1
    )
    SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN NULL
      -- A window that this statement cannot see has begun since it did.
      ELSE coalesce((SELECT ceil(extract(epoch FROM window_ends_at - now()))::int FROM throttles
        WHERE key = ${key} AND window_ends_at > now()), ${windowSeconds})
      END AS seconds`
  return row?.seconds ?? null
}

/** Gives a place back that turned out not to count. */
export async function freeThrottlePlace(sql: SQL, key: string): Promise<void> {
  await sql`UPDATE throttles SET count = count - 1 WHERE key = ${key} AND count > 0 AND window_ends_at > now()`
}
