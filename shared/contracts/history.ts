import * as v from 'valibot'
import { HISTORY_SHOWN, VERDICTS_PER_SEARCH } from '#shared/constants.ts'
import { LIST_STATES, type ListState } from '#shared/labels/lists.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, moment, moscowTime, searchId, statedPurpose } from './values.ts'

const keysOf = (states: typeof LIST_STATES) => Object.keys(states) as ListState[]

const historyItem = v.strictObject({
  id: count,
  /** Its name for `GET /api/search/{search_id}`; null of the oldest, which have none. */
  search_id: v.nullable(searchId),
  query: v.string(),
  is_api: v.boolean(),
  results_count: count,
  /**
   * How many verdicts its user made, of people who may still be shown; null when that cannot be told now.
   */
  verdicts: v.nullable(v.pipe(count, v.maxValue(VERDICTS_PER_SEARCH))),
  /** Until then it answers again free of charge; the moment of the search where it never does. */
  live_until: moment,
  created_at: moment,
  created_at_str: moscowTime,
  /** Of a line that stands for a list: `query` is its title, `results_count` the number of its rows. */
  list: v.optional(v.strictObject({ id: searchId, state: v.picklist(keysOf(LIST_STATES)) })),
  /** As it was stated; absent where none was. */
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

/** Query of both: verdicts of a deleted search go with it, unless they are to be kept for later searches. */
export const forgottenQuery = v.object(
  { verdicts: v.optional(v.literal('keep', PROBLEMS.BAD_INPUT.text)) },
  PROBLEMS.BAD_INPUT.text
)
