import * as v from 'valibot'
import { PROBLEMS } from '#shared/problems.ts'
import { count } from './values.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** `POST /api/check_telegram`, `POST /api/check_whatsapp`. */
export const messengerBody = v.object({ phone: v.string(WRONG) }, WRONG)

/** `success` is false when no service could be asked; `message` says why. */
export const messengerAnswer = v.strictObject({
  success: v.boolean(),
  found: v.boolean(),
  message: v.string(),
  /** Text for the page. */
  display_message: v.string()
})
export type MessengerAnswer = v.InferOutput<typeof messengerAnswer>

const poolAccount = v.strictObject({ folder: v.string(), session_files: count, has_json: v.boolean() })

/** Report of the operator's service (`docs/guides/data-protection.md` §6). */
const pool = v.strictObject({
  total_accounts: count,
  limited_accounts: count,
  active_accounts: count,
  is_nearly_empty: v.boolean(),
  warning_message: v.nullable(v.string()),
  accounts_list: v.array(poolAccount),
  limited_list: v.array(poolAccount)
})
export type MessengerPool = v.InferOutput<typeof pool>

/** `GET /api/auth/admin/telegram_accounts`. */
export const poolAnswer = v.strictObject({ ok: v.literal(true), ...pool.entries })
