import * as v from 'valibot'
import { count, isoDate, moment, moscowTime } from '#shared/contracts/values.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { CONTACT_CHANNELS, type ContactChannel, WANTS, type Want } from '#shared/labels/subject-requests.ts'

const keyOf = <Key extends string>(choices: Record<Key, string>) => v.picklist(Object.keys(choices) as Key[])

/** `GET /api/privacy`; null where the operator has not said. */
export const privacyAnswer = v.strictObject({
  ok: v.literal(true),
  operator: v.strictObject({
    name: v.nullable(v.string()),
    address: v.nullable(v.string()),
    contact: v.nullable(v.string())
  }),
  /** Sources that answer, grouped by kind, origin and basis. */
  sources: v.array(
    v.strictObject({
      kind: keyOf(SOURCE_KINDS),
      origin: keyOf(SOURCE_ORIGINS),
      basis: keyOf(SOURCE_BASES),
      count,
      /** Kinds of columns in Russian. */
      holds: v.array(v.string())
    })
  ),
  channels: v.array(v.picklist(Object.keys(CONTACT_CHANNELS) as ContactChannel[])),
  /** The operator hands codes over instead of sending them. */
  handed_over: v.boolean(),
  code_minutes: count,
  history_days: count,
  audit_days: count,
  request_days: count
})
export type PrivacyAnswer = v.InferOutput<typeof privacyAnswer>

/** `POST /api/privacy/requests` and `…/again`: the same answer whoever is known. */
export const requestTaken = v.strictObject({ ok: v.literal(true), message: v.string() })

/** `POST /api/privacy/requests/confirm`: does not reveal what is known. */
export const requestConfirmed = v.strictObject({
  ok: v.literal(true),
  /** «О-0031» */
  number: v.string(),
  want: v.picklist(Object.keys(WANTS) as Want[]),
  due_on: isoDate
})
export type RequestConfirmed = v.InferOutput<typeof requestConfirmed>

const reportRecord = v.strictObject({
  record_id: v.string(),
  source: v.string(),
  fields: v.array(v.strictObject({ label: v.string(), value: v.string() }))
})

export const subjectReport = v.strictObject({
  number: v.string(),
  made_at: moment,
  made_at_str: moscowTime,
  operator: privacyAnswer.entries.operator,
  looked_for: v.array(v.strictObject({ kind: v.string(), value: v.string(), is_confirmed: v.boolean() })),
  records: v.array(reportRecord),
  /** Kept out of answers by this request, in Russian. */
  held: v.array(v.string()),
  /** Records withheld because of other people. */
  withheld: count,
  sources: v.array(
    v.strictObject({
      key: v.string(),
      title: v.string(),
      kind: v.string(),
      origin: v.string(),
      basis: v.string(),
      controller: v.string(),
      as_of: isoDate,
      keep_until: v.nullable(isoDate)
    })
  ),
  /** Sources that did not answer. */
  failed: v.array(v.string()),
  /** Newest first; names only where the operator tells them. */
  asked: v.array(
    v.strictObject({
      at_str: moscowTime,
      act: v.string(),
      role: v.string(),
      via: v.string(),
      purpose: v.nullable(v.string()),
      username: v.nullable(v.string())
    })
  ),
  /** The list is cut. */
  asked_more: v.boolean(),
  history_days: count,
  audit_days: count
})
export type SubjectReport = v.InferOutput<typeof subjectReport>

/** `POST /api/privacy/report`: once per link. */
export const reportAnswer = v.strictObject({ ok: v.literal(true), report: subjectReport })
export type ReportAnswer = v.InferOutput<typeof reportAnswer>
