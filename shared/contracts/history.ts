import * as v from 'valibot'
import { HISTORY_SHOWN, LIST_ROWS_MAX } from '#shared/constants.ts'
import { LIST_STATES, type ListState } from '#shared/labels/lists.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, moment, moscowTime, searchId, statedPurpose } from './values.ts'

const keysOf = (states: typeof LIST_STATES) => Object.keys(states) as ListState[]

const historyItem = v.strictObject({
  id: count,
  /** For `GET /api/search/{search_id}`; null for the oldest. */
  search_id: v.nullable(searchId),
  query: v.string(),
  is_api: v.boolean(),
  results_count: count,
  /** Verdicts on people who may still be shown, of a list those on its rows; null when unknown now. */
  verdicts: v.nullable(v.pipe(count, v.maxValue(LIST_ROWS_MAX))),
  /** Free repeats until then; the time of the search if never. */
  live_until: moment,
  created_at: moment,
  created_at_str: moscowTime,
  /** For a list: `query` is its title, `results_count` its rows. */
  list: v.optional(v.strictObject({ id: searchId, state: v.picklist(keysOf(LIST_STATES)) })),
  /** Absent when none was stated. */
  purpose: v.optional(statedPurpose)
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

/** Verdicts are deleted too unless kept. */
export const forgottenQuery = v.object(
  { verdicts: v.optional(v.literal('keep', PROBLEMS.BAD_INPUT.text)) },
  PROBLEMS.BAD_INPUT.text
)
