import type { SQL } from 'bun'
import { PAYMENT_GRACE_SECONDS } from '#shared/constants.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'

/** Pending payments overdue by chain time whose balance was not checked. */
export async function uncheckedPayments(
  sql: SQL,
  network: NetworkKey,
  most: number
): Promise<{ id: string; account: string; createdBlock: number | null; bookedUnits: string }[]> {
  return await sql`SELECT p.id, p.account, p.created_block::float8 AS "createdBlock",
      coalesce((SELECT sum(t.units) FROM payment_transfer t
        WHERE t.payment_id = p.id AND t.network = p.network AND t.state <> 'orphaned'), 0)::text AS "bookedUnits"
    FROM payment p JOIN chain_cursor c ON c.network = p.network
    WHERE p.network = ${network} AND p.status = 'pending'
      AND p.expires_at + make_interval(secs => ${PAYMENT_GRACE_SECONDS}) < c.settled_time
      AND (p.witnessed_at IS NULL OR p.witnessed_at < p.expires_at)
    ORDER BY p.expires_at LIMIT ${most}`
}

/** In chain time, which ends payments, and in the order of bookings. */
export async function markBalancesChecked(sql: SQL, ids: readonly string[]): Promise<void> {
  await sql`WITH held AS MATERIALIZED (
      SELECT id FROM payment WHERE id = ANY (${`{${ids.join(',')}}`}::uuid[]) ORDER BY user_id, id FOR NO KEY UPDATE)
    UPDATE payment p SET witnessed_at = c.settled_time, due = true FROM chain_cursor c
    WHERE c.network = p.network AND p.id IN (SELECT id FROM held)`
}
