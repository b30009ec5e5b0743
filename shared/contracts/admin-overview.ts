import * as v from 'valibot'
import { count, moscowTime } from './values.ts'

/** `GET /api/auth/admin/overview`: the figures on the cards of the administrator's first page. */
export const overviewAnswer = v.strictObject({
  ok: v.literal(true),
  users: count,
  /** Of everybody, that still wait for money. */
  pending_payments: count,
  /** Requests for a dollar. */
  rate: v.pipe(v.number(), v.minValue(0)),
  /** Of searches since the last reset, and their average in ms. */
  total_queries: count,
  avg_query_time: v.pipe(v.number(), v.minValue(0)),
  /** Active ones, the built-in address among them. */
  ip_exceptions: count,
  indices: count,
  disabled_indices: count,
  /** Active indices that answer nothing, with the first reason, in Russian. */
  silent_indices: v.array(v.strictObject({ name: v.string(), title: v.string(), reason: v.string() })),
  /** Published ones. */
  news: count,
  /** Acts other than searches, in the last 24 hours. */
  recent_acts: count,
  /** Suppressions in force. */
  suppressions: count,
  /** Whether the audit held against its seals when it was last checked; null before the first check. */
  audit: v.nullable(v.strictObject({ is_whole: v.boolean(), checked_at_str: moscowTime }))
})
export type Overview = v.InferOutput<typeof overviewAnswer>
