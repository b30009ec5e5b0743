import {
  CREDITED_DAYS,
  CREDITS_MAX,
  PARTIAL_EXTENSION_MINUTES,
  PAYMENT_GRACE_SECONDS,
  TOLERANCE_MICRO,
  TOLERANCE_SHARE
} from '#shared/constants.ts'
import type { PaymentException, PaymentStatus, ReviewReason } from '#shared/labels/payments.ts'
import {
  type CreditTerms,
  creditsOf,
  hasBonus,
  microOfCents,
  plainCreditsOf
} from '#shared/rules/payments.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A single transfer of a million dollars is looked at by a person first. */
const TRANSFER_MICRO_MAX = 1_000_000_000_000

/** Times are milliseconds of the epoch, amounts millionths. */
export interface TransferFacts {
  id: number
  micro: number
  /** Of its block. */
  time: number
  state: 'seen' | 'settled'
  /** An administrator has dealt with it: it counts for nothing more. */
  isDecided: boolean
}

/** All that the state of a payment depends on. */
export interface PaymentFacts {
  amountCents: number
  terms: CreditTerms
  dueAt: number
  cancelledAt: number | null
  deletedAt: number | null
  confirmedAt: number | null
  /** Up to where its chain was looked at, by the chain's clock; null before the first look. */
  chainTime: number | null
  /** When the balance of its address was last found to be no more than what is known. */
  witnessedAt: number | null
  hasUser: boolean
  transfers: readonly TransferFacts[]
}

export interface PaymentState {
  status: PaymentStatus
  exception: PaymentException
  expiresAt: number
  /** Late and surplus money is credited until then. */
  creditedUntil: number
  receivedMicro: number
  seenMicro: number
  /** Requests that are due in all; never falls by what comes later. */
  entitlement: number
  bonusApplied: boolean
  /** Transfers that wait for an administrator. */
  review: Map<number, ReviewReason>
}

/** What may be missing of an amount without being missed. */
export const toleranceOf = (expectedMicro: number): number =>
  Math.min(TOLERANCE_MICRO, Math.floor(expectedMicro * TOLERANCE_SHARE))

const sum = (transfers: readonly TransferFacts[]) => transfers.reduce((all, { micro }) => all + micro, 0)

/**
 * The state of a payment, made anew of everything known: the table in `docs/payments.md` §2, row by row. Pure: the
 * same facts give the same state, in whatever order they came.
 */
export function paymentState(facts: PaymentFacts): PaymentState {
  const expected = microOfCents(facts.amountCents)
  const enough = expected - toleranceOf(expected)
  const settled = facts.transfers.filter(({ state, isDecided }) => state === 'settled' && !isDecided)
  const inFirstTime = sum(settled.filter(({ time }) => time <= facts.dueAt))
  const isExtended = inFirstTime > 0 && inFirstTime < enough
  const expiresAt = facts.dueAt + (isExtended ? PARTIAL_EXTENSION_MINUTES * MINUTE_MS : 0)
  const creditedUntil = expiresAt + CREDITED_DAYS * DAY_MS

  const review = new Map<number, ReviewReason>()
  for (const transfer of settled) {
    const reason = reviewReason(facts, transfer, creditedUntil)
    if (reason) review.set(transfer.id, reason)
  }
  const counted = settled.filter(({ id }) => !review.has(id))
  const inTime = sum(counted.filter(({ time }) => time <= expiresAt))
  const received = sum(counted)
  const seen = facts.transfers.filter(({ state }) => state === 'seen')
  const seenMicro = sum(seen)
  const isOver =
    facts.chainTime !== null &&
    facts.chainTime > expiresAt + PAYMENT_GRACE_SECONDS * 1000 &&
    (facts.witnessedAt ?? 0) >= expiresAt &&
    // What comes later changes nothing of what was credited in time.
    !seen.some(({ time }) => time <= expiresAt)

  const outcome = outcomeOf(facts, { expected, enough, inTime, received, isOver })
  return {
    ...outcome,
    exception: review.size > 0 ? 'review' : outcome.exception,
    entitlement: facts.hasUser ? Math.min(CREDITS_MAX, outcome.entitlement) : 0,
    expiresAt,
    creditedUntil,
    receivedMicro: received,
    seenMicro,
    review
  }
}

function reviewReason(
  { cancelledAt, deletedAt, hasUser }: PaymentFacts,
  { micro, time }: TransferFacts,
  creditedUntil: number
): ReviewReason | null {
  if (deletedAt !== null && (cancelledAt !== null || time > deletedAt)) return 'deleted'
  if (cancelledAt !== null) return 'cancelled'
  if (time > creditedUntil) return 'after_window'
  if (!hasUser) return 'no_user'
  return micro > TRANSFER_MICRO_MAX ? 'too_large' : null
}

interface Sums {
  expected: number
  enough: number
  inTime: number
  received: number
  /** Nothing more is waited for. */
  isOver: boolean
}

type Outcome = Pick<PaymentState, 'status' | 'exception' | 'entitlement' | 'bonusApplied'>

function outcomeOf({ cancelledAt, confirmedAt, terms }: PaymentFacts, sums: Sums): Outcome {
  const { expected, enough, inTime, received, isOver } = sums
  const nothing = { entitlement: 0, bonusApplied: false }
  if (cancelledAt !== null) return { status: 'cancelled', exception: 'none', ...nothing }

  const isSurplus = received > expected + toleranceOf(expected)
  /** What is due for as much, and never less than for the amount that it was made for. */
  const completed = (exception: PaymentException): Outcome => {
    const micro = isSurplus ? received : expected
    return {
      status: 'completed',
      exception: isSurplus ? 'over' : exception,
      entitlement: creditsOf(micro, terms),
      bonusApplied: hasBonus(micro, terms)
    }
  }
  if (confirmedAt !== null) return completed('marked')
  if (inTime >= enough) return completed('none')

  const isLate = received > inTime
  if (isLate && creditsOf(received, terms) > 0)
    return {
      status: 'completed',
      exception: 'late',
      entitlement: creditsOf(received, terms),
      bonusApplied: hasBonus(received, terms)
    }
  const exception = inTime > 0 ? 'partial' : 'none'
  if (!isOver) return { status: 'pending', exception, ...nothing }
  const entitlement = plainCreditsOf(inTime, terms)
  return { status: entitlement > 0 ? 'completed' : 'expired', exception, entitlement, bonusApplied: false }
}
