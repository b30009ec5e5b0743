import { DUST_THRESHOLD_MICRO } from '#shared/constants.ts'
import type { Payment, PaymentNetwork, PaymentRate } from '#shared/contracts/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import {
  type CreditTerms,
  creditsOf,
  creditsWithoutBonus,
  hasBonus,
  microOfCents,
  readUsd,
  refusalOnTerms
} from '#shared/rules/amounts.ts'
import { counted, type Forms, plural } from '#site/lib/numbers.ts'
import { REQUESTS, usdtText } from '#site/lib/payment-text.ts'

const PAYMENT_PRESETS_USD = [10, 20, 50, 200, 500]

const MINUTES: Forms = ['минуты', 'минут', 'минут']
/** «50.00», «49.995»: as a wallet takes it. */
export const plainAmount = (amount: number): string => amount.toFixed(6).replace(/0{1,4}$/, '')

/** «1 USD = 100 запросов, от 100 USD на 10 % больше». */
export function termsText({ rate, bonus_threshold, bonus_multiplier }: PaymentRate): string {
  const requests = Number.isInteger(rate) ? plural(rate, REQUESTS) : REQUESTS[1]
  const price = `1 USD = ${formatNumber(rate)} ${requests}`
  if (bonus_multiplier === 1) return price
  return `${price}, от ${formatNumber(bonus_threshold)} USD на ${bonusPercent(bonus_multiplier)} больше`
}

const formatNumber = (value: number) => value.toLocaleString('ru-RU')
const bonusPercent = (multiplier: number): string =>
  `${formatNumber(Number(((multiplier - 1) * 100).toFixed(2)))}\u00a0%`

export const OTHER_AMOUNT = ''
export const PRESETS = [
  ...PAYMENT_PRESETS_USD.map(usd => ({ value: String(usd), title: `$${usd}` })),
  { value: OTHER_AMOUNT, title: 'Другая' }
]

const creditTermsOf = (terms: PaymentRate): CreditTerms => ({
  rate: terms.rate,
  bonusThreshold: terms.bonus_threshold,
  bonusMultiplier: terms.bonus_multiplier
})

/** Why an amount cannot be paid; null when it can, as far as is known while the terms are not. */
export function amountRefusal(amount: string, terms: PaymentRate | null): string | null {
  const read = readUsd(amount)
  if ('refusal' in read) return read.refusal
  return terms && refusalOnTerms(read.cents, creditTermsOf(terms))
}

/** What an amount would bring, in words; null for one that cannot be paid. */
export function purchasePreview(
  amount: string,
  terms: PaymentRate
): { requests: string; sum: string } | null {
  const read = readUsd(amount)
  const credits = creditTermsOf(terms)
  if (!('cents' in read) || refusalOnTerms(read.cents, credits)) return null
  const micro = microOfCents(read.cents)
  const plain = creditsWithoutBonus(micro, credits)
  const sum = `${formatNumber(read.cents / 100)} × ${formatNumber(terms.rate)} = ${formatNumber(plain)}`
  return {
    requests: counted(creditsOf(micro, credits), REQUESTS),
    sum: hasBonus(micro, credits) ? `${sum} и ещё ${bonusPercent(terms.bonus_multiplier)}` : sum
  }
}

const SECONDS_A_MINUTE = 60
const SECONDS_AN_HOUR = 3_600

/** «41:36», «1:05:09»; «00:00» when the time is over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const hours = Math.floor(seconds / SECONDS_AN_HOUR)
  const parts = [Math.floor(seconds / SECONDS_A_MINUTE) % SECONDS_A_MINUTE, seconds % SECONDS_A_MINUTE]
  const clock = parts.map(part => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** «до 13:58», with the day where it is another than that of `since`; both «дд.мм.гггг чч:мм». */
export function untilText(until: string, since: string): string {
  const [day, clock] = until.split(' ')
  return since.startsWith(`${day} `) ? `до ${clock}` : `до ${until}`
}

/** Whether money of a pending payment is on its way: noticed, and not confirmed yet. */
export const isConfirming = ({ status, seen_amount_usdt }: Payment): boolean =>
  status === 'pending' && seen_amount_usdt > 0

/** «Платёж замечен, 7/20 подтверждений». */
export const confirmationsText = ({ confirmations, required_confirmations }: Payment): string =>
  `Платёж замечен, ${confirmations}/${required_confirmations} подтверждений`

