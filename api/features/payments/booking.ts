import type { SQL } from 'bun'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { BALANCE_MAX } from '#shared/admin-constants.ts'
import {
  type Booking,
  type DuePayment,
  type DueTransfer,
  duePayments,
  lockPayments,
  transfersOf,
  writeBookings
} from './booking-store.ts'
import { creditNote, reviewNote } from './note-texts.ts'
import { type PaymentFacts, type PaymentState, paymentState } from './state.ts'

const PORTION = 100

/** Recomputes locked payments and books what is due, in the caller's transaction. @returns The new states. */
export async function bookLocked(
  tx: SQL,
  held: readonly DuePayment[]
): Promise<{ payment: DuePayment; state: PaymentState }[]> {
  if (held.length === 0) return []
  const transfers = Map.groupBy(
    await transfersOf(
      tx,
      held.map(({ id }) => id)
    ),
    ({ paymentId }) => paymentId
  )
  const balances = new Map(held.map(({ userId, balance }) => [userId, balance]))
  const booked = held.map(each => {
    const own = transfers.get(each.id) ?? []
    const payment = { ...each, balance: balances.get(each.userId) ?? each.balance }
    const state = paymentState(factsOf(payment, own))
    balances.set(each.userId, payment.balance + Math.max(0, state.entitlement - payment.credited))
    return { payment, own, state }
  })
  await writeBookings(
    tx,
    booked.map(({ payment, own, state }) => bookingOf(payment, own, state))
  )
  return booked
}

const bookPayments = (sql: SQL, ids: readonly string[]): Promise<void> =>
  sql.begin(async tx => {
    await bookLocked(tx, await lockPayments(tx, ids))
  })

/** In portions; a failed portion is repeated one by one, so that one bad payment delays no other. */
export async function bookDue(sql: SQL): Promise<number> {
  let done = 0
  const failed = new Set<string>()
  for (;;) {
    const ids = (await duePayments(sql, PORTION + failed.size)).filter(id => !failed.has(id))
    if (ids.length === 0) return done
    try {
      await bookPayments(sql, ids)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      for (const id of ids) {
        await bookPayments(sql, [id]).catch(reason => {
          failed.add(id)
          log.error('payment_not_booked', { payment: id, error: reason })
        })
      }
    }
    done += ids.length
  }
}

/** Credits so far, plus room on the account. */
export const creditsMaxOf = ({ credited, balance }: Pick<DuePayment, 'credited' | 'balance'>): number =>
  Math.min(BALANCE_MAX, credited + Math.max(0, BALANCE_MAX - balance))

const time = (moment: Date | null) => moment?.getTime() ?? null

export function factsOf(payment: DuePayment, transfers: readonly DueTransfer[]): PaymentFacts {
  const { amountCents, rate, bonusThreshold, bonusMultiplier } = payment
  return {
    amountCents,
    terms: { rate, bonusThreshold, bonusMultiplier },
    dueAt: payment.dueAt.getTime(),
    cancelledAt: time(payment.cancelledAt),
    deletedAt: time(payment.deletedAt),
    confirmedAt: time(payment.confirmedAt),
    chainTime: time(payment.chainTime),
    witnessedAt: time(payment.witnessedAt),
    hasUser: payment.username !== null,
    credited: payment.credited,
    creditsMax: creditsMaxOf(payment),
    transfers: transfers.map(({ id, micro, blockTime, state, isDecided }) => ({
      id,
      micro,
      time: blockTime.getTime(),
      state,
      isDecided
    }))
  }
}

function bookingOf(payment: DuePayment, transfers: readonly DueTransfer[], state: PaymentState): Booking {
  const delta = Math.max(0, state.entitlement - payment.credited)
  const credited = payment.credited + delta
  const last = transfers.at(-1)
  const isNew = state.status === 'completed' && payment.completedAt === null
  const review = transfers
    .filter(({ isDecided }) => !isDecided)
    .map(({ id, reviewReason }) => ({ id, before: reviewReason, reason: state.review.get(id) ?? null }))
    .filter(({ before, reason }) => before !== reason)
  const credit = delta > 0 ? [creditNote(payment, state, delta)] : []
  const notes = transfers.flatMap(transfer => {
    const reason = review.find(({ id }) => id === transfer.id)?.reason
    return reason ? [reviewNote(payment, transfer, reason)] : []
  })
  return {
    id: payment.id,
    userId: payment.userId,
    status: state.status,
    exception: state.exception,
    expiresAt: new Date(state.expiresAt).toISOString(),
    receivedMicro: state.receivedMicro,
    seenMicro: state.seenMicro,
    bonusApplied: state.bonusApplied,
    credited,
    delta,
    completedAt: isNew ? new Date().toISOString() : (payment.completedAt?.toISOString() ?? null),
    lastHash: last?.txHash ?? null,
    lastBlock: last?.blockNumber ?? null,
    lastNetwork: last?.network ?? null,
    review: review.map(({ id, reason }) => ({ id, reason })),
    notes: [...credit, ...notes]
  }
}
