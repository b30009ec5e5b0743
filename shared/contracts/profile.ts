import * as v from 'valibot'
import { userShape } from './auth.ts'

/** `POST /api/profile/change-password`. */
export const passwordChangedAnswer = v.strictObject({
  ok: v.literal(true),
  success: v.literal(true),
  message: v.string()
})

/** `PUT /api/profile/settings`. */
export const settingsAnswer = v.strictObject({ ...passwordChangedAnswer.entries, user: userShape })
