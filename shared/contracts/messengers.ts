import * as v from 'valibot'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** `POST /api/check_telegram`, `POST /api/check_whatsapp`. */
export const messengerBody = v.object({ phone: v.string(WRONG) }, WRONG)

/** `success` is false when nobody could be asked; `message` then says why. */
export const messengerAnswer = v.strictObject({
  success: v.boolean(),
  found: v.boolean(),
  message: v.string(),
  /** What the page shows, whatever the outcome. */
  display_message: v.string()
})
export type MessengerAnswer = v.InferOutput<typeof messengerAnswer>

/** A folder of the operator's own service; only its name and its counts are ever told. */
export interface PoolAccount {
  folder: string
  session_files: number
  has_json: boolean
}

/** What the operator's service reports of itself (`docs/data-protection.md` §6). */
export interface MessengerPool {
  total_accounts: number
  limited_accounts: number
  active_accounts: number
  is_nearly_empty: boolean
  warning_message: string | null
  accounts_list: PoolAccount[]
  limited_list: PoolAccount[]
}
