import * as v from 'valibot'
import {
  NETWORK_STATES,
  NETWORK_TITLES,
  type NetworkKey,
  type NetworkState,
  PAYMENT_EXCEPTIONS,
  PAYMENT_STATUSES,
  type PaymentException,
  type PaymentStatus
} from '#shared/labels/payments.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { usdAmount } from '#shared/rules/payments.ts'
import { count, moment, moscowTime } from './values.ts'

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as Key[]
/** Exact to cents, or to six digits of USDT. */
const money = v.pipe(v.number(), v.minValue(0))

export const networkKey = v.picklist(keysOf<NetworkKey>(NETWORK_TITLES))
export const networkState = v.picklist(keysOf<NetworkState>(NETWORK_STATES))
export const paymentStatus = v.picklist(keysOf<PaymentStatus>(PAYMENT_STATUSES))

const paymentNetwork = v.strictObject({
  key: networkKey,
  title: v.string(),
  /** Worthless tokens, marked by a banner. */
  is_test: v.boolean(),
  token: v.literal('USDT'),
  token_contract: v.string(),
  /** Of the token on this network. */
  decimals: count,
  required_confirmations: count,
  /** For «около … минут». */
  block_seconds: v.number(),
  state: networkState,
  /** Lag of the watcher; null before its first look. */
  seconds_behind: v.nullable(count)
})
export type PaymentNetwork = v.InferOutput<typeof paymentNetwork>

/** `GET /api/payment/rate`; the first network is the default. */
export const paymentRateAnswer = v.strictObject({
  ok: v.literal(true),
  data: v.strictObject({
    rate: v.number(),
    /** Dollars from which the multiplier applies. */
    bonus_threshold: money,
    bonus_multiplier: v.number(),
    min_usd: count,
    max_usd: count,
    networks: v.array(paymentNetwork)
  })
})
export type PaymentRate = v.InferOutput<typeof paymentRateAnswer>['data']

export const paymentEntries = {
  id: v.pipe(v.string(), v.uuid()),
  amount_usd: money,
  status: paymentStatus,
  exception: v.picklist(keysOf<PaymentException>(PAYMENT_EXCEPTIONS)),
  network: networkKey,
  network_title: v.string(),
  token_contract: v.string(),
  generated_address: v.string(),
  /** Opens a wallet; on TRON the bare address, for want of a standard. */
  payment_uri: v.string(),
  expected_amount_usdt: money,
  /** Confirmed, automatic or by hand. */
  received_amount_usdt: money,
  seen_amount_usdt: money,
  /** Missing amount; 0 unless pending. */
  outstanding_amount_usdt: money,
  /** Of the last transfer, at most `required_confirmations`. */
  confirmations: count,
  required_confirmations: count,
  transaction_hash: v.nullable(v.string()),
  /** Credited requests, and those credited by hand. */
  used_requests: count,
  admin_credited_requests: count,
  /** Requests that it gives when paid in full. */
  credits: count,
  bonus_applied: v.boolean(),
  /** Terms at creation, which stay. */
  rate: v.number(),
  created_at: moment,
  expires_at: moment,
  /** Late and surplus money is credited until then. */
  credited_until: moment,
  completed_at: v.nullable(moment),
  admin_confirmed_by: v.nullable(v.string()),
  server_time: moment
}

const paymentShape = v.strictObject({
  ...paymentEntries,
  created_moscow_str: moscowTime,
  expires_moscow_str: moscowTime
})
export type Payment = v.InferOutput<typeof paymentShape>

/** `POST /api/payment/create`, `GET /api/payment/{id}`, `POST /api/payment/{id}/cancel`. */
export const paymentAnswer = v.strictObject({ ok: v.literal(true), data: paymentShape })

/** `GET /api/payment/my`: newest first. */
export const paymentsAnswer = v.strictObject({ ok: v.literal(true), data: v.array(paymentShape) })

export const paymentStats = v.strictObject({
  total_payments: count,
  completed_payments: count,
  pending_payments: count,
  expired_payments: count,
  /** Dollars credited, and the requests. */
  total_spent_usd: money,
  total_requests_purchased: count,
  last_successful_payment: v.nullable(moment)
})

/** `GET /api/payment/stats`: of the caller. */
export const paymentStatsAnswer = v.strictObject({ ok: v.literal(true), data: paymentStats })
export type PaymentStats = v.InferOutput<typeof paymentStats>

/** `network` defaults to the first of `rate`. */
export const createPaymentBody = v.object(
  {
    usd_amount: v.nullish(usdAmount, '0'),
    network: v.nullish(v.picklist(keysOf<NetworkKey>(NETWORK_TITLES), PROBLEMS.NO_SUCH_NETWORK.text))
  },
  PROBLEMS.BAD_INPUT.text
)
