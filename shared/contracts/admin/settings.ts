import * as v from 'valibot'
import { count } from '#shared/contracts/values.ts'

const positive = v.pipe(v.number(), v.minValue(0))

/** `GET /api/auth/admin/settings`, and the answer to a change. */
export const settingsOfServiceAnswer = v.strictObject({
  ok: v.literal(true),
  rate: positive,
  /** Dollars from which the multiplier applies. */
  bonus_threshold: positive,
  bonus_multiplier: positive,
  /** Initial balance of an account. */
  signup_requests: count,
  telegram_admins: v.array(v.strictObject({ id: count, username: v.string(), telegram_chat_id: v.string() })),
  exempt_ips: v.array(v.string()),
  protected_ip: v.nullable(v.string())
})
export type ServiceSettings = v.InferOutput<typeof settingsOfServiceAnswer>
