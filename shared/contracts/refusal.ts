import * as v from 'valibot'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** The body of every refusal. `message` stands beside `error` under `/api/auth`, `fields` on validation refusals. */
export const refusalShape = v.strictObject({
  ok: v.literal(false),
  success: v.literal(false),
  code: v.picklist(CODES),
  /** Russian, for a person. */
  error: v.string(),
  request_id: v.string(),
  message: v.optional(v.string()),
  /** By the name of the field. */
  fields: v.optional(v.record(v.string(), v.string()))
})
export type RefusalBody = v.InferOutput<typeof refusalShape>
