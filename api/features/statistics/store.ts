import type { SQL } from 'bun'
import { type Counters, type Counts, WHOLE_SEARCHES } from './counters.ts'

/** The number under which whole searches are stored; no source has it. */
export const WHOLE_SEARCHES_ID = 0

/**
 * Adds counts to the hour that is running, in one statement; those of a source that is gone are dropped. Processes add at
 * the same time: every one of them takes the rows in the order of the sources, so none waits for another in a circle.
 */
export async function addCounts(sql: SQL, counters: Counters): Promise<void> {
  const rows = [...counters].map(([key, counts]) => ({ key, ...counts }))
  await sql`INSERT INTO source_metric AS m (source_id, hour, queries, hits, slow, failures, time_us)
    SELECT coalesce(s.id, ${WHOLE_SEARCHES_ID}), date_trunc('hour', now(), 'UTC'), t.queries, t.hits, t.slow, t.failures,
      t."timeUs"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS t(key text, queries int8, hits int8, slow int8, failures int8, "timeUs" int8)
    LEFT JOIN source s ON s.key = t.key
    WHERE s.id IS NOT NULL OR t.key = ${WHOLE_SEARCHES}
    ORDER BY 1
    ON CONFLICT (source_id, hour) DO UPDATE SET queries = m.queries + excluded.queries,
      hits = m.hits + excluded.hits, slow = m.slow + excluded.slow, failures = m.failures + excluded.failures,
      time_us = m.time_us + excluded.time_us`
}

export interface StoredCounts extends Counts {
  sourceId: number
  /** Null of whole searches and of a source that is gone. */
  key: string | null
  title: string | null
}

/** All that was counted since the last reset, a row for each source. */
export async function storedCounts(sql: SQL): Promise<StoredCounts[]> {
  return await sql`SELECT m.source_id AS "sourceId", s.key, s.title, m.queries, m.hits, m.slow, m.failures, m."timeUs"
    FROM (SELECT source_id, sum(queries)::float8 AS queries, sum(hits)::float8 AS hits, sum(slow)::float8 AS slow,
        sum(failures)::float8 AS failures, sum(time_us)::float8 AS "timeUs"
      FROM source_metric GROUP BY source_id) m
    LEFT JOIN source s ON s.id = m.source_id`
}

/** Forgets all counts and notes who did so. */
export async function forgetCounts(sql: SQL, administratorId: number): Promise<void> {
  await sql`WITH gone AS (DELETE FROM source_metric)
    INSERT INTO audit_event (actor_kind, actor_id, via, action)
    VALUES ('user', ${administratorId}, 'ui', 'statistics_reset')`
}
