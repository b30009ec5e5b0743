import type { SQL } from 'bun'
import type { PaymentStats } from '#shared/contracts/payments.ts'
import type { NetworkKey, PaymentException, PaymentStatus } from '#shared/labels/payments.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'

export interface StoredPayment extends CreditTerms {
  id: string
  userId: number
  username: string | null
  network: NetworkKey
  tokenContract: string
  address: string
  account: string
  amountCents: number
  status: PaymentStatus
  exception: PaymentException
  createdAt: Date
  dueAt: Date
  expiresAt: Date
  completedAt: Date | null
  /** Includes credits by administrators. */
  receivedMicro: number
  seenMicro: number
  bonusApplied: boolean
  /** Includes decisions on transfers, which alone are `decided`. */
  granted: number
  decided: number
  lastHash: string | null
  lastBlock: number | null
  lastNetwork: NetworkKey | null
  /** Height of the last transfer's network. */
  headBlock: number | null
  settledBlock: number | null
  confirmedBy: string | null
  confirmReason: string | null
}

const MY_PAYMENTS_MAX = 500

export async function paymentsOfUser(sql: SQL, userId: number): Promise<StoredPayment[]> {
  return await sql`SELECT * FROM payment_shown WHERE "userId" = ${userId} AND NOT "isDeleted"
    ORDER BY "createdAt" DESC, id LIMIT ${MY_PAYMENTS_MAX}`
}

export async function paymentOfUser(sql: SQL, userId: number, id: string): Promise<StoredPayment | null> {
  const [row] = await sql`SELECT * FROM payment_shown
    WHERE id = ${id} AND "userId" = ${userId} AND NOT "isDeleted"`
  return row ?? null
}

/** Any owner, deleted or not: shows the result of an act. */
export async function paymentOfAnyOwner(sql: SQL, id: string): Promise<StoredPayment> {
  const [row] = await sql`SELECT * FROM payment_shown WHERE id = ${id}`
  return row
}

export async function paymentByIdPrefix(sql: SQL, beginning: string): Promise<StoredPayment | null> {
  const [row] = await sql`SELECT * FROM payment_shown WHERE id::text LIKE ${`${beginning.toLowerCase()}%`}
    ORDER BY "createdAt" DESC LIMIT 1`
  return row ?? null
}

/** Visible payments, and deleted ones that gave credits. Money counts at least as confirmed. */
export async function statsOfUser(sql: SQL, userId: number): Promise<PaymentStats> {
  const [row] = await sql`SELECT count(*)::int AS total_payments,
      count(*) FILTER (WHERE status = 'completed')::int AS completed_payments,
      count(*) FILTER (WHERE status = 'pending')::int AS pending_payments,
      count(*) FILTER (WHERE status = 'expired')::int AS expired_payments,
      coalesce(sum(CASE WHEN "confirmedAt" IS NULL THEN "receivedMicro"
        ELSE greatest("receivedMicro", "amountCents" * 10000::bigint) END) FILTER (WHERE granted > 0), 0)::float8 / 1000000
        AS total_spent_usd,
      coalesce(sum(granted), 0)::float8 AS total_requests_purchased, max("completedAt") AS last_successful_payment
    FROM payment_shown WHERE "userId" = ${userId} AND (NOT "isDeleted" OR granted > 0)`
  const { last_successful_payment: last, ...counts } = row
  return { ...counts, last_successful_payment: last?.toISOString() ?? null }
}
