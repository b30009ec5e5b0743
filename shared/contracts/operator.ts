import * as v from 'valibot'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** `POST /api/search/check_operator`. */
export const operatorBody = v.object({ phone: v.string(WRONG) }, WRONG)

/** By the numbering plan; numbers are portable, so it is only a hint. */
export const operatorShape = v.strictObject({
  phone: v.string(),
  operator: v.string(),
  region: v.string(),
  country: v.string(),
  /** Refers to the numbering plan. */
  note: v.optional(v.string())
})
export type OperatorInfo = v.InferOutput<typeof operatorShape>

/** Null for unknown numbers. */
export const operatorAnswer = v.strictObject({
  success: v.literal(true),
  operator_info: v.nullable(operatorShape)
})