/** «около 2 минут»: how long the network takes for the confirmations that are missing. */
export function waitText(payment: Payment, network: PaymentNetwork | undefined): string {
  if (!network) return ''
  const blocks = payment.required_confirmations - payment.confirmations
  const minutes = Math.round((blocks * network.block_seconds) / SECONDS_A_MINUTE)
  return minutes < 1 ? 'меньше минуты' : `около ${counted(minutes, MINUTES)}`
}

/** What is still to be paid: the whole amount until a part of it has come. */
export const dueAmount = ({ outstanding_amount_usdt, expected_amount_usdt }: Payment): number =>
  outstanding_amount_usdt || expected_amount_usdt

const MICRO = 1_000_000
/** Whether money has come, confirmed or not, and not only dust. */
const hasCome = ({ received_amount_usdt, seen_amount_usdt }: Payment): boolean =>
  Math.round((received_amount_usdt + seen_amount_usdt) * MICRO) >= DUST_THRESHOLD_MICRO

/** Whether an open payment can be given up: nothing has come for it, nor waits for an administrator. */
export const canCancel = (payment: Payment): boolean => !hasCome(payment) && payment.exception !== 'review'

/** What a person should know of a payment that is still open; `isOver` when its time to pay has passed. */
export function openText(payment: Payment, isOver: boolean): string {
  const { received_amount_usdt: received, seen_amount_usdt: seen } = payment
  const came = received + seen
  if (hasCome(payment) && payment.outstanding_amount_usdt > 0) {
    const missing = usdtText(payment.outstanding_amount_usdt)
    return `Пришло ${usdtText(came)} из ${usdtText(payment.expected_amount_usdt)}. Осталось доплатить ${missing} на тот же адрес.`
  }
  if (payment.exception === 'review') return REVIEW
  if (hasCome(payment))
    return 'Деньги пришли. Запросы поступят на баланс, как только сеть подтвердит перевод.'
  return isOver
    ? 'Срок вышел. Проверяем, не отправлен ли платёж в последние минуты.'
    : 'Ждём платёж. Страница обновится сама.'
}

/** How a payment has ended, and what to do next. */
export function outcomeText(payment: Payment): string[] {
  const { status, exception, used_requests, admin_credited_requests: byAdmin } = payment
  const sentences: string[] = []
  if (used_requests > 0) sentences.push(`Зачислено ${counted(used_requests, REQUESTS)}.`)
  if (byAdmin > 0 && byAdmin === used_requests) sentences.push('Деньги зачислил администратор.')
  else if (byAdmin > 0) sentences.push(`Из них администратор зачислил ${counted(byAdmin, REQUESTS)}.`)
  if (exception === 'review') sentences.push(REVIEW)
  else if (exception === 'marked')
    sentences.push('Платёж подтвердил администратор: зачислена вся сумма счёта.')
  else if (status === 'cancelled' && used_requests === 0) sentences.push(CANCELLED)
  else if (exception === 'over')
    sentences.push(`Пришло ${cameOf(payment)}: лишнее зачислено по тому же курсу.`)
  else if (exception === 'late')
    sentences.push(`Пришло ${cameOf(payment)} после срока: зачислено по тому же курсу.`)
  else if (exception === 'partial')
    sentences.push(`Пришло ${cameOf(payment)}: зачислено столько, сколько пришло.`)
  else if (status === 'expired' && used_requests === 0) sentences.push(expiredText(payment))
  return sentences
}

const REVIEW = 'Деньги проверяет администратор. Напишите ему и назовите номер счёта.'
const CANCELLED =
  'Не платите по этому счёту. Если деньги уже отправлены, напишите администратору и назовите номер счёта.'
const cameOf = (payment: Payment) =>
  `${usdtText(payment.received_amount_usdt)} вместо ${usdtText(payment.expected_amount_usdt)}`
const expiredText = ({ credited_until }: Payment) =>
  `Срок вышел, деньги не поступили. Если вы их отправили, ничего не делайте: до ${moscowTime(new Date(credited_until))} они зачислятся сами. Позже напишите администратору и назовите номер счёта.`

/** What the network's trouble means for whoever pays on it; empty while all is well. */
export function networkTrouble(network: PaymentNetwork | undefined): string {
  if (network?.state === 'halted') return 'Приём в этой сети остановлен. Не платите, пока он не возобновится.'
  if (network?.state === 'behind' || network?.state === 'down')
    return `${network.title}: новые платежи видны с опозданием. Они не пропадут.`
  return ''
}
