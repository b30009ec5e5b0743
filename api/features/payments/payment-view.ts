import type { ChainNetwork } from '#api/networks/contract.ts'
import { CREDITED_DAYS, DUST_THRESHOLD_MICRO } from '#shared/constants.ts'
import type { AdminPayment, PaymentTransfer, Reconciliation } from '#shared/contracts/admin/payments.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { NETWORK_TITLES } from '#shared/labels/payments.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { creditsOf, hasBonus, microOfCents } from '#shared/rules/payments.ts'
import type { StoredReconciliation } from './reconcile-store.ts'
import type { StoredPayment } from './store.ts'

const MICRO = 1_000_000
const CENTS = 100
const DAY_MS = 86_400_000

export const usdtOf = (micro: number): number => micro / MICRO

type Networks = readonly ChainNetwork[]
type Common = Omit<Payment, 'created_moscow_str' | 'expires_moscow_str'>

function commonView(payment: StoredPayment, networks: Networks): Common {
  const { amountCents, receivedMicro, seenMicro, status, granted } = payment
  const network = networks.find(({ key }) => key === payment.network)
  const expected = microOfCents(amountCents)
  const isOpen = status === 'pending'
  // Dust does not reduce the amount asked for.
  const missing = (micro: number) => Math.max(0, expected - (micro < DUST_THRESHOLD_MICRO ? 0 : micro))
  const required = network?.requiredConfirmations ?? 0
  return {
    id: payment.id,
    amount_usd: amountCents / CENTS,
    status,
    exception: payment.exception,
    network: payment.network,
    network_title: network?.title ?? NETWORK_TITLES[payment.network],
    token_contract: payment.tokenContract,
    generated_address: payment.address,
    payment_uri: network?.paymentUri(payment.account, missing(receivedMicro)) ?? payment.address,
    expected_amount_usdt: usdtOf(expected),
    received_amount_usdt: usdtOf(receivedMicro),
    seen_amount_usdt: usdtOf(seenMicro),
    outstanding_amount_usdt: isOpen ? usdtOf(missing(receivedMicro + seenMicro)) : 0,
    confirmations: confirmationsOf(payment, required),
    required_confirmations: required,
    transaction_hash: payment.lastHash,
    used_requests: granted,
    admin_credited_requests: payment.decided,
    credits: Math.max(granted, isOpen || granted === 0 ? creditsOf(expected, payment) : 0),
    bonus_applied: isOpen || granted === 0 ? hasBonus(expected, payment) : payment.bonusApplied,
    rate: payment.rate,
    created_at: payment.createdAt.toISOString(),
    expires_at: payment.expiresAt.toISOString(),
    credited_until: new Date(payment.expiresAt.getTime() + CREDITED_DAYS * DAY_MS).toISOString(),
    completed_at: payment.completedAt?.toISOString() ?? null,
    admin_confirmed_by: payment.confirmedBy,
    server_time: new Date().toISOString()
  }
}

function confirmationsOf({ lastBlock, headBlock, settledBlock }: StoredPayment, required: number): number {
  if (lastBlock === null || headBlock === null) return 0
  if (settledBlock !== null && lastBlock <= settledBlock) return required
  return Math.max(0, Math.min(required - 1, headBlock - lastBlock + 1))
}

export const paymentView = (payment: StoredPayment, networks: Networks): Payment => ({
  ...commonView(payment, networks),
  created_moscow_str: moscowTime(payment.createdAt),
  expires_moscow_str: moscowTime(payment.expiresAt)
})

export const adminPaymentView = (
  payment: StoredPayment,
  networks: Networks,
  transfers: PaymentTransfer[]
): AdminPayment => ({
  ...commonView(payment, networks),
  username: payment.username,
  user_id: payment.userId,
  created_at_moscow: moscowTime(payment.createdAt),
  expires_at_moscow: moscowTime(payment.expiresAt),
  confirm_reason: payment.confirmReason,
  transfers
})

export const reconciliationView = (last: StoredReconciliation): Reconciliation => ({
  at: last.at.toISOString(),
  at_moscow: moscowTime(last.at),
  is_clean: last.findings.length === 0,
  checked: { users: last.users, payments: last.payments, addresses: last.addresses },
  findings: last.findings
})
