import * as v from 'valibot'
import { LOAD_HOURS } from '#shared/constants.ts'
import { count, moment } from './values.ts'

const milliseconds = v.pipe(v.number(), v.minValue(0))

/** 95 of 100 were quicker; within a fifth. Null where nobody asked. */
const percentile = v.nullable(milliseconds)

const slowIndex = v.strictObject({
  /** Key of the source. */
  name: v.string(),
  title: v.string(),
  /** Searches that asked it. */
  count,
  /** Records it gave that may be shown. */
  hits: count,
  /** Seconds. */
  avg_time: v.pipe(v.number(), v.minValue(0))
})
export type SlowIndex = v.InferOutput<typeof slowIndex>

/** What was asked within an hour; all zero where nothing was. */
const hourEntries = {
  /** Its beginning. */
  hour: moment,
  queries: count,
  hits: count,
  slow: count,
  failures: count,
  /** Null where nobody asked. */
  avg_time_ms: v.nullable(milliseconds),
  p95_time_ms: percentile
}
const hourShape = v.strictObject(hourEntries)
export type HourOfLoad = v.InferOutput<typeof hourShape>
const hours = v.pipe(v.array(hourShape), v.length(LOAD_HOURS))

const sourceLoad = v.strictObject({
  name: v.string(),
  title: v.string(),
  /** Since the last reset. */
  queries: count,
  hits: count,
  slow: count,
  failures: count,
  avg_time_ms: v.nullable(milliseconds),
  p95_time_ms: percentile,
  hours
})
export type SourceLoad = v.InferOutput<typeof sourceLoad>

/** `GET /api/auth/admin/es_performance`: what searches cost since the last reset, and in the last hours. */
export const performanceAnswer = v.strictObject({
  ok: v.literal(true),
  /** Searches that asked the engine; a replayed answer is none. */
  total_queries: count,
  /** Of a whole search. */
  avg_query_time: milliseconds,
  p95_query_time: percentile,
  slow_queries_count: count,
  /** Searches in which a source failed or did not answer in time. */
  failed_queries_count: count,
  /** Sources that may be searched now. */
  indices_count: count,
  /** Sources that were slow at least once, the slowest on average first. */
  slow_indices: v.array(slowIndex),
  /** Of the answer. */
  last_update: moment,
  /** Hours of whole searches, the current one last. */
  load: hours,
  /** Every source that was asked since the last reset, by title, with the same hours. */
  sources: v.array(sourceLoad)
})
export type PerformanceAnswer = v.InferOutput<typeof performanceAnswer>
