import {
  CREDITED_DAYS,
  DUST_THRESHOLD_MICRO,
  PARTIAL_EXTENSION_MINUTES,
  PAYMENT_GRACE_SECONDS,
  TOLERANCE_MICRO,
  TOLERANCE_SHARE
} from '#shared/constants.ts'
import type { PaymentException, PaymentStatus, ReviewReason } from '#shared/labels/payments.ts'
import {
  type CreditTerms,
  creditsOf,
  creditsWithoutBonus,
  hasBonus,
  microOfCents
} from '#shared/rules/payments.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** An administrator reviews a transfer of a million dollars first. */
const TRANSFER_MICRO_MAX = 1_000_000_000_000

/** Epoch milliseconds, millionths. */
interface TransferFacts {
  id: number
  micro: number
  time: number
  state: 'seen' | 'settled'
  /** By an administrator; it no longer counts. */
  isDecided: boolean
}

export interface PaymentFacts {
  amountCents: number
  terms: CreditTerms
  dueAt: number
  cancelledAt: number | null
  deletedAt: number | null
  confirmedAt: number | null
  /** Chain time of the last look; null before the first. */
  chainTime: number | null
  /** Last time the address's balance was explained by known transfers. */
  witnessedAt: number | null
  hasUser: boolean
  credited: number
  /** Limit by room on the account. */
  creditsMax: number
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
  /** Total due, never falling. */
  entitlement: number
  bonusApplied: boolean
  review: Map<number, ReviewReason>
}

const toleranceOf = (expectedMicro: number): number =>
  Math.min(TOLERANCE_MICRO, Math.floor(expectedMicro * TOLERANCE_SHARE))

/** Capped at exact numbers. */
const sum = (transfers: readonly TransferFacts[]) =>
  transfers.reduce((all, { micro }) => Math.min(all + micro, Number.MAX_SAFE_INTEGER), 0)

/** State of a payment from all facts, row by row as in `docs/how-it-works/money.md` §2. Pure and independent of order. */
export function paymentState(facts: PaymentFacts): PaymentState {
  const expected = microOfCents(facts.amountCents)
  const enough = expected - toleranceOf(expected)
  const settled = facts.transfers.filter(({ state, isDecided }) => state === 'settled' && !isDecided)
  const inFirstTime = sum(
    settled.filter(({ time, micro }) => time <= facts.dueAt && micro <= TRANSFER_MICRO_MAX)
  )
  const isExtended = inFirstTime >= DUST_THRESHOLD_MICRO && inFirstTime < enough
  const expiresAt = facts.dueAt + (isExtended ? PARTIAL_EXTENSION_MINUTES * MINUTE_MS : 0)
  const creditedUntil = expiresAt + CREDITED_DAYS * DAY_MS

  const { counted, review } = sorted(facts, settled, { expected, enough, expiresAt, creditedUntil })
  const inTime = sum(counted.filter(({ time }) => time <= expiresAt))
  const received = sum(counted)
  const seen = facts.transfers.filter(({ state }) => state === 'seen')
  const seenMicro = sum(seen)
  const isOver =
    facts.chainTime !== null &&
    facts.chainTime > expiresAt + PAYMENT_GRACE_SECONDS * 1000 &&
    (facts.witnessedAt ?? 0) >= expiresAt &&
    // Later money never changes what was credited in time.
    sum(seen.filter(({ time }) => time <= expiresAt)) < DUST_THRESHOLD_MICRO

  const outcome = paymentOutcome(facts, { expected, enough, inTime, received, isOver })
  return {
    ...outcome,
    exception: review.size > 0 ? 'review' : outcome.exception,
    entitlement: facts.hasUser ? outcome.entitlement : 0,
    expiresAt,
    creditedUntil,
    receivedMicro: received,
    seenMicro,
    review
  }
}

interface Bounds {
  expected: number
  enough: number
  expiresAt: number
  creditedUntil: number
}

/** Credited money always counts; money beyond the account's room waits as a whole. */
function sorted(
  facts: PaymentFacts,
  settled: readonly TransferFacts[],
  { expected, enough, expiresAt, creditedUntil }: Bounds
): { counted: TransferFacts[]; review: Map<number, ReviewReason> } {
  const review = new Map<number, ReviewReason>()
  const counted: TransferFacts[] = []
  let [inTime, received] = [0, 0]
  for (const transfer of settled.toSorted((one, other) => one.time - other.time || one.id - other.id)) {
    const sums = {
      inTime: inTime + (transfer.time <= expiresAt ? transfer.micro : 0),
      received: received + transfer.micro
    }
    const { entitlement } = paymentOutcome(facts, { expected, enough, ...sums, isOver: true })
    const wasGiven = facts.cancelledAt === null && facts.credited > 0 && entitlement <= facts.credited
    const tooMany = entitlement > facts.creditsMax ? 'no_room' : null
    const reason = wasGiven ? null : (reviewReason(facts, transfer, creditedUntil) ?? tooMany)
    if (reason) review.set(transfer.id, reason)
    else {
      counted.push(transfer)
      inTime = sums.inTime
      received = sums.received
    }
  }
  // Dust needs no decision.
  const waiting = sum(settled.filter(({ id }) => review.has(id)))
  return { counted, review: waiting < DUST_THRESHOLD_MICRO ? new Map() : review }
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
  /** Nothing more is awaited. */
  isOver: boolean
}

type PaymentOutcome = Pick<PaymentState, 'status' | 'exception' | 'entitlement' | 'bonusApplied'>

function paymentOutcome(facts: PaymentFacts, sums: Sums): PaymentOutcome {
  const { cancelledAt, confirmedAt, terms, hasUser, credited } = facts
  const { expected, enough, inTime, received, isOver } = sums
  const nothing = { entitlement: 0, bonusApplied: false }
  if (cancelledAt !== null) return { status: 'cancelled', exception: 'none', ...nothing }

  const isSurplus = received > expected + toleranceOf(expected)
  /** At least the amount it was made for. */
  const completed = (exception: PaymentException): PaymentOutcome => {
    const micro = isSurplus ? received : expected
    return {
      status: 'completed',
      exception: isSurplus ? 'over' : exception,
      entitlement: creditsOf(micro, terms),
      bonusApplied: hasBonus(micro, terms)
    }
  }
  if (confirmedAt !== null && (hasUser || credited > 0)) return completed('marked')
  if (inTime >= enough) return completed('none')

  // Late money earns no bonus for the part in time.
  const late = received - inTime
  const lateBonus = creditsOf(late, terms) - creditsWithoutBonus(late, terms)
  const withLate = creditsWithoutBonus(received, terms) + lateBonus
  if (late > 0 && withLate > 0)
    return {
      status: 'completed',
      exception: 'late',
      entitlement: withLate,
      bonusApplied: lateBonus > 0
    }
  const entitlement = creditsWithoutBonus(inTime, terms)
  const isPart = inTime >= DUST_THRESHOLD_MICRO
  if (!isOver) return { status: 'pending', exception: isPart ? 'partial' : 'none', ...nothing }
  return {
    status: entitlement > 0 ? 'completed' : 'expired',
    exception: isPart || entitlement > 0 ? 'partial' : 'none',
    entitlement,
    bonusApplied: false
  }
}
