import * as v from 'valibot'
import { STATISTICS_PERIODS } from '#shared/admin-constants.ts'
import { LOAD_HOURS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, isoDate, moment } from './values.ts'

const milliseconds = v.pipe(v.number(), v.minValue(0))

/** 95th percentile within a fifth; null without data. */
const percentile = v.nullable(milliseconds)

const slowIndex = v.strictObject({
  name: v.string(),
  title: v.string(),
  /** Searches that asked it. */
  count,
  /** Records that may be shown. */
  hits: count,
  /** Seconds. */
  avg_time: v.pipe(v.number(), v.minValue(0))
})
export type SlowIndex = v.InferOutput<typeof slowIndex>

/** Zero when nothing was asked. */
const hourEntries = {
  hour: moment,
  queries: count,
  hits: count,
  slow: count,
  failures: count,
  /** Null without data. */
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

const kindLoad = v.strictObject({
  /** First reading; one of `READING_KINDS`, or of another version. */
  kind: v.string(),
  title: v.string(),
  queries: count,
  slow: count,
  avg_time_ms: v.nullable(milliseconds),
  p95_time_ms: percentile
})
export type KindLoad = v.InferOutput<typeof kindLoad>

/** `GET /api/auth/admin/es_performance` */
export const performanceAnswer = v.strictObject({
  ok: v.literal(true),
  /** Searches that asked the engine, without replays. */
  total_queries: count,
  avg_query_time: milliseconds,
  p95_query_time: percentile,
  slow_queries_count: count,
  failed_queries_count: count,
  indices_count: count,
  /** Slow at least once, slowest first. */
  slow_indices: v.array(slowIndex),
  /** Time of the answer. */
  last_update: moment,
  /** Whole searches; the current hour is last. */
  load: hours,
  /** Asked since the last reset, by title. */
  sources: v.array(sourceLoad),
  /** By first reading, slowest first. */
  kinds: v.array(kindLoad)
})
export type PerformanceAnswer = v.InferOutput<typeof performanceAnswer>

const WRONG = PROBLEMS.BAD_INPUT.text
export const daysQuery = v.object({ days: v.optional(v.picklist(STATISTICS_PERIODS, WRONG), '30') }, WRONG)

const dayShape = v.strictObject({
  /** Moscow. */
  day: isoDate,
  /** New searches by outcome, without repeats; a partial one lacked a source. */
  found: count,
  nothing: count,
  partial: count,
  /** Credits bought, and spent less refunds. */
  bought: v.pipe(v.number(), v.integer()),
  spent: v.pipe(v.number(), v.integer())
})
export type DayOfStatistics = v.InferOutput<typeof dayShape>

/** `GET /api/auth/admin/statistics/days`: up to today, all accounts together. */
export const daysAnswer = v.strictObject({ ok: v.literal(true), days: v.array(dayShape) })
export type DaysAnswer = v.InferOutput<typeof daysAnswer>
