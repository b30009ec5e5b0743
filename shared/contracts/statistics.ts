import * as v from 'valibot'
import { STATISTICS_PERIODS } from '#shared/admin-constants.ts'
import { LOAD_HOURS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, isoDate, moment } from './values.ts'

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

const kindLoad = v.strictObject({
  /** What the line was read as first; one of `READING_KINDS`, or of another version. */
  kind: v.string(),
  title: v.string(),
  queries: count,
  slow: count,
  avg_time_ms: v.nullable(milliseconds),
  p95_time_ms: percentile
})
export type KindLoad = v.InferOutput<typeof kindLoad>

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
  sources: v.array(sourceLoad),
  /** Whole searches by what their lines were read as, since the last reset, the slowest first. */
  kinds: v.array(kindLoad)
})
export type PerformanceAnswer = v.InferOutput<typeof performanceAnswer>

const WRONG = PROBLEMS.BAD_INPUT.text
export const daysQuery = v.object({ days: v.optional(v.picklist(STATISTICS_PERIODS, WRONG), '30') }, WRONG)

const dayShape = v.strictObject({
  /** Of Moscow. */
  day: isoDate,
  /** New searches by what they came to. A partial one lacked a source; a repeated answer is no search. */
  found: count,
  nothing: count,
  partial: count,
  /** Credits: for money, and for searches less what was given back. */
  bought: v.pipe(v.number(), v.integer()),
  spent: v.pipe(v.number(), v.integer())
})
export type DayOfStatistics = v.InferOutput<typeof dayShape>

/** `GET /api/auth/admin/statistics/days`: every day up to today, which goes on; of all accounts together. */
export const daysAnswer = v.strictObject({ ok: v.literal(true), days: v.array(dayShape) })
export type DaysAnswer = v.InferOutput<typeof daysAnswer>
