import * as v from 'valibot'
import { ADMIN_PAGE_MAX, ADMIN_PAGE_ROWS, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { numberText, searchText } from '#shared/contracts/admin.ts'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'
import { AUDIT_ACTS, type AuditAct, SEARCH_ACTS } from '#shared/labels/audit-acts.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { isDay } from '#shared/rules/day.ts'
import { line } from '#shared/rules/line.ts'

const WRONG = PROBLEMS.BAD_INPUT.text
const ONE_DAY_OR_USER = 'Поиски показываются за один день или по одному пользователю'

/** What an event comes after, as the page before it said. */
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
 * `act` of `AUDIT_ACTS`, `user` the number or the whole name of who acted, `day` of Moscow. Without a user searches are left
 * out unless they are asked for.
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

/**
 * `POST /api/auth/admin/audit/asked`: who asked about somebody. The line is read as that of a search, and stands in no address;
 * the other fields as of `auditQuery`.
 */
export const askedQuery = v.object(
  { ...filterEntries, line: v.nullish(line('Значение', QUERY_MAX_CODE_POINTS, NO_PERSON), '') },
  WRONG
)
export type AskedQuery = v.InferOutput<typeof askedQuery>

/** What does not hold in a sealed audit: the first of it. */
const failureShape = v.strictObject({
  what: v.picklist(['altered', 'removed', 'inserted', 'seal_altered', 'seal_removed', 'head']),
  /** Number of the row; null where a seal itself is wrong. */
  row: v.nullable(count),
  seal: count
})
export type AuditFailure = v.InferOutput<typeof failureShape>

const checkShape = v.strictObject({
  at: moment,
  at_str: moscowTime,
  seals: count,
  rows: count,
  /** Hash of the last seal, in hex: to be kept elsewhere. */
  head: v.nullable(v.string()),
  /** Null when the audit is whole. */
  failure: v.nullable(failureShape)
})
export type AuditCheck = v.InferOutput<typeof checkShape>

/** `GET /api/auth/admin/audit/seal`: what came of the last check, and how many rows wait for a seal. */
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
  /** «Курс». */
  name: v.string(),
  /** As a person reads it; null where there was nothing. */
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
  /** Who acted; null where no account did. Without a name when the account is gone. */
  actor: v.nullable(v.strictObject({ id: count, username: v.nullable(v.string()) })),
  /** Done by the program itself or by a command on its machine. */
  is_system: v.boolean(),
  /** Sent by a program with a token. */
  is_api: v.boolean(),
  /** The /24 or /48 that it came from. */
  ip_prefix: v.nullable(v.string()),
  /** What or whom it was about: a name, a number of a payment, a source. Of a search nothing. */
  subject: v.nullable(v.string()),
  changes: v.array(changeShape)
})
export type AuditEvent = v.InferOutput<typeof eventShape>

/** `GET /api/auth/admin/audit`: newest first; nothing of what was searched for. */
export const auditAnswer = v.strictObject({
  ok: v.literal(true),
  events: v.array(eventShape),
  /** `before` of the next page; null where this one is the last. */
  next: v.nullable(v.string())
})
export type AuditAnswer = v.InferOutput<typeof auditAnswer>
