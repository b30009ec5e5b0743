import * as v from 'valibot'
import { count } from './values.ts'

const positive = v.pipe(v.number(), v.minValue(0))

/** `GET /api/auth/admin/settings`, and the answer to a change of them. */
export const settingsOfServiceAnswer = v.strictObject({
  ok: v.literal(true),
  /** Requests for a dollar. */
  rate: positive,
  /** Dollars, from which on a payment gives so many times more. */
  bonus_threshold: positive,
  bonus_multiplier: positive,
  /** Requests that a new account begins with. */
  signup_requests: count,
  /** Administrators who are written to. */
  telegram_admins: v.array(v.strictObject({ id: count, username: v.string(), telegram_chat_id: v.string() })),
  /** Addresses without the bot check. */
  exempt_ips: v.array(v.string()),
  /** The one of them that is built in. */
  protected_ip: v.nullable(v.string())
})
export type ServiceSettings = v.InferOutput<typeof settingsOfServiceAnswer>
