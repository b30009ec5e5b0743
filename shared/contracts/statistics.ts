import * as v from 'valibot'
import { count, moment } from './values.ts'

const milliseconds = v.pipe(v.number(), v.minValue(0))

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

/** `GET /admin/api/es_performance`: what searches cost since the last reset. */
export const performanceAnswer = v.strictObject({
  ok: v.literal(true),
  /** Searches that asked the engine; a replayed answer is none. */
  total_queries: count,
  /** Of a whole search. */
  avg_query_time: milliseconds,
  slow_queries_count: count,
  /** Searches in which a source failed or did not answer in time. */
  failed_queries_count: count,
  /** Sources that may be searched now. */
  indices_count: count,
  /** Sources that were slow at least once, the slowest on average first. */
  slow_indices: v.array(slowIndex),
  /** Of the answer. */
  last_update: moment
})
export type PerformanceAnswer = v.InferOutput<typeof performanceAnswer>
