import * as v from 'valibot'
import { STEP_WAYS } from '#shared/contracts/account/security.ts'
import { userShape } from '#shared/contracts/auth.ts'
import { paymentStats } from '#shared/contracts/payments.ts'
import { tokenItem } from '#shared/contracts/tokens.ts'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import { LEDGER_KINDS, type LedgerKind } from '#shared/labels/ledger.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { pageEntries, searchText } from './calls.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

const listedUser = v.strictObject({
  ...userShape.entries,
  created_at: moment,
  /** Null when unknown. */
  last_login_at: v.nullable(moment),
  blocked_at: v.nullable(moment),
  blocked_reason: v.nullable(v.string())
})
export type ListedUser = v.InferOutput<typeof listedUser>

/** A minus reverses the order. */
const USER_ORDERS = ['id', 'username', 'role', 'requests_count', 'created_at', 'last_login_at'] as const
export type UserOrder = (typeof USER_ORDERS)[number]
const turned = USER_ORDERS.map((order): `-${UserOrder}` => `-${order}`)

/** `search`: part of a name, a whole number, or a whole chat id. */
export const usersQuery = v.object(
  {
    ...pageEntries,
    search: searchText,
    role: v.optional(v.picklist([...ROLES, ''], WRONG), ''),
    state: v.optional(v.picklist(['', 'active', 'blocked'], WRONG), ''),
    sort: v.optional(v.picklist([...USER_ORDERS, ...turned], WRONG), 'id')
  },
  WRONG
)
export type UsersQuery = v.InferOutput<typeof usersQuery>

/** `GET /api/auth/admin/users`: `total` of all pages. */
export const usersAnswer = v.strictObject({ ok: v.literal(true), users: v.array(listedUser), total: count })
export type UsersAnswer = v.InferOutput<typeof usersAnswer>

/** `POST /api/auth/admin/users/{id}/update`, `…/block`, `…/unblock`. */
export const userEditedAnswer = v.strictObject({ ok: v.literal(true), message: v.string(), user: listedUser })
export type UserEditedAnswer = v.InferOutput<typeof userEditedAnswer>

const sessionShape = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  created_at: moment,
  created_at_str: moscowTime,
  /** Precise to a minute. */
  last_seen_at: moment,
  last_seen_at_str: moscowTime,
  expires_at: moment,
  is_current: v.boolean()
})
export type UserSession = v.InferOutput<typeof sessionShape>

/** `GET /api/auth/admin/users/{id}`; never shows queries. */
export const userAnswer = v.strictObject({
  ok: v.literal(true),
  user: listedUser,
  history: v.strictObject({
    searches: count,
    via_api: count,
    empty: count,
    last_at: v.nullable(moment),
    last_at_str: v.nullable(moscowTime),
    /** Retention of the audit, which they are counted from: a deleted history leaves them. */
    kept_days: count
  }),
  /** Ways of the second step; empty without one. */
  second_step: v.array(v.picklist(STEP_WAYS)),
  pending_payments: count,
  sessions: v.array(sessionShape),
  tokens: v.array(tokenItem),
  /** Total paid; payments are a separate list (`?user=`). */
  paid: paymentStats
})
export type UserAnswer = v.InferOutput<typeof userAnswer>

const ledgerRow = v.strictObject({
  id: count,
  /** Negative for a deduction. */
  delta: v.pipe(v.number(), v.integer()),
  balance: count,
  kind: v.picklist(Object.keys(LEDGER_KINDS) as LedgerKind[]),
  title: v.string(),
  at: moment,
  at_str: moscowTime
})

/** `GET /api/auth/admin/users/{id}/ledger`: newest first. */
export const ledgerAnswer = v.strictObject({ ok: v.literal(true), rows: v.array(ledgerRow), total: count })
export type LedgerAnswer = v.InferOutput<typeof ledgerAnswer>

/** `DELETE /api/auth/admin/users/{id}/sessions`, and of one. */
export const sessionsEndedAnswer = v.strictObject({ ok: v.literal(true), ended: count })
export type SessionsEndedAnswer = v.InferOutput<typeof sessionsEndedAnswer>

/** `DELETE /api/auth/admin/users/{id}/second_factor`: how many factors there were. */
export const factorsResetAnswer = v.strictObject({ ok: v.literal(true), message: v.string(), removed: count })
export type FactorsResetAnswer = v.InferOutput<typeof factorsResetAnswer>
