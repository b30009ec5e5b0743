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

/** Absent with `Authorization: Bearer`. */
const token = v.nullish(v.string(WRONG))

const limit = v.pipe(
  v.number(WRONG),
  v.integer(PROBLEMS.BAD_LIMIT.text),
  v.minValue(API_LIMIT_MIN, PROBLEMS.BAD_LIMIT.text),
  v.maxValue(API_LIMIT_MAX, PROBLEMS.BAD_LIMIT.text)
)

const isPlain = (body: unknown) => !Array.isArray(body)
/** Checked first, because neither form of the body could name the fault. */
const hasNumericLimit = (body: unknown) => {
  const { limit: records } = (body ?? {}) as { limit?: unknown }
  return records === undefined || typeof records === 'number'
}

const statedBy = <T>(body: unknown, name: string, rule: v.GenericSchema<T>) =>
  v.is(v.nullish(rule), ((body ?? {}) as Record<string, unknown>)[name])

/** `POST /api/search`: a line, or the cursor of an answer, which is free. */
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
          /** `ftm`: FollowTheMoney entities, one a line. */
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

/** The page never has so many records. */
const anyTotal = { ...completenessEntries, total: count }

const { success: _, requests_left: __, query: ___, ...pageEntries } = searchAnswer.entries
const continuing = {
  status: v.literal('ok'),
  /** Next records, free of charge; null at the end. */
  cursor: v.nullable(v.string()),
  balance: count
}

export const publicSearchAnswer = v.strictObject({
  ...pageEntries,
  ...continuing,
  request: v.string(),
  sources_meta: v.record(v.string(), v.strictObject({ ...sourceMetaEntries, ...anyTotal })),
  completeness: v.strictObject(anyTotal)
})
export type PublicSearchAnswer = v.InferOutput<typeof publicSearchAnswer>

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
  /** Credits; for free accounts those before. */
  balance: count,
  balance_status: v.picklist(BALANCE_STATUSES),
  role: v.picklist(ROLES)
})
export type BalanceAnswer = v.InferOutput<typeof balanceAnswer>

export const publicRefusalShape = v.strictObject({
  status: v.literal('error'),
  code: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  /** In Russian. */
  error: v.string(),
  error_code: v.picklist(CODES)
})
export type PublicRefusal = v.InferOutput<typeof publicRefusalShape>
