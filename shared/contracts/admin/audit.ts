import * as v from 'valibot'
import { ADMIN_PAGE_MAX, ADMIN_PAGE_ROWS, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { numberText, searchText } from '#shared/contracts/admin/calls.ts'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'
import { AUDIT_ACTS, type AuditAct, SEARCH_ACTS } from '#shared/labels/audit-acts.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { isDay } from '#shared/rules/day.ts'
import { line } from '#shared/rules/line.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const ONE_DAY_OR_USER = 'Поиски показываются за один день или по одному пользователю'

/** `before` of the previous page. */
const cursor = v.pipe(
  v.string(WRONG),
  v.regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_\d{1,15})?$/, WRONG),
  v.check(
    text => text === '' || (isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text.slice(0, 27)))),
    WRONG
  )
)

const filterEntries = {
  limit: v.optional(numberText(1, ADMIN_PAGE_MAX), String(ADMIN_PAGE_ROWS)),
  act: v.optional(v.picklist(['', ...(Object.keys(AUDIT_ACTS) as AuditAct[])], WRONG), ''),
  user: searchText,
  day: v.optional(
    v.pipe(
      v.string(WRONG),
      v.check(day => day === '' || isDay(day), WRONG)
    ),
    ''
  ),
  before: v.optional(cursor, '')
}

/**
 * `user` is a number or a whole name, `day` is in Moscow. Searches are left out unless a user or they are asked for.
 */
export const auditQuery = v.pipe(
  v.object(filterEntries, WRONG),
  v.forward(
    v.check(
      ({ act, user, day }) => user !== '' || day !== '' || !SEARCH_ACTS.some(search => search === act),
      ONE_DAY_OR_USER
    ),
    ['user']
  )
)
export type AuditQuery = v.InferOutput<typeof auditQuery>

const NO_PERSON = 'Введите то, по чему человека искали'

/** `POST /api/auth/admin/audit/asked`: who asked about a person. The line is in the body, never in a URL. */
export const askedQuery = v.object(
  { ...filterEntries, line: v.nullish(line('Значение', QUERY_MAX_CODE_POINTS, NO_PERSON), '') },
  WRONG
)
export type AskedQuery = v.InferOutput<typeof askedQuery>

const breakEntries = {
  what: v.picklist(['altered', 'removed', 'inserted', 'seal_altered', 'seal_removed', 'head']),
  /** Below 1 when nobody was given the number. */
  row: v.nullable(v.pipe(v.number(), v.integer())),
  seal: count
}
const breakShape = v.strictObject(breakEntries)
export type AuditBreak = v.InferOutput<typeof breakShape>

/** The first break, those that follow, and how many are not listed. */
const failureShape = v.strictObject({
  ...breakEntries,
  others: v.optional(v.array(breakShape)),
  more: v.optional(count)
})
export type AuditFailure = v.InferOutput<typeof failureShape>

const checkShape = v.strictObject({
  at: moment,
  at_str: moscowTime,
  seals: count,
  rows: count,
  /** Last hash in hex, to be kept elsewhere. */
  head: v.nullable(v.string()),
  /** Null when the audit is intact. */
  failure: v.nullable(failureShape)
})
export type AuditCheck = v.InferOutput<typeof checkShape>

/** `GET /api/auth/admin/audit/seal`: last check and number of unsealed rows. */
export const sealAnswer = v.strictObject({
  ok: v.literal(true),
  check: v.nullable(checkShape),
  unsealed: count
})
export type SealAnswer = v.InferOutput<typeof sealAnswer>

/** `POST /api/auth/admin/audit/verify`. */
export const verifyAnswer = v.strictObject({ ok: v.literal(true), check: checkShape })
export type VerifyAnswer = v.InferOutput<typeof verifyAnswer>

const changeShape = v.strictObject({
  /** «Курс» */
  name: v.string(),
  /** For people; null when there was none. */
  before: v.nullable(v.string()),
  after: v.nullable(v.string())
})
export type AuditChange = v.InferOutput<typeof changeShape>

const eventShape = v.strictObject({
  id: count,
  at: moment,
  at_str: moscowTime,
  /** One of `AUDIT_ACTS`, or of another version. */
  act: v.string(),
  title: v.string(),
  /** Null when no account acted; without a name when it was deleted. */
  actor: v.nullable(v.strictObject({ id: count, username: v.nullable(v.string()) })),
  /** By the program or a shell command. */
  is_system: v.boolean(),
  is_api: v.boolean(),
  /** /24 or /48 of the address. */
  ip_prefix: v.nullable(v.string()),
  /** A name, payment number or source; null for a search. */
  subject: v.nullable(v.string()),
  changes: v.array(changeShape)
})
export type AuditEvent = v.InferOutput<typeof eventShape>

/** `GET /api/auth/admin/audit`: newest first; never shows queries. */
export const auditAnswer = v.strictObject({
  ok: v.literal(true),
  events: v.array(eventShape),
  /** `before` of the next page; null at the end. */
  next: v.nullable(v.string())
})
export type AuditAnswer = v.InferOutput<typeof auditAnswer>
