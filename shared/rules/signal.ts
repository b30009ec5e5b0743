import * as v from 'valibot'
import { SIGNAL_REASON_MAX_CHARS } from '#shared/admin-constants.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line } from './line.ts'

const closing = v.object(
  {
    state: v.literal('closed'),
    reason: v.nullish(line('Причина', SIGNAL_REASON_MAX_CHARS, 'Причина обязательна'), '')
  },
  FORM_REFUSALS.BAD_INPUT
)

export const signalClosing = v.pipe(
  v.object({ reason: closing.entries.reason }, FORM_REFUSALS.BAD_INPUT),
  v.transform(({ reason }) => ({ state: 'closed' as const, reason }))
)

export const signalDecision = v.pipe(
  v.variant(
    'state',
    [v.object({ state: v.literal('seen'), reason: v.optional(v.null(FORM_REFUSALS.BAD_INPUT)) }), closing],
    FORM_REFUSALS.BAD_INPUT
  ),
  v.transform(({ state, reason = null }) => ({ state, reason }))
)
export type SignalDecision = v.InferOutput<typeof signalDecision>
