import * as v from 'valibot'
import { VERDICT_NOTE_MAX_CODE_POINTS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { count, moment, searchId } from './values.ts'

/** Of one: whether it is the person who was looked for. Of two: whether they are one person. */
export const VERDICTS = ['same', 'other', 'unclear'] as const
export type VerdictValue = (typeof VERDICTS)[number]

const personId = v.pipe(v.string(), v.regex(/^p[a-z\d]{2,14}$/))

/** What the user of a search says of a person, or of a pair, in its answer. */
export const verdictShape = v.strictObject({
  id: count,
  /** Ids of people of this search; the two of a pair in one order, however they were sent. */
  a: personId,
  b: v.nullable(personId),
  verdict: v.picklist(VERDICTS),
  note: v.nullable(v.pipe(v.string(), v.maxLength(2 * VERDICT_NOTE_MAX_CODE_POINTS))),
  /** When it was last changed. */
  at: moment
})
export type Verdict = v.InferOutput<typeof verdictShape>

/** The last verdict of the user on somebody in another search. */
const earlierVerdict = v.strictObject({
  /** Of the search that is asked about. */
  person_id: personId,
  /** Of the search in which it was made; null where its line of history is gone. */
  search_id: v.nullable(searchId),
  ...v.omit(verdictShape, ['a', 'b']).entries,
  /** Records of this person that were loaded, or changed, since. */
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

/** The length of the note is checked after cleaning, so that its refusal has its own code. */
export const verdictBody = v.object(
  {
    a: wantedPerson,
    b: v.nullish(wantedPerson),
    verdict: v.picklist(VERDICTS, WRONG),
    note: v.nullish(v.string(WRONG)),
    /**
     * `at` of the verdict that this one takes the place of, null where there is none: another one there is
     * `VERDICT_CHANGED`. Without it, it takes the place of whichever there is.
     */
    replaces: v.nullish(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG)))
  },
  WRONG
)
export type VerdictBody = v.InferOutput<typeof verdictBody>

/** Query of `DELETE …/verdicts/{id}`: `at` of the verdict that is taken back, if only that one may be. */
export const verdictRemovedQuery = v.object(
  { at: v.optional(v.pipe(v.string(WRONG), v.isoTimestamp(WRONG))) },
  WRONG
)
