import type { Context } from '#api/context.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type {
  AdminPayment,
  AdminPayments,
  AdminPaymentsQuery,
  PaymentHealth,
  PaymentTransfer,
  ReviewList,
  ReviewQuery
} from '#shared/contracts/admin/payments.ts'
import { REVIEW_REASONS } from '#shared/labels/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { creditsOf } from '#shared/rules/payments.ts'
import { lastTransfers, pageOfPayments, pageOfReview, type StoredTransfer } from './admin-store.ts'
import { confirmPayment, type Decision, decideTransfer, deletePayment } from './decision-store.ts'
import { healthByNetwork } from './health.ts'
import { notesState } from './note-store.ts'
import { adminPaymentView, reconciliationView, usdtOf } from './payment-view.ts'
import { lastReconciliation } from './reconcile-store.ts'
import { resumeNetwork } from './resume-store.ts'
import type { PaymentCaller } from './service.ts'
import { paymentOfAnyOwner, type StoredPayment } from './store.ts'

type AdminContext = Pick<Context, 'sql' | 'networks' | 'config'>

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const NUMBER = /^\d{1,15}$/
const CENTS = 100

export async function listAllPayments(
  context: AdminContext,
  query: AdminPaymentsQuery
): Promise<AdminPayments> {
  const { rows, total, totals } = await pageOfPayments(context.sql, query)
  return {
    ok: true,
    payments: await withTransfers(context, rows),
    total,
    totals: {
      amount_usd: totals.cents / CENTS,
      received_usdt: usdtOf(totals.micro),
      credited: totals.grantedInAll
    }
  }
}

async function withTransfers(
  { sql, networks }: AdminContext,
  payments: readonly StoredPayment[]
): Promise<AdminPayment[]> {
  const ids = payments.map(({ id }) => id)
  const transfers = Map.groupBy(await lastTransfers(sql, ids), ({ paymentId }) => paymentId)
  return payments.map(payment =>
    adminPaymentView(
      payment,
      networks,
      (transfers.get(payment.id) ?? []).map(transfer => transferView(transfer, networks))
    )
  )
}

function transferView(transfer: StoredTransfer, networks: AdminContext['networks']): PaymentTransfer {
  const { id, network, txHash, fromAccount, micro, state, blockTime } = transfer
  const { shownAddress } = networks.find(({ key }) => key === network) ?? {}
  return {
    id,
    network,
    transaction_hash: txHash,
    from_address: shownAddress?.(fromAccount) ?? fromAccount,
    amount_usdt: usdtOf(micro),
    state,
    block_time: blockTime.toISOString()
  }
}

export async function listReview({ sql, networks }: AdminContext, query: ReviewQuery): Promise<ReviewList> {
  const { rows, total } = await pageOfReview(sql, query)
  const transfers = rows.map(row => ({
    ...transferView(row, networks),
    reason: row.reason,
    reason_text: REVIEW_REASONS[row.reason],
    payment_id: row.paymentId,
    username: row.username,
    user_id: row.userId,
    credits: creditsOf(row.micro, row),
    block_time_moscow: moscowTime(row.blockTime)
  }))
  return { ok: true, transfers, total }
}

const decisionOf = ({ userId, address }: PaymentCaller, id: string): Decision => {
  if (!UUID.test(id)) throw new Refusal('NOT_FOUND')
  return { id, userId, ipPrefix: addressPrefix(address) }
}

/** @throws Refusal `NOT_FOUND`, `NOT_PENDING`, `BALANCE_FULL`. */
export async function confirmByAdmin(
  context: AdminContext,
  caller: PaymentCaller,
  id: string,
  reason = ''
): Promise<AdminPayment> {
  const outcome = await confirmPayment(context.sql, decisionOf(caller, id), reason || null)
  if (outcome !== 'done') throw new Refusal(outcome)
  const [shown] = await withTransfers(context, [await paymentOfAnyOwner(context.sql, id)])
  return shown as AdminPayment
}

/** @throws Refusal `NOT_FOUND`. */
export async function deleteByAdmin({ sql }: AdminContext, caller: PaymentCaller, id: string): Promise<void> {
  const outcome = await deletePayment(sql, decisionOf(caller, id))
  if (outcome !== 'done') throw new Refusal(outcome)
}

/** @throws Refusal `NOT_FOUND`, `ALREADY_DECIDED`, `BALANCE_FULL`. */
export async function decideByAdmin(
  { sql }: AdminContext,
  { userId, address }: PaymentCaller,
  id: string,
  decision: 'credited' | 'dismissed'
): Promise<void> {
  if (!NUMBER.test(id)) throw new Refusal('NOT_FOUND')
  const by = { userId, ipPrefix: addressPrefix(address) }
  const outcome = await decideTransfer(sql, Number(id), decision, by)
  if (outcome !== 'done') throw new Refusal(outcome)
}

/** @throws Refusal `NOT_FOUND`, `NOT_HALTED`. */
export async function resumeByAdmin(
  { sql, networks }: AdminContext,
  { userId, address }: PaymentCaller,
  named: string
): Promise<void> {
  const network = networks.find(({ key }) => key === named)
  if (!network) throw new Refusal('NOT_FOUND')
  if (!(await resumeNetwork(sql, network, { userId, ipPrefix: addressPrefix(address) })))
    throw new Refusal('NOT_HALTED')
}

export async function paymentHealth({ sql, networks, config }: AdminContext): Promise<PaymentHealth> {
  const [health, last, notes] = await Promise.all([
    healthByNetwork(sql, networks),
    lastReconciliation(sql),
    notesState(sql)
  ])
  return {
    ok: true,
    networks: networks.map(({ key, title, isTest }) => {
      const row = health.get(key)
      return {
        key,
        title,
        is_test: isTest,
        state: row?.state ?? 'starting',
        seconds_behind: row?.secondsBehind ?? null,
        last_block: row?.lastBlock ?? null,
        settled_block: row?.settledBlock ?? null,
        scanned_at: row?.scannedAt?.toISOString() ?? null,
        last_error: row?.lastError ?? null,
        last_error_at: row?.lastErrorAt?.toISOString() ?? null,
        pending_payments: row?.pendingPayments ?? 0
      }
    }),
    reconciliation: last && reconciliationView(last),
    notes: { is_on: config.telegramBotToken !== null, waiting: notes.waiting, last_error: notes.lastError }
  }
}
