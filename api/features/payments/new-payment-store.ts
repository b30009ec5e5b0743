import type { SQL } from 'bun'
import {
  DUST_THRESHOLD_MICRO,
  IDEMPOTENCY_HOURS,
  SAME_PAYMENT_SECONDS,
  UNPAID_PAYMENTS_PER_DAY
} from '#shared/constants.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'

/** Serializes a user's payments. Null when the account is deleted. */
export async function lockUser(tx: SQL, userId: number): Promise<{ balance: number } | null> {
  const [row] = await tx`SELECT requests_count AS balance FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return row ?? null
}

/** The payment of the same key, or an equal one of a moment ago. */
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

export async function countPendingOfUser(tx: SQL, userId: number): Promise<number> {
  const [row] =
    await tx`SELECT count(*)::int AS pending FROM payment WHERE user_id = ${userId} AND status = 'pending'`
  return row.pending
}

/** Seconds until another payment is allowed; null while few are unpaid. */
export async function secondsUntilNextPayment(tx: SQL, userId: number): Promise<number | null> {
  const [row] =
    await tx`SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::int AS seconds FROM payment
    WHERE user_id = ${userId} AND created_at > now() - interval '1 day'
      AND received_micro + seen_micro < ${DUST_THRESHOLD_MICRO} AND credited = 0
    ORDER BY created_at DESC OFFSET ${UNPAID_PAYMENTS_PER_DAY - 1} LIMIT 1`
  return row ? Math.max(1, row.seconds) : null
}

/** An index is never given twice. */
export async function takeAddressIndex(tx: SQL, xpub: string): Promise<{ keyId: number; keyIndex: number }> {
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
