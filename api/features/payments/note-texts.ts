import { PAYMENT_ID_SHOWN_CHARS } from '#shared/constants.ts'
import {
  NETWORK_TITLES,
  PAYMENT_EXCEPTIONS,
  REVIEW_REASONS,
  type ReviewReason
} from '#shared/labels/payments.ts'
import type { DuePayment, DueTransfer } from './booking-store.ts'
import type { PaymentState } from './state.ts'

const MICRO = 1_000_000
const usdt = (micro: number) =>
  `${(micro / MICRO).toLocaleString('ru-RU', { maximumFractionDigits: 6 })} USDT`
const named = ({ id, username }: DuePayment) =>
  `Платёж ${id.slice(0, PAYMENT_ID_SHOWN_CHARS)}, пользователь ${username ?? 'удалён'}`

/** The key names the step of credits, so that each is told once. */
export function creditNote(
  payment: DuePayment,
  state: PaymentState,
  delta: number
): { key: string; text: string } {
  const why = PAYMENT_EXCEPTIONS[state.exception]
  const text = `${named(payment)}: получено ${usdt(state.receivedMicro)}, зачислено запросов: ${delta}.`
  return { key: `paid:${payment.id}:${payment.credited}`, text: why === '' ? text : `${text} ${why}.` }
}

export function reviewNote(
  payment: DuePayment,
  { id, micro, network }: DueTransfer,
  reason: ReviewReason
): { key: string; text: string } {
  return {
    key: `review:${id}`,
    text: `${named(payment)}: ${usdt(micro)} в сети ${NETWORK_TITLES[network]} ждут решения. ${REVIEW_REASONS[reason]}.`
  }
}
