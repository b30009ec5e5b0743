import type { SQL } from 'bun'
import { noteAct, noteAdminAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { postCredit } from '#api/db/post-credit.ts'
import { BALANCE_MAX } from '#shared/admin-constants.ts'
import { DUST_THRESHOLD_MICRO } from '#shared/constants.ts'
import type { AuditAct } from '#shared/labels/audit-acts.ts'
import { creditsOf, microOfCents } from '#shared/rules/payments.ts'
import { bookLocked, creditsMaxOf } from './booking.ts'
import { type DuePayment, lockPayments } from './booking-store.ts'

export interface Decision {
  id: string
  /** The owner or an administrator. */
  userId: number
  ipPrefix: string | null
}

async function lockPayment(tx: SQL, id: string): Promise<DuePayment | null> {
  const [payment] = await lockPayments(tx, [id])
  return payment ?? null
}

/** Books again after a mark, and audits the change. */
async function bookMarked(
  tx: SQL,
  before: DuePayment,
  action: AuditAct,
  by: Decision,
  more: Record<string, string | null> = {}
): Promise<void> {
  const marked = await lockPayment(tx, before.id)
  const [booked] = await bookLocked(tx, marked ? [marked] : [])
  const after = booked?.state
  // Only owners cancel; other acts are administrators'.
  const audit = action === 'payment_cancel' ? noteAct : noteAdminAct
  await audit(orm(tx), {
    actorId: by.userId,
    action,
    ipPrefix: by.ipPrefix,
    detail: {
      ...more,
      payment_id: before.id,
      user_id: before.userId,
      before: { status: before.status, exception: before.exception, credited: before.credited },
      after: {
        status: after?.status,
        exception: after?.exception,
        credited: Math.max(before.credited, after?.entitlement ?? 0)
      }
    }
  })
}

export async function cancelPayment(
  sql: SQL,
  by: Decision
): Promise<'done' | 'NOT_FOUND' | 'NOT_PENDING' | 'HAS_MONEY'> {
  return await sql.begin(async tx => {
    const payment = await lockPayment(tx, by.id)
    if (payment === null || payment.userId !== by.userId) return 'NOT_FOUND'
    if (payment.status !== 'pending') return 'NOT_PENDING'
    const [money] =
      await tx`SELECT coalesce(sum(micro), 0) >= ${DUST_THRESHOLD_MICRO} AS came FROM payment_transfer
      WHERE payment_id = ${by.id} AND state <> 'orphaned'`
    if (money.came) return 'HAS_MONEY'
    await tx`UPDATE payment SET cancelled_at = now() WHERE id = ${by.id}`
    await bookMarked(tx, payment, 'payment_cancel', by)
    return 'done'
  })
}

/** Confirms by hand; later transfers are credited beyond that amount only. */
export async function confirmPayment(
  sql: SQL,
  by: Decision,
  reason: string | null = null
): Promise<'done' | 'NOT_FOUND' | 'NOT_PENDING' | 'BALANCE_FULL'> {
  return await sql.begin(async tx => {
    const payment = await lockPayment(tx, by.id)
    const isCreditable = payment !== null && payment.deletedAt === null && payment.username !== null
    if (!isCreditable) return 'NOT_FOUND'
    if (payment.status !== 'pending') return 'NOT_PENDING'
    if (creditsOf(microOfCents(payment.amountCents), payment) > creditsMaxOf(payment)) return 'BALANCE_FULL'
    await tx`UPDATE payment SET confirmed_at = now(), confirmed_by = ${by.userId},
      confirm_reason = ${reason} WHERE id = ${by.id}`
    await bookMarked(tx, payment, 'payment_confirm', by, { reason })
    return 'done'
  })
}

/** Hides a payment and cancels a pending one without money. Its address is still watched. */
export async function deletePayment(sql: SQL, by: Decision): Promise<'done' | 'NOT_FOUND'> {
  return await sql.begin(async tx => {
    const payment = await lockPayment(tx, by.id)
    if (payment === null || payment.deletedAt !== null) return 'NOT_FOUND'
    await tx`UPDATE payment SET deleted_at = now(),
      cancelled_at = CASE WHEN status IN ('pending', 'expired') AND credited = 0 THEN now() ELSE cancelled_at END WHERE id = ${by.id}`
    await bookMarked(tx, payment, 'payment_delete', by)
    return 'done'
  })
}

/** Credits or dismisses money under review, once. The payment is booked first, so that nothing is credited twice. */
export async function decideTransfer(
  sql: SQL,
  transferId: number,
  decision: 'credited' | 'dismissed',
  by: Omit<Decision, 'id'>
): Promise<'done' | 'NOT_FOUND' | 'ALREADY_DECIDED' | 'BALANCE_FULL'> {
  return await sql.begin(async tx => {
    const [transferBefore] = await tx`SELECT payment_id AS "paymentId", review_reason AS reason, decision
      FROM payment_transfer WHERE id = ${transferId}`
    const before = transferBefore ? await lockPayment(tx, transferBefore.paymentId) : null
    const { reason, decision: earlier } = transferBefore ?? {}
    if (before === null || (reason === null && earlier === null)) return 'NOT_FOUND'
    if (decision === 'credited') await bookLocked(tx, [before])
    const payment = (await lockPayment(tx, before.id)) ?? before
    const [transfer] = await tx`SELECT micro::float8 AS micro, review_reason AS reason, decision,
        (SELECT coalesce(sum(decided_credits), 0)::float8 FROM payment_transfer WHERE payment_id = ${payment.id}) AS "decidedCredits"
      FROM payment_transfer WHERE id = ${transferId}`
    if (transfer.decision !== null) return 'ALREADY_DECIDED'
    if (transfer.reason === null) {
      if (payment.credited === before.credited) return 'ALREADY_DECIDED'
      await bookMarked(tx, before, 'payment_review_credited', { ...by, id: before.id })
      return 'done'
    }
    if (decision === 'credited' && payment.username === null) return 'NOT_FOUND'
    const credits = decision === 'credited' ? creditsOf(transfer.micro, payment) : 0
    const isFull =
      credits > 0 &&
      credits + Math.max(payment.balance, payment.credited + transfer.decidedCredits) > BALANCE_MAX
    if (isFull) return 'BALANCE_FULL'
    await tx`UPDATE payment_transfer SET decision = ${decision}, decided_by = ${by.userId}, decided_at = now(),
      decided_credits = ${credits} WHERE id = ${transferId}`
    if (credits > 0) {
      const credit = { userId: payment.userId, kind: 'manual', ref: String(transferId), delta: credits }
      if ((await postCredit(orm(tx), credit)) === null) throw new Error('the transfer was credited before')
    }
    await bookMarked(tx, payment, `payment_review_${decision}`, { ...by, id: payment.id })
    return 'done'
  })
}
