import * as v from 'valibot'
import { CONFIRM_REASON_MAX_CHARS } from '#shared/admin-constants.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { line } from './line.ts'

export const paymentConfirmation = v.object(
  { reason: v.nullish(line('Основание', CONFIRM_REASON_MAX_CHARS), '') },
  FORM_REFUSALS.BAD_INPUT
)
