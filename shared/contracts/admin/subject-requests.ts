import * as v from 'valibot'
import { pageEntries } from '#shared/contracts/admin/calls.ts'
import { count, isoDate, moscowTime } from '#shared/contracts/values.ts'
import {
  CONTACT_CHANNELS,
  type ContactChannel,
  REQUEST_LISTS,
  REQUEST_STATES,
  type RequestList,
  type RequestState,
  WANTS,
  type Want
} from '#shared/labels/subject-requests.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { linkedValue } from './suppressions.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const LISTS = Object.keys(REQUEST_LISTS) as RequestList[]

/** Earliest deadline first, then newest. */
export const requestsQuery = v.object(
  { ...pageEntries, list: v.optional(v.picklist(LISTS, WRONG), 'waiting') },
  WRONG
)
export type RequestsQuery = v.InferOutput<typeof requestsQuery>

/** `?whole=1`: as after an identity check. Also of `…/reach`. */
export const reportQuery = v.object({ whole: v.optional(v.picklist(['', '1'], WRONG), '') }, WRONG)

const entries = {
  id: count,
  /** «О-0031» */
  number: v.string(),
  want: v.picklist(Object.keys(WANTS) as Want[]),
  state: v.picklist(Object.keys(REQUEST_STATES) as RequestState[]),
  on_behalf: v.boolean(),
  channel: v.picklist(Object.keys(CONTACT_CHANNELS) as ContactChannel[]),
  created_at_str: moscowTime,
  confirmed_at_str: v.nullable(moscowTime),
  /** Null until the code is entered. */
  due_on: v.nullable(isoDate),
  /** Working days, negative when overdue; null while no term runs. */
  days_left: v.nullable(v.pipe(v.number(), v.integer())),
  decided_at_str: v.nullable(moscowTime),
  decided_by: v.nullable(v.string()),
  /** Decided, but the text was not delivered. */
  is_unsent: v.boolean()
}
const requestRow = v.strictObject(entries)
export type RequestRow = v.InferOutput<typeof requestRow>

/** `GET /api/auth/admin/subject_requests`. */
export const requestsAnswer = v.strictObject({
  ok: v.literal(true),
  requests: v.array(requestRow),
  total: count,
  counts: v.strictObject({ waiting: count, done: count, refused: count, new: count }),
  overdue: count
})
export type RequestsAnswer = v.InferOutput<typeof requestsAnswer>

export const requestView = v.strictObject({
  ...entries,
  /** As stated; null when deleted or sealed with another key. */
  stated: v.nullable(
    v.strictObject({
      name: v.string(),
      birth_date: v.string(),
      phone: v.string(),
      email: v.string(),
      note: v.string()
    })
  ),
  /** Suppressed values, in Russian. */
  held: v.array(v.string()),
  /** What an objection or erasure is about, suppressed still or not. */
  acts_on: v.array(v.string()),
  /** A code may be shown and handed over. */
  has_code: v.boolean(),
  /** The document was asked for, so the term cannot be extended again. */
  is_extended: v.boolean(),
  /** Text sent, with the noted reason. */
  answer: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  opened_at_str: v.nullable(moscowTime)
})
export type RequestView = v.InferOutput<typeof requestView>

/** `GET /api/auth/admin/subject_requests/:id`. */
export const requestAnswer = v.strictObject({ ok: v.literal(true), request: requestView })
export type RequestAnswer = v.InferOutput<typeof requestAnswer>

const reached = v.strictObject({
  count,
  /** The first of them. */
  records: v.array(
    v.strictObject({
      record_id: v.string(),
      /** Title. */
      source: v.string(),
      fields: v.array(v.strictObject({ label: v.string(), value: v.string() }))
    })
  )
})

export const requestReach = v.strictObject({
  /** Hidden by a block, removed by an erasure. */
  taken: reached,
  /** What an erasure hides and does not remove: its name is written otherwise, and it may be a namesake's. */
  hidden: reached,
  /** Of the same person or of what was stated, and not hidden by it. */
  near: reached,
  /** Hidden too, and not shown because of other people. */
  withheld: count,
  /** Sources that did not answer. */
  failed: v.array(v.string()),
  /** Of the same person for certain, and not stated. */
  linked: v.array(linkedValue),
  /** The records are of several people, so nothing is linked. */
  is_shared: v.boolean()
})
export type RequestReach = v.InferOutput<typeof requestReach>

/** `GET …/reach`. */
export const reachAnswer = v.strictObject({ ok: v.literal(true), reach: requestReach })
export type ReachAnswer = v.InferOutput<typeof reachAnswer>

/** `POST …/code`: to be handed over. */
export const codeAnswer = v.strictObject({ ok: v.literal(true), code: v.string(), contact: v.string() })
export type CodeAnswer = v.InferOutput<typeof codeAnswer>

/** `POST …/decide` and `…/send`. */
export const decidedAnswer = v.strictObject({
  ok: v.literal(true),
  message: v.string(),
  request: requestView,
  /** To be handed over, because nothing was sent. */
  hand_over: v.nullable(v.strictObject({ contact: v.string(), text: v.string() }))
})
export type DecidedAnswer = v.InferOutput<typeof decidedAnswer>
