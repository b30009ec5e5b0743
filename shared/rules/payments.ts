import * as v from 'valibot'
import { PAYMENT_MAX_USD, PAYMENT_MIN_USD } from '#shared/constants.ts'

const CENTS = 100
const LEAST = 'Минимальная сумма 10 USD'
const MOST = 'Максимальная сумма 10000 USD'
const NOT_MONEY = 'Введите сумму цифрами, например 50 или 49.99'
const TOO_FINE = 'В сумме не больше двух знаков после точки'

/** A decimal of dollars as text, or a JSON number; gives whole cents. No exponent, comma, sign or other base. */
export const usdAmount = v.pipe(
  v.union(
    [
      v.string(NOT_MONEY),
      v.pipe(
        v.number(NOT_MONEY),
        v.finite(NOT_MONEY),
        v.transform(amount => String(amount))
      )
    ],
    NOT_MONEY
  ),
  v.regex(/^\d+(\.\d+)?$/, NOT_MONEY),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [whole = '', fraction = ''] = dataset.value.split('.')
    const dollars = Number(whole)
    const refuse = (message: string) => {
      addIssue({ message })
      return NEVER
    }
    if (dollars > PAYMENT_MAX_USD) return refuse(MOST)
    if (dollars < PAYMENT_MIN_USD) return refuse(LEAST)
    if (dollars === PAYMENT_MAX_USD && /[1-9]/.test(fraction)) return refuse(MOST)
    if (fraction.replace(/0+$/, '').length > 2) return refuse(TOO_FINE)
    return dollars * CENTS + Number(fraction.slice(0, 2).padEnd(2, '0'))
  })
)

/** What the form of /payment holds. */
export const paymentForm = v.object({ usd_amount: usdAmount }, NOT_MONEY)

/** What a dollar buys: requests, and from `bonusThreshold` dollars on so many times more. */
export interface CreditTerms {
  rate: number
  bonusThreshold: number
  bonusMultiplier: number
}

/** Digits after the point that a rate and a multiplier may have. */
const SCALE = 10_000
const MICRO = 1_000_000
const scaled = (value: number) => BigInt(Math.round(value * SCALE))

/**
 * Requests that an amount gives: `floor(floor(amount × rate) × multiplier)`, the multiplier from the threshold on. In
 * whole numbers throughout.
 *
 * @param micro Millionths of a dollar, a whole number.
 */
export function creditsOf(micro: number, terms: CreditTerms): number {
  const plain = plainCreditsOf(micro, terms)
  return hasBonus(micro, terms)
    ? Number((BigInt(plain) * scaled(terms.bonusMultiplier)) / BigInt(SCALE))
    : plain
}

/** The same without the multiplier. */
export function plainCreditsOf(micro: number, { rate }: CreditTerms): number {
  return Number((BigInt(micro) * scaled(rate)) / (BigInt(MICRO) * BigInt(SCALE)))
}

export const hasBonus = (micro: number, { bonusThreshold }: CreditTerms): boolean =>
  micro >= Math.round(bonusThreshold * CENTS) * (MICRO / CENTS)

export const microOfCents = (cents: number): number => cents * (MICRO / CENTS)
