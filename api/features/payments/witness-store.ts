import type { SQL } from 'bun'
import { PAYMENT_GRACE_SECONDS } from '#shared/constants.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'

/** Pending payments whose time is over by the chain's clock, and whose balance was not looked at since. */
export async function unwitnessed(
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

/** By the clock of the chain, which is the one that payments end by. Held in the order of everybody who books. */
export async function noteWitnessed(sql: SQL, ids: readonly string[]): Promise<void> {
  await sql`WITH held AS MATERIALIZED (
      SELECT id FROM payment WHERE id = ANY (${`{${ids.join(',')}}`}::uuid[]) ORDER BY user_id, id FOR NO KEY UPDATE)
    UPDATE payment p SET witnessed_at = c.settled_time, due = true FROM chain_cursor c
    WHERE c.network = p.network AND p.id IN (SELECT id FROM held)`
}
