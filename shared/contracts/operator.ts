import * as v from 'valibot'
import type { OperatorInfo } from '#shared/contracts/search.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** `POST /api/search/check_operator`. */
export const operatorBody = v.object({ phone: v.string(WRONG) }, WRONG)

/** Null when the text is no phone, or one that the plan does not know. */
export interface OperatorAnswer {
  success: true
  operator_info: OperatorInfo | null
}
