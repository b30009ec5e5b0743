import type { SQL } from 'bun'
import { CREDIT_TERMS, IDEMPOTENCY_HOURS, SAME_PAYMENT_SECONDS } from '#shared/constants.ts'
import type { PaymentStats } from '#shared/contracts/payments.ts'
import type { NetworkKey, PaymentException, PaymentStatus } from '#shared/labels/payments.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'

/** A payment as it is shown. */
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
  receivedMicro: number
  seenMicro: number
  bonusApplied: boolean
  /** With what administrators gave for its transfers. */
  granted: number
  lastHash: string | null
  lastBlock: number | null
  lastNetwork: NetworkKey | null
  /** Height of the network that the last transfer came on. */
  headBlock: number | null
  settledBlock: number | null
  confirmedBy: string | null
}

const MY_PAYMENTS_MAX = 500

export async function termsNow(sql: SQL): Promise<CreditTerms> {
  const [row]: CreditTerms[] =
    await sql`SELECT rate::float8 AS rate, bonus_threshold::float8 AS "bonusThreshold",
    bonus_multiplier::float8 AS "bonusMultiplier" FROM payment_terms`
  return row ?? CREDIT_TERMS
}

export async function paymentsOfUser(sql: SQL, userId: number): Promise<StoredPayment[]> {
  return await sql`SELECT * FROM payment_shown WHERE "userId" = ${userId} AND NOT "isDeleted"
    ORDER BY "createdAt" DESC, id LIMIT ${MY_PAYMENTS_MAX}`
}

export async function paymentOfUser(sql: SQL, userId: number, id: string): Promise<StoredPayment | null> {
  const [row] = await sql`SELECT * FROM payment_shown
    WHERE id = ${id} AND "userId" = ${userId} AND NOT "isDeleted"`
  return row ?? null
}

/** By its id or the beginning of one; of whomever. */
export async function paymentByBeginning(sql: SQL, beginning: string): Promise<StoredPayment | null> {
  const [row] = await sql`SELECT * FROM payment_shown WHERE id::text LIKE ${`${beginning.toLowerCase()}%`}
    ORDER BY "createdAt" DESC LIMIT 1`
  return row ?? null
}

/** Of one user, deleted payments included: what they gave stays given. */
export async function statsOfUser(sql: SQL, userId: number): Promise<PaymentStats> {
  const [row] = await sql`SELECT count(*)::int AS total_payments,
      count(*) FILTER (WHERE status = 'completed')::int AS completed_payments,
      count(*) FILTER (WHERE status = 'pending')::int AS pending_payments,
      count(*) FILTER (WHERE status = 'expired')::int AS expired_payments,
      coalesce(sum(CASE WHEN "confirmedAt" IS NULL THEN "receivedMicro"
        ELSE greatest("receivedMicro", "amountCents" * 10000::bigint) END), 0)::float8 / 1000000 AS total_spent_usd,
      coalesce(sum(granted), 0)::int AS total_requests_purchased, max("completedAt") AS last_successful_payment
    FROM payment_shown WHERE "userId" = ${userId}`
  const { last_successful_payment: last, ...counts } = row
  return { ...counts, last_successful_payment: last?.toISOString() ?? null }
}

/** Holds the user's row, so that a user makes one payment at a time. False when the account is gone. */
export async function holdUser(tx: SQL, userId: number): Promise<boolean> {
  const rows = await tx`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return rows.length > 0
}

/** What a repeated call means: the payment of a client's key, or the same one made a moment ago. */
export async function earlierPayment(
  tx: SQL,
  {
    userId,
    clientKey,
    network,
    amountCents
  }: Pick<NewPayment, 'userId' | 'clientKey' | 'network' | 'amountCents'>
): Promise<{ id: string; isSame: boolean } | null> {
  if (clientKey !== null) {
    await tx`UPDATE payment SET client_key = NULL WHERE user_id = ${userId} AND client_key = ${clientKey}
      AND created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`
    const [keyed] = await tx`SELECT id, network = ${network} AND amount_cents = ${amountCents} AS "isSame"
      FROM payment WHERE user_id = ${userId} AND client_key = ${clientKey}`
    return keyed ?? null
  }
  const [recent] = await tx`SELECT id, true AS "isSame" FROM payment
    WHERE user_id = ${userId} AND network = ${network} AND amount_cents = ${amountCents} AND status = 'pending'
      AND client_key IS NULL AND created_at > now() - make_interval(secs => ${SAME_PAYMENT_SECONDS})
    ORDER BY created_at DESC LIMIT 1`
  return recent ?? null
}

export async function countOpen(tx: SQL, userId: number): Promise<number> {
  const [row] =
    await tx`SELECT count(*)::int AS open FROM payment WHERE user_id = ${userId} AND status = 'pending'`
  return row.open
}

/** The next index of a key, given to nobody before or after. */
export async function takeIndex(tx: SQL, xpub: string): Promise<{ keyId: number; keyIndex: number }> {
  const [row] = await tx`INSERT INTO payment_key AS k (xpub, next_index) VALUES (${xpub}, 1)
    ON CONFLICT (xpub) DO UPDATE SET next_index = k.next_index + 1
    RETURNING id AS "keyId", next_index - 1 AS "keyIndex"`
  return row
}

export interface NewPayment {
  id: string
  userId: number
  network: NetworkKey
  tokenContract: string
  address: string
  account: string
  keyId: number
  keyIndex: number
  amountCents: number
  terms: CreditTerms
  minutes: number
  clientKey: string | null
}

export async function insertPayment(tx: SQL, payment: NewPayment): Promise<void> {
  const { id, userId, network, tokenContract, address, account, keyId, keyIndex, amountCents, terms } =
    payment
  await tx`INSERT INTO payment (id, user_id, network, token_contract, address, account, key_id, key_index, amount_cents,
      rate, bonus_threshold, bonus_multiplier, client_key, created_block, due_at, expires_at)
    SELECT ${id}, ${userId}, ${network}, ${tokenContract}, ${address}, ${account}, ${keyId}, ${keyIndex}, ${amountCents},
      ${terms.rate}, ${terms.bonusThreshold}, ${terms.bonusMultiplier}, ${payment.clientKey},
      (SELECT head_block FROM chain_cursor WHERE network = ${network}), ends, ends
    FROM (SELECT date_trunc('milliseconds', now()) + make_interval(mins => ${payment.minutes}) AS ends) e`
}
