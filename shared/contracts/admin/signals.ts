import * as v from 'valibot'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'
import {
  RISK_MODES,
  SIGNAL_KINDS,
  SIGNAL_STATES,
  type SignalKind,
  type SignalState
} from '#shared/labels/signals.ts'

const signalShape = v.strictObject({
  id: count,
  kind: v.picklist(Object.keys(SIGNAL_KINDS) as SignalKind[]),
  title: v.string(),
  user: v.strictObject({ id: count, username: v.string() }),
  /** Numbers, searches, records or addresses, by kind. */
  amount: count,
  first_at: moment,
  first_at_str: moscowTime,
  last_at: moment,
  last_at_str: moscowTime,
  state: v.picklist(Object.keys(SIGNAL_STATES) as SignalState[]),
  /** Null when new or the account is deleted. */
  decided_by: v.nullable(v.string()),
  reason: v.nullable(v.string())
})
export type Signal = v.InferOutput<typeof signalShape>

/** `GET /api/auth/admin/risk`: open ones first. */
export const signalsAnswer = v.strictObject({
  ok: v.literal(true),
  mode: v.picklist(RISK_MODES),
  open: count,
  signals: v.array(signalShape)
})
export type SignalsAnswer = v.InferOutput<typeof signalsAnswer>
