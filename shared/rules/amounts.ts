import { PAYMENT_MAX_USD, PAYMENT_MIN_USD } from '#shared/constants.ts'

const CENTS = 100
const LEAST = 'Минимальная сумма 10 USD'
const MOST = 'Максимальная сумма 10000 USD'
export const NOT_MONEY = 'Введите сумму цифрами, например 50 или 49.99'
const TOO_FINE = 'В сумме не больше двух знаков после точки'
const BUYS_NOTHING = 'По нынешнему курсу за эту сумму не выходит ни одного запроса. Введите сумму больше.'

/** Whole cents or the refusal. Free of valibot, so that pages can use it while typing. */
export function readUsd(text: string): { cents: number } | { refusal: string } {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { refusal: NOT_MONEY }
  const [whole = '', fraction = ''] = text.split('.')
  const dollars = Number(whole)
  if (dollars > PAYMENT_MAX_USD) return { refusal: MOST }
  if (dollars < PAYMENT_MIN_USD) return { refusal: LEAST }
  if (dollars === PAYMENT_MAX_USD && /[1-9]/.test(fraction)) return { refusal: MOST }
  if (fraction.replace(/0+$/, '').length > 2) return { refusal: TOO_FINE }
  return { cents: dollars * CENTS + Number(fraction.slice(0, 2).padEnd(2, '0')) }
}

/** Requests per dollar, multiplied from `bonusThreshold` dollars on. */
export interface CreditTerms {
  rate: number
  bonusThreshold: number
  bonusMultiplier: number
}

/** Precision of rate and multiplier. */
const SCALE = 10_000
const MICRO = 1_000_000
const scaled = (value: number) => BigInt(Math.round(value * SCALE))

/** `floor(floor(amount × rate) × multiplier)` of millionths, multiplier from the threshold on. */
export function creditsOf(micro: number, terms: CreditTerms): number {
  const plain = creditsWithoutBonus(micro, terms)
  return hasBonus(micro, terms)
    ? Number((BigInt(plain) * scaled(terms.bonusMultiplier)) / BigInt(SCALE))
    : plain
}

export function creditsWithoutBonus(micro: number, { rate }: CreditTerms): number {
  return Number((BigInt(micro) * scaled(rate)) / (BigInt(MICRO) * BigInt(SCALE)))
}

export const hasBonus = (micro: number, { bonusThreshold, bonusMultiplier }: CreditTerms): boolean =>
  bonusMultiplier > 1 && micro >= Math.round(bonusThreshold * CENTS) * (MICRO / CENTS)

export const microOfCents = (cents: number): number => cents * (MICRO / CENTS)

/** Refusal of a valid amount on these terms, or null. */
export const refusalOnTerms = (cents: number, terms: CreditTerms): string | null =>
  creditsOf(microOfCents(cents), terms) === 0 ? BUYS_NOTHING : null
