import * as v from 'valibot'
import { HISTORY_SHOWN, VERDICTS_PER_SEARCH } from '#shared/constants.ts'
import { count, moment, moscowTime } from './values.ts'

const historyItem = v.strictObject({
  id: count,
  query: v.string(),
  is_api: v.boolean(),
  results_count: count,
  /** What its user concluded about people of it. */
  verdicts: v.pipe(count, v.maxValue(VERDICTS_PER_SEARCH)),
  created_at: moment,
  created_at_str: moscowTime
})
export type HistoryItem = v.InferOutput<typeof historyItem>

/** `GET /api/search_history`: newest first. */
export const historyAnswer = v.strictObject({
  ok: v.literal(true),
  data: v.pipe(v.array(historyItem), v.maxLength(HISTORY_SHOWN))
})
export type HistoryAnswer = v.InferOutput<typeof historyAnswer>

/** `DELETE /api/search_history`, `DELETE /api/search_history/{id}`. */
export const forgottenAnswer = v.strictObject({ ok: v.literal(true) })
export type ForgottenAnswer = v.InferOutput<typeof forgottenAnswer>
