import type { SQL } from 'bun'
import { eq, gt, sql as text } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Actor, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { kindMetrics, sourceMetrics, sources } from '#api/db/schema/index.ts'
import { type Counters, type Counts, KIND_PREFIX, WHOLE_SEARCHES } from './counters.ts'

/** No source has this number. */
export const WHOLE_SEARCHES_ID = 0

/**
 * One statement; removed sources are dropped; sorted against deadlocks. Bun's SQL: the builder cannot join JSON rows.
 */
export async function addCounts(sql: SQL, counters: Counters): Promise<void> {
  const rows = [...counters].map(([key, counts]) => ({ key, ...counts }))
  await sql`WITH t AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        AS t(key text, queries int8, hits int8, slow int8, failures int8, "timeUs" int8, durations int4[])
    ), kinds AS (
      INSERT INTO kind_metric AS m (kind, queries, slow, time_us, durations)
      SELECT substr(key, ${KIND_PREFIX.length + 1}), queries, slow, "timeUs", durations FROM t
      WHERE starts_with(key, ${KIND_PREFIX}) ORDER BY 1
      ON CONFLICT (kind) DO UPDATE SET queries = m.queries + excluded.queries, slow = m.slow + excluded.slow,
        time_us = m.time_us + excluded.time_us, durations = (SELECT coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY bin), '{}')
          FROM unnest(m.durations, excluded.durations) WITH ORDINALITY AS bins (a, b, bin))
    )
    INSERT INTO source_metric AS m (source_id, hour, queries, hits, slow, failures, time_us, durations)
    SELECT coalesce(s.id, ${WHOLE_SEARCHES_ID}), date_trunc('hour', now(), 'UTC'), t.queries, t.hits, t.slow, t.failures,
      t."timeUs", t.durations
    FROM t LEFT JOIN source s ON s.key = t.key
    WHERE s.id IS NOT NULL OR t.key = ${WHOLE_SEARCHES}
    ORDER BY 1
    ON CONFLICT (source_id, hour) DO UPDATE SET queries = m.queries + excluded.queries,
      hits = m.hits + excluded.hits, slow = m.slow + excluded.slow, failures = m.failures + excluded.failures,
      time_us = m.time_us + excluded.time_us, durations = (SELECT coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY bin), '{}')
          FROM unnest(m.durations, excluded.durations) WITH ORDINALITY AS bins (a, b, bin))`
}

export type KindCounts = typeof kindMetrics.$inferSelect

export const kindCounts = (sql: SQL): Promise<KindCounts[]> => orm(sql).select().from(kindMetrics)

export interface StoredCounts extends Omit<Counts, 'durations'> {
  sourceId: number
  /** Null for whole searches and removed sources. */
  key: string | null
  title: string | null
}

const total = (column: PgColumn, name: string) => text<number>`sum(${column})::float8`.as(name)

/** Since the last reset. */
export async function storedCounts(sql: SQL): Promise<StoredCounts[]> {
  const metrics = orm(sql)
    .select({
      sourceId: sourceMetrics.sourceId,
      queries: total(sourceMetrics.queries, 'queries'),
      hits: total(sourceMetrics.hits, 'hits'),
      slow: total(sourceMetrics.slow, 'slow'),
      failures: total(sourceMetrics.failures, 'failures'),
      timeUs: total(sourceMetrics.timeUs, 'time_us')
    })
    .from(sourceMetrics)
    .groupBy(sourceMetrics.sourceId)
    .as('metrics')
  const { sourceId, queries, hits, slow, failures, timeUs } = metrics
  return await orm(sql)
    .select({ sourceId, key: sources.key, title: sources.title, queries, hits, slow, failures, timeUs })
    .from(metrics)
    .leftJoin(sources, eq(sources.id, sourceId))
}

/** Bun's SQL: the builder knows no ordinality. */
export async function storedDurations(sql: SQL): Promise<Map<number, number[]>> {
  const rows: { sourceId: number; durations: number[] }[] =
    await sql`SELECT source_id::int AS "sourceId", json_agg(count ORDER BY bin) AS durations
    FROM (SELECT source_id, bin, sum(count)::float8 AS count
      FROM source_metric, unnest(durations) WITH ORDINALITY AS bins (count, bin) GROUP BY source_id, bin) AS sums
    GROUP BY source_id`
  return new Map(rows.map(({ sourceId, durations }) => [sourceId, durations]))
}

export interface HourlyCounts extends Counts {
  sourceId: number
  hour: Date
}

export async function hourlyCounts(sql: SQL, hours: number): Promise<HourlyCounts[]> {
  const { sourceId, hour, queries, hits, slow, failures, timeUs, durations } = sourceMetrics
  return await orm(sql)
    .select({ sourceId, hour, queries, hits, slow, failures, timeUs, durations })
    .from(sourceMetrics)
    .where(gt(hour, text`date_trunc('hour', now(), 'UTC') - make_interval(hours => ${hours})`))
}

export async function deleteCounts(sql: SQL, actor: Actor): Promise<void> {
  await orm(sql).transaction(async tx => {
    const [before] = await tx.execute<{ queries: number; slow: number }>(text`
      WITH gone AS (DELETE FROM ${sourceMetrics} RETURNING source_id, queries, slow)
      SELECT coalesce(sum(queries), 0)::float8 AS queries, coalesce(sum(slow), 0)::float8 AS slow
      FROM gone WHERE source_id = ${WHOLE_SEARCHES_ID}`)
    await tx.delete(kindMetrics)
    const after = { queries: 0, slow: 0 }
    await noteAdminAct(tx, { ...actor, action: 'statistics_reset', detail: { before, after } })
  })
}
