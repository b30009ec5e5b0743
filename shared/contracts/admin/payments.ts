import * as v from 'valibot'
import { ADMIN_SEARCH_MAX_CHARS } from '#shared/constants.ts'
import { networkKey, networkState, paymentEntries, paymentStatus } from '#shared/contracts/payments.ts'
import { count, moment, moscowTime } from '#shared/contracts/values.ts'
import { REVIEW_REASONS, type ReviewReason } from '#shared/labels/payments.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { isDay } from '#shared/rules/day.ts'
import { isStorable } from '#shared/rules/storable.ts'
import { pageEntries } from './calls.ts'

const usdt = v.pipe(v.number(), v.minValue(0))

const transferShape = v.strictObject({
  id: count,
  network: networkKey,
  transaction_hash: v.string(),
  from_address: v.string(),
  amount_usdt: usdt,
  /** `seen`: unconfirmed; `orphaned`: reversed by the chain. */
  state: v.picklist(['seen', 'settled', 'orphaned']),
  block_time: moment
})
export type PaymentTransfer = v.InferOutput<typeof transferShape>

const adminPaymentShape = v.strictObject({
  ...paymentEntries,
  /** Null when the account is deleted. */
  username: v.nullable(v.string()),
  user_id: count,
  created_at_moscow: moscowTime,
  expires_at_moscow: moscowTime,
  /** Ground of a confirmation by hand; null when none was given. */
  confirm_reason: v.nullable(v.string()),
  /** At most 20, newest first. */
  transfers: v.array(transferShape)
})
export type AdminPayment = v.InferOutput<typeof adminPaymentShape>

/** `GET /api/auth/admin/payments`: newest first, without deleted ones. */
export const adminPaymentsAnswer = v.strictObject({
  ok: v.literal(true),
  payments: v.array(adminPaymentShape),
  total: count,
  totals: v.strictObject({
    amount_usd: usdt,
    received_usdt: usdt,
    credited: count
  })
})
export type AdminPayments = v.InferOutput<typeof adminPaymentsAnswer>

/** `POST /api/auth/admin/payments/{id}/confirm`. */
export const adminPaymentAnswer = v.strictObject({ ok: v.literal(true), payment: adminPaymentShape })

/** `DELETE /api/auth/admin/payments/{id}`, and decisions on money under review. */
export const adminDoneAnswer = v.strictObject({ ok: v.literal(true) })

const reviewShape = v.strictObject({
  ...transferShape.entries,
  reason: v.picklist(Object.keys(REVIEW_REASONS) as ReviewReason[]),
  reason_text: v.string(),
  payment_id: v.pipe(v.string(), v.uuid()),
  username: v.nullable(v.string()),
  user_id: count,
  /** Requests that «Зачислить» gives. */
  credits: count,
  block_time_moscow: moscowTime
})
export type ReviewTransfer = v.InferOutput<typeof reviewShape>

/** `GET /api/auth/admin/payments/review`: oldest first. */
export const reviewAnswer = v.strictObject({
  ok: v.literal(true),
  transfers: v.array(reviewShape),
  total: count
})
export type ReviewList = v.InferOutput<typeof reviewAnswer>

const networkHealth = v.strictObject({
  key: networkKey,
  title: v.string(),
  is_test: v.boolean(),
  state: networkState,
  seconds_behind: v.nullable(count),
  /** Height of the chain and of credited blocks. */
  last_block: v.nullable(count),
  settled_block: v.nullable(count),
  scanned_at: v.nullable(moment),
  /** In Russian; null after a successful look. */
  last_error: v.nullable(v.string()),
  last_error_at: v.nullable(moment),
  pending_payments: count
})
export type NetworkHealth = v.InferOutput<typeof networkHealth>

const reconciliation = v.strictObject({
  at: moment,
  at_moscow: moscowTime,
  is_clean: v.boolean(),
  checked: v.strictObject({ users: count, payments: count, addresses: count }),
  /** Differences in Russian. */
  findings: v.array(v.string())
})
export type Reconciliation = v.InferOutput<typeof reconciliation>

/** `POST /api/auth/admin/payments/reconcile` */
export const reconciledAnswer = v.strictObject({ ok: v.literal(true), reconciliation })
export type ReconciledAnswer = v.InferOutput<typeof reconciledAnswer>

/** `GET /api/auth/admin/payments/health`. */
export const paymentHealthAnswer = v.strictObject({
  ok: v.literal(true),
  networks: v.array(networkHealth),
  /** Last check of ledger, balances, transfers and chain. */
  reconciliation: v.nullable(reconciliation),
  notes: v.strictObject({ is_on: v.boolean(), waiting: count, last_error: v.nullable(v.string()) })
})
export type PaymentHealth = v.InferOutput<typeof paymentHealthAnswer>

const WRONG = PROBLEMS.BAD_INPUT.text

const searchText = v.pipe(
  v.string(WRONG),
  v.trim(),
  v.maxLength(ADMIN_SEARCH_MAX_CHARS, WRONG),
  v.check(isStorable, WRONG)
)

/** A day in Moscow. */
const periodDay = v.optional(
  v.pipe(
    v.string(WRONG),
    v.check(day => day === '' || isDay(day), WRONG)
  ),
  ''
)

/**
 * `user` is the owner, `from` and `to` the dates; `search` is part of a name, a prefix of an id or address, or a hash.
 */
export const adminPaymentsQuery = v.object(
  {
    ...pageEntries,
    status: v.optional(v.union([paymentStatus, v.literal('')], WRONG), ''),
    network: v.optional(v.union([networkKey, v.literal('')], WRONG), ''),
    user: v.optional(v.pipe(v.string(WRONG), v.regex(/^\d{0,9}$/, WRONG)), ''),
    from: periodDay,
    to: periodDay,
    search: v.optional(searchText, '')
  },
  WRONG
)
export type AdminPaymentsQuery = v.InferOutput<typeof adminPaymentsQuery>

export const reviewQuery = v.object(pageEntries, WRONG)
export type ReviewQuery = v.InferOutput<typeof reviewQuery>
