import * as v from 'valibot'
import { VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, moment, searchId } from './values.ts'

/** On one: is it the wanted person; on two: are they the same. */
export const VERDICTS = ['same', 'other', 'unclear'] as const
export type VerdictValue = (typeof VERDICTS)[number]

const personId = v.pipe(v.string(), v.regex(/^p[a-z\d]{2,14}$/))

export const verdictShape = v.strictObject({
  id: count,
  /** People of this search; a pair has one order. */
  a: personId,
  b: v.nullable(personId),
  verdict: v.picklist(VERDICTS),
  note: v.nullable(v.pipe(v.string(), v.maxLength(2 * VERDICT_NOTE_MAX_CODE_POINTS))),
  at: moment
})
export type Verdict = v.InferOutput<typeof verdictShape>

/** Latest verdict on the person in another search. */
const earlierVerdict = v.strictObject({
  /** In the present search. */
  person_id: personId,
  /** Its search; null when deleted. */
  search_id: v.nullable(searchId),
  ...v.omit(verdictShape, ['a', 'b']).entries,
  changed_records: count
})
export type EarlierVerdict = v.InferOutput<typeof earlierVerdict>

/** `GET /api/search/{search_id}/earlier_verdicts`. */
export const earlierVerdictsAnswer = v.strictObject({
  success: v.literal(true),
  verdicts: v.array(earlierVerdict)
})
export type EarlierVerdictsAnswer = v.InferOutput<typeof earlierVerdictsAnswer>

/** `PUT /api/search/{search_id}/verdicts`. */
export const verdictAnswer = v.strictObject({ success: v.literal(true), verdict: verdictShape })

/** `DELETE /api/search/{search_id}/verdicts/{id}`. */
export const verdictRemovedAnswer = v.strictObject({ success: v.literal(true) })

const WRONG = PROBLEMS.BAD_INPUT.text
const wantedPerson = v.pipe(v.string(WRONG), v.regex(/^p[a-z\d]{2,14}$/, WRONG))

/** Length is checked after cleaning, so that its refusal has a code. */
export const verdictBody = v.object(
  {
    a: wantedPerson,
    b: v.nullish(wantedPerson),
    verdict: v.picklist(VERDICTS, WRONG),
    note: v.nullish(v.string(WRONG)),
    /** `at` of the verdict to replace, null for none; a mismatch is `VERDICT_CHANGED`. Omitted: replaces any. */
    replaces: v.nullish(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG)))
  },
  WRONG
)
export type VerdictBody = v.InferOutput<typeof verdictBody>

/** `at` of the verdict to remove; omitted: any. */
export const verdictRemovedQuery = v.object(
  { at: v.optional(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG))) },
  WRONG
)
