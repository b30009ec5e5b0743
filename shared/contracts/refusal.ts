import * as v from 'valibot'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** `message` is added under `/api/auth`, `fields` for validation. */
export const refusalShape = v.strictObject({
  ok: v.literal(false),
  success: v.literal(false),
  code: v.picklist(CODES),
  /** In Russian. */
  error: v.string(),
  request_id: v.string(),
  message: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string()))
})
export type RefusalBody = v.InferOutput<typeof refusalShape>
