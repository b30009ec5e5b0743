import * as v from 'valibot'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'

const exceptionShape = v.strictObject({
  id: count,
  ip_address: v.string(),
  name: v.string(),
  description: v.nullable(v.string()),
  is_active: v.boolean(),
  created_at: moment,
  created_at_str: moscowTime,
  /** Null when built in, or the account is deleted. */
  created_by_username: v.nullable(v.string()),
  /** Built in: always exempt, never deleted. */
  is_protected: v.boolean()
})
export type IpException = v.InferOutput<typeof exceptionShape>

export const exceptionsAnswer = v.strictObject({
  ok: v.literal(true),
  ip_exceptions: v.array(exceptionShape)
})
export type ExceptionsAnswer = v.InferOutput<typeof exceptionsAnswer>

/** `POST /api/auth/admin/ip_exceptions`, `PUT /api/auth/admin/ip_exceptions/{id}`. */
export const exceptionAnswer = v.strictObject({ ok: v.literal(true), ip_exception: exceptionShape })
