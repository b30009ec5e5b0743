import * as v from 'valibot'
import { NOT_MONEY, readUsd } from './amounts.ts'

export {
  type CreditTerms,
  creditsOf,
  hasBonus,
  microOfCents,
  plainCreditsOf,
  refusalOnTerms
} from './amounts.ts'

/** A decimal of dollars as text, or a JSON number; gives whole cents. */
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
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readUsd(dataset.value)
    if ('cents' in read) return read.cents
    addIssue({ message: read.refusal })
    return NEVER
  })
)

/** What the form of /payment holds. */
export const paymentForm = v.object({ usd_amount: usdAmount }, NOT_MONEY)
