import * as v from 'valibot'
import { count, moscowTime } from '#shared/contracts/values.ts'

/** `GET /api/auth/admin/overview` */
export const overviewAnswer = v.strictObject({
  ok: v.literal(true),
  users: count,
  pending_payments: count,
  rate: v.pipe(v.number(), v.minValue(0)),
  /** Searches since the last reset, and their average in ms. */
  total_queries: count,
  avg_query_time: v.pipe(v.number(), v.minValue(0)),
  /** Active ones, including the built-in address. */
  ip_exceptions: count,
  indices: count,
  disabled_indices: count,
  /** Active indices that cannot answer, with the first reason in Russian. */
  silent_indices: v.array(v.strictObject({ name: v.string(), title: v.string(), reason: v.string() })),
  news: count,
  /** Acts except searches, in 24 hours. */
  recent_acts: count,
  suppressions: count,
  /** Result of the last check against the seals; null before the first. */
  audit: v.nullable(v.strictObject({ is_whole: v.boolean(), checked_at_str: moscowTime }))
})
export type Overview = v.InferOutput<typeof overviewAnswer>
