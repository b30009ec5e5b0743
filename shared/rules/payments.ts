import * as v from 'valibot'
import { PAYMENT_MAX_USD, PAYMENT_MIN_USD } from '#shared/constants.ts'
import { NOT_MONEY, readUsd } from './amounts.ts'

export {
  type CreditTerms,
  creditsOf,
  creditsWithoutBonus,
  hasBonus,
  microOfCents,
  refusalOnTerms
} from './amounts.ts'

/** `String` gives exponents for extreme numbers, which are out of range anyway. */
const digitsOf = (amount: number) =>
  String(Math.min(Math.max(amount, PAYMENT_MIN_USD - 1), PAYMENT_MAX_USD + 1))

/** A decimal as text or number; gives whole cents. */
export const usdAmount = v.pipe(
  v.union([v.string(NOT_MONEY), v.pipe(v.number(NOT_MONEY), v.transform(digitsOf))], NOT_MONEY),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readUsd(dataset.value)
    if ('cents' in read) return read.cents
    addIssue({ message: read.refusal })
    return NEVER
  })
)
