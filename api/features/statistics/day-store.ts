import type { SQL } from 'bun'
import type { DayOfStatistics } from '#shared/contracts/statistics.ts'

/** Late charges take seconds. */
const CLOSED_AFTER = '10 minutes'

/** Counts `days` days, the last one `ago` days before today, from audit and ledger by time alone. */
const countedDays = (sql: SQL, days: number, ago: number): Promise<DayOfStatistics[]> =>
  sql`WITH bounds AS MATERIALIZED (
      SELECT (now() AT TIME ZONE 'Europe/Moscow')::date - ${ago}::int AS last
    ), wanted AS MATERIALIZED (
      SELECT generate_series(last - (${days}::int - 1), last, '1 day')::date AS day FROM bounds
    ), ends AS MATERIALIZED (
      SELECT min(day)::timestamp AT TIME ZONE 'Europe/Moscow' AS first, (max(day) + 1)::timestamp AT TIME ZONE 'Europe/Moscow' AS next
      FROM wanted
    ), searches AS (
      SELECT (at AT TIME ZONE 'Europe/Moscow')::date AS day,
        count(*) FILTER (WHERE detail->'complete' = 'false'::jsonb) AS partial,
        count(*) FILTER (WHERE detail->'complete' <> 'false'::jsonb AND result_count > 0) AS found,
        count(*) FILTER (WHERE detail->'complete' <> 'false'::jsonb AND result_count = 0) AS nothing
      FROM audit_event WHERE action = 'search' AND at >= (SELECT first FROM ends) AND at < (SELECT next FROM ends) GROUP BY 1
    ), credits AS (
      SELECT (at AT TIME ZONE 'Europe/Moscow')::date AS day,
        sum(delta) FILTER (WHERE kind IN ('payment', 'manual')) AS bought,
        -sum(delta) FILTER (WHERE kind IN ('search', 'refund')) AS spent
      FROM credit_ledger WHERE at >= (SELECT first FROM ends) AND at < (SELECT next FROM ends) GROUP BY 1
    )
    SELECT day::text, coalesce(found, 0)::float8 AS found, coalesce(nothing, 0)::float8 AS nothing,
      coalesce(partial, 0)::float8 AS partial, coalesce(bought, 0)::float8 AS bought, coalesce(spent, 0)::float8 AS spent
    FROM wanted LEFT JOIN searches USING (day) LEFT JOIN credits USING (day) ORDER BY day`

export async function lastDays(sql: SQL, days: number): Promise<DayOfStatistics[]> {
  return await atOneMoment(sql, async tx => {
    const keptDays: DayOfStatistics[] =
      await tx`SELECT day::text, found::float8 AS found, nothing::float8 AS nothing,
        partial::float8 AS partial, bought::float8 AS bought, spent::float8 AS spent
      FROM day_figure WHERE day > (now() AT TIME ZONE 'Europe/Moscow')::date - ${days}::int
      AND day < (now() AT TIME ZONE 'Europe/Moscow')::date ORDER BY day`
    const rest = await countedDays(tx, Math.max(1, days - keptDays.length), 0)
    const isRest = new Set(rest.map(({ day }) => day))
    return [...keptDays.filter(({ day }) => !isRest.has(day)), ...rest].slice(-days)
  })
}

/** Stores finished days, oldest first, and returns how many. Idempotent; starts `most` days ago. */
export async function keepDays(sql: SQL, most: number, atOnce: number): Promise<number> {
  return await atOneMoment(sql, async tx => {
    const [next] = await tx`SELECT least(${most}::int, greatest(0, coalesce(
        over.last - (SELECT max(day) FROM day_figure), ${most}::int)))::int AS due,
        ((now() AT TIME ZONE 'Europe/Moscow')::date - over.last)::int AS ago
      FROM (SELECT ((now() - ${CLOSED_AFTER}::interval) AT TIME ZONE 'Europe/Moscow')::date - 1 AS last) AS over`
    const count = Math.min(next.due, atOnce)
    if (count === 0) return 0
    const days = await countedDays(tx, count, next.ago + next.due - count)
    await tx`INSERT INTO day_figure (day, found, nothing, partial, bought, spent)
      SELECT day, found, nothing, partial, bought, spent FROM jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb)
        AS t(day date, found int8, nothing int8, partial int8, bought int8, spent int8)
      ON CONFLICT (day) DO NOTHING`
    return count
  })
}

/** `now()` is constant, so no midnight intervenes. */
const atOneMoment = <T>(sql: SQL, work: (tx: SQL) => Promise<T>): Promise<T> => sql.begin(work) as Promise<T>
