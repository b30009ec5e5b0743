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
/** Of dollars with cents, or of USDT with six digits; exact as far as the digits go. */
const money = v.pipe(v.number(), v.minValue(0))

export const networkKey = v.picklist(keysOf<NetworkKey>(NETWORK_TITLES))
export const networkState = v.picklist(keysOf<NetworkState>(NETWORK_STATES))
export const paymentStatus = v.picklist(keysOf<PaymentStatus>(PAYMENT_STATUSES))

/** A network that a payment can be made on. */
const paymentNetwork = v.strictObject({
  key: networkKey,
  title: v.string(),
  /** Worthless tokens: a banner says so. */
  is_test: v.boolean(),
  token: v.literal('USDT'),
  token_contract: v.string(),
  /** Of the token on this network. */
  decimals: count,
  required_confirmations: count,
  /** Seconds between two blocks, for «около … минут». */
  block_seconds: v.number(),
  state: networkState,
  /** How far behind the present the watcher has looked; null before the first look. */
  seconds_behind: v.nullable(count)
})
export type PaymentNetwork = v.InferOutput<typeof paymentNetwork>

/** `GET /api/payment/rate`; the first network is the default one. */
export const paymentRateAnswer = v.strictObject({
  ok: v.literal(true),
  data: v.strictObject({
    /** Requests for a dollar. */
    rate: v.number(),
    /** Dollars from which the multiplier counts. */
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
  /** What a wallet opens; on TRON the address alone, for want of a standard. */
  payment_uri: v.string(),
  expected_amount_usdt: money,
  /** Confirmed, and counted by itself or credited by an administrator. */
  received_amount_usdt: money,
  /** Noticed, and not confirmed yet. */
  seen_amount_usdt: money,
  /** What is missing, seen or not seen; 0 unless the payment is pending. */
  outstanding_amount_usdt: money,
  /** Of the last transfer, at most `required_confirmations`; 0 when nothing was noticed. */
  confirmations: count,
  required_confirmations: count,
  transaction_hash: v.nullable(v.string()),
  /** Requests that were credited, and those of them that an administrator decided on. */
  used_requests: count,
  admin_credited_requests: count,
  /** Requests that it gave, or gives when it is paid in full. */
  credits: count,
  bonus_applied: v.boolean(),
  /** The terms when it was made, which stay its terms. */
  rate: v.number(),
  created_at: moment,
  expires_at: moment,
  /** Until then late and surplus money is credited by itself. */
  credited_until: moment,
  completed_at: v.nullable(moment),
  admin_confirmed_by: v.nullable(v.string()),
  /** The server's clock, for the countdown. */
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
  /** Dollars received for what was credited, and the requests. */
  total_spent_usd: money,
  total_requests_purchased: count,
  last_successful_payment: v.nullable(moment)
})

/** `GET /api/payment/stats`: of the caller. */
export const paymentStatsAnswer = v.strictObject({ ok: v.literal(true), data: paymentStats })
export type PaymentStats = v.InferOutput<typeof paymentStats>

/** `network` is the first one of `rate` unless it is named. */
export const createPaymentBody = v.object(
  {
    usd_amount: v.nullish(usdAmount, '0'),
    network: v.nullish(v.picklist(keysOf<NetworkKey>(NETWORK_TITLES), PROBLEMS.NO_SUCH_NETWORK.text))
  },
  PROBLEMS.BAD_INPUT.text
)
