import * as v from 'valibot'
import { API_LIMIT_MAX, API_LIMIT_MIN } from '#shared/constants.ts'
import { personShape } from '#shared/contracts/person.ts'
import { completenessEntries, detail, searchAnswer, sourceMetaEntries } from '#shared/contracts/search.ts'
import { count, searchId } from '#shared/contracts/values.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problems.ts'
import {
  caseRef,
  purposeCode,
  purposeEntries,
  UNKNOWN_PURPOSE,
  WRONG_CASE_REF
} from '#shared/rules/purpose.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** Absent where `Authorization: Bearer` has it. */
const token = v.nullish(v.string(WRONG))

const limit = v.pipe(
  v.number(WRONG),
  v.integer(PROBLEMS.BAD_LIMIT.text),
  v.minValue(API_LIMIT_MIN, PROBLEMS.BAD_LIMIT.text),
  v.maxValue(API_LIMIT_MAX, PROBLEMS.BAD_LIMIT.text)
)

const isPlain = (body: unknown) => !Array.isArray(body)
/** Before the two forms of a body are tried, of which neither would say what is wrong with it. */
const hasNumericLimit = (body: unknown) => {
  const { limit: records } = (body ?? {}) as { limit?: unknown }
  return records === undefined || typeof records === 'number'
}

const statedBy = <T>(body: unknown, name: string, rule: v.GenericSchema<T>) =>
  v.is(v.nullish(rule), ((body ?? {}) as Record<string, unknown>)[name])

/** `POST /api/search`: a line, or the cursor of an answer, whose next records come for nothing. */
export const publicSearchBody = v.pipe(
  v.unknown(),
  v.check(isPlain, WRONG),
  v.check(hasNumericLimit, PROBLEMS.BAD_LIMIT.text),
  v.check(body => statedBy(body, 'purpose', purposeCode), UNKNOWN_PURPOSE),
  v.check(body => statedBy(body, 'case_ref', caseRef), WRONG_CASE_REF),
  v.union(
    [
      v.object(
        {
          token,
          request: v.string(WRONG),
          limit: v.optional(limit),
          detail,
          ...purposeEntries,
          /** `ftm`: entities of FollowTheMoney, one a line, in place of the answer. */
          format: v.optional(v.literal('ftm', WRONG)),
          cursor: v.optional(v.never(WRONG))
        },
        WRONG
      ),
      v.object({ token, cursor: v.string(WRONG), request: v.optional(v.never(WRONG)) }, WRONG)
    ],
    WRONG
  )
)
export type PublicSearchBody = v.InferOutput<typeof publicSearchBody>

/** `POST /api/balance`. */
export const balanceBody = v.pipe(
  v.unknown(),
  v.check(isPlain, WRONG),
  v.nullable(v.object({ token }, WRONG))
)

/** As on the page, where no answer has so many records. */
const anyTotal = { ...completenessEntries, total: count }

const { success: _, requests_left: __, query: ___, ...pageEntries } = searchAnswer.entries
const continuing = {
  status: v.literal('ok'),
  /** For the records after these, free of charge; null when there are none. */
  cursor: v.nullable(v.string()),
  balance: count
}

/** The answer to a line: what the page is answered, and the keys of this API. */
export const publicSearchAnswer = v.strictObject({
  ...pageEntries,
  ...continuing,
  /** The line as it was searched. */
  request: v.string(),
  sources_meta: v.record(v.string(), v.strictObject({ ...sourceMetaEntries, ...anyTotal })),
  completeness: v.strictObject(anyTotal)
})
export type PublicSearchAnswer = v.InferOutput<typeof publicSearchAnswer>

/** The answer to a cursor. */
export const publicMoreAnswer = v.strictObject({
  ...continuing,
  search_id: searchId,
  results_by_source: searchAnswer.entries.results_by_source,
  matches: searchAnswer.entries.matches,
  persons: v.array(personShape),
  results_count: count,
  query_time_ms: searchAnswer.entries.query_time_ms,
  charged: v.literal(0)
})

/** `POST /api/search`. */
export const publicAnswer = v.union([publicSearchAnswer, publicMoreAnswer])

export const BALANCE_STATUSES = ['active', 'empty', 'unlimited'] as const

/** `POST /api/balance`. */
export const balanceAnswer = v.strictObject({
  status: v.literal('ok'),
  user_id: count,
  /** Credits; of somebody who is never charged what they had before. */
  balance: count,
  balance_status: v.picklist(BALANCE_STATUSES),
  role: v.picklist(ROLES)
})
export type BalanceAnswer = v.InferOutput<typeof balanceAnswer>

/** Every refusal of the public API. */
export const publicRefusalShape = v.strictObject({
  status: v.literal('error'),
  /** The HTTP status. */
  code: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  /** Russian, for a person. */
  error: v.string(),
  error_code: v.picklist(CODES)
})
export type PublicRefusal = v.InferOutput<typeof publicRefusalShape>
