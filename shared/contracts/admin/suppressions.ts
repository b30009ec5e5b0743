import * as v from 'valibot'
import { pageEntries } from '#shared/contracts/admin/calls.ts'
import { count, moscowTime } from '#shared/contracts/values.ts'
import {
  IMPORT_RESULTS,
  type ImportResult,
  SUPPRESSION_STATES,
  type SuppressionState
} from '#shared/labels/suppressions.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const STATES = Object.keys(SUPPRESSION_STATES) as SuppressionState[]

export const suppressionsQuery = v.object(
  { ...pageEntries, state: v.optional(v.picklist(['', ...STATES], WRONG), '') },
  WRONG
)
export type SuppressionsQuery = v.InferOutput<typeof suppressionsQuery>

const suppressionShape = v.strictObject({
  id: count,
  kind: v.string(),
  kind_label: v.string(),
  /** First and last signs; the value is not stored. */
  token: v.string(),
  values: count,
  reason: v.string(),
  request: v.nullable(v.string()),
  state: v.picklist(STATES),
  added_at_str: moscowTime,
  /** Null for a command or a deleted account. */
  added_by: v.nullable(v.string()),
  expires_at_str: v.nullable(moscowTime),
  lifted_at_str: v.nullable(moscowTime),
  lifted_by: v.nullable(v.string()),
  lift_reason: v.nullable(v.string()),
  is_erasing: v.boolean(),
  erased_at_str: v.nullable(moscowTime)
})
export type Suppression = v.InferOutput<typeof suppressionShape>

/** `GET /api/auth/admin/suppressions`: newest first. */
export const suppressionsAnswer = v.strictObject({
  ok: v.literal(true),
  suppressions: v.array(suppressionShape),
  total: count,
  in_force: count,
  /** Name of the present key, as lists use it. */
  key: v.string()
})
export type SuppressionsAnswer = v.InferOutput<typeof suppressionsAnswer>

export const suppressionAnswer = v.strictObject({ ok: v.literal(true), suppression: suppressionShape })

/** `POST /api/auth/admin/suppressions`. */
export const addedAnswer = v.strictObject({
  ok: v.literal(true),
  added: v.array(suppressionShape),
  /** Values that were listed before. */
  known: count
})
export type AddedAnswer = v.InferOutput<typeof addedAnswer>

/** `POST /api/auth/admin/suppressions/check`: entries in force for the value. */
export const suppressionCheckAnswer = v.strictObject({
  ok: v.literal(true),
  kind: v.string(),
  kind_label: v.string(),
  suppressions: v.array(suppressionShape)
})
export type SuppressionCheckAnswer = v.InferOutput<typeof suppressionCheckAnswer>

export const linkedValue = v.strictObject({
  kind: v.string(),
  kind_label: v.string(),
  /** As `POST …/suppressions` takes it; where it is masked for the caller, sealed for them. */
  value: v.string(),
  shown: v.string(),
  records: count,
  sources: v.array(v.string()),
  /** Proved to be the same person's by a number; what is not is chosen by hand. */
  is_sure: v.boolean()
})
export type LinkedValue = v.InferOutput<typeof linkedValue>

/** `POST /api/auth/admin/suppressions/linked`. */
export const linkedAnswer = v.strictObject({
  ok: v.literal(true),
  kind: v.string(),
  kind_label: v.string(),
  /** Values of records that do not contradict each other. */
  linked: v.array(linkedValue),
  records: count,
  /** Several people have the value, so nothing is linked. */
  is_shared: v.boolean()
})
export type LinkedAnswer = v.InferOutput<typeof linkedAnswer>

/** `POST /api/auth/admin/suppressions/import`: results in the order of rows. */
export const importedAnswer = v.strictObject({
  ok: v.literal(true),
  rows: v.array(v.picklist(Object.keys(IMPORT_RESULTS) as ImportResult[]))
})
export type ImportedAnswer = v.InferOutput<typeof importedAnswer>

/** `POST /api/auth/admin/suppressions/erase`. */
export const eraseAnswer = v.strictObject({
  ok: v.literal(true),
  erased: count,
  /** The rest continues after the answer. */
  is_over: v.boolean()
})
export type EraseAnswer = v.InferOutput<typeof eraseAnswer>
