import * as v from 'valibot'
import { ROLES } from '#shared/labels/all-roles.ts'
import { purposeCode } from '#shared/rules/purpose.ts'
import { count } from './values.ts'

/** Lists of programs are not counted: programs are told by webhooks. */
export const ownLists = v.strictObject({ running: count, ended: count })

export const userShape = v.strictObject({
  id: count,
  username: v.string(),
  role: v.picklist(ROLES),
  requests_count: count,
  token_count: count,
  telegram_chat_id: v.nullable(v.string()),
  /** Shows the button in the header. */
  can_top_up: v.boolean(),
  /** Default purpose; absent with `SEARCH_PURPOSE=off`. */
  search_purpose: v.optional(
    v.strictObject({
      is_required: v.boolean(),
      code: v.nullable(purposeCode),
      case_ref: v.nullable(v.string())
    })
  ),
  /** Lists that run, and those whose end was not looked at; absent without any. */
  lists: v.optional(ownLists),
  /** An administrator must set up a second factor first. */
  must_set_factor: v.optional(v.literal(true))
})
export type User = v.InferOutput<typeof userShape>

/** `POST /api/auth/login`, `GET /api/auth/me`. */
export const signedInAnswer = v.strictObject({ success: v.literal(true), user: userShape })
export type SignedInAnswer = v.InferOutput<typeof signedInAnswer>

/** `POST /api/auth/register`. */
export const registeredAnswer = v.strictObject({ success: v.literal(true), message: v.string() })
export type RegisteredAnswer = v.InferOutput<typeof registeredAnswer>

/** `POST /api/auth/logout`, `POST /refresh`. */
export const sessionAnswer = v.strictObject({ success: v.literal(true) })

/** `GET /api/auth/turnstile-config`. */
export const turnstileConfigAnswer = v.strictObject({
  enabled: v.boolean(),
  siteKey: v.nullable(v.string()),
  /** Label of the provider's button; absent without a provider. */
  oidc_title: v.optional(v.string())
})
export type TurnstileConfig = v.InferOutput<typeof turnstileConfigAnswer>

/** `GET /api/auth/check-ip-exempt`. */
export const ipExemptAnswer = v.strictObject({ exempt: v.boolean(), ip: v.nullable(v.string()) })
export type IpExempt = v.InferOutput<typeof ipExemptAnswer>
