import type { SQL } from 'bun'
import type { Look } from '#api/networks/contract.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'

export interface Cursor {
  settledBlock: number
  settledHash: string
}

/** Then another process may take over. */
const LEASE_SECONDS = 10

/** Takes the lease of a network when it is due and free. @returns Whether it did, and whether the network is halted. */
export async function takeLease(
  sql: SQL,
  network: NetworkKey,
  holder: string
): Promise<{ isHalted: boolean } | null> {
  await sql`INSERT INTO chain_watch (network) VALUES (${network}) ON CONFLICT DO NOTHING`
  const [row] = await sql`UPDATE chain_watch
    SET holder = ${holder}, held_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE network = ${network} AND next_at <= now() AND (held_until < now() OR holder = ${holder})
    RETURNING is_halted AS "isHalted"`
  return row ?? null
}

export async function renewLease(sql: SQL, network: NetworkKey, holder: string): Promise<boolean> {
  const rows = await sql`UPDATE chain_watch SET held_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE network = ${network} AND holder = ${holder} RETURNING network`
  return rows.length > 0
}

export async function releaseLease(
  sql: SQL,
  network: NetworkKey,
  holder: string,
  { seconds, error, halts }: { seconds: number; error: string | null; halts: boolean }
): Promise<void> {
  await sql`UPDATE chain_watch SET held_until = now(), next_at = now() + make_interval(secs => ${seconds}),
      failures = CASE WHEN ${error}::text IS NULL THEN 0 ELSE failures + 1 END,
      last_error = ${error}, last_error_at = CASE WHEN ${error}::text IS NULL THEN last_error_at ELSE now() END,
      is_halted = is_halted OR ${halts}
    WHERE network = ${network} AND holder = ${holder}`
}

export const LEAST_SECONDS = 5

/** Wakes an idle network; a failing one keeps its pause. */
export async function wakeWatcher(sql: SQL, network: NetworkKey): Promise<void> {
  await sql`UPDATE chain_watch SET next_at = least(next_at, now() + make_interval(secs => ${LEAST_SECONDS}))
    WHERE network = ${network} AND failures = 0`
}

export async function countFailedLooks(sql: SQL, network: NetworkKey): Promise<number> {
  const [row] = await sql`SELECT failures FROM chain_watch WHERE network = ${network}`
  return row?.failures ?? 0
}

export async function cursorOf(sql: SQL, network: NetworkKey): Promise<Cursor | null> {
  const [row] = await sql`SELECT settled_block::float8 AS "settledBlock", settled_hash AS "settledHash"
    FROM chain_cursor WHERE network = ${network}`
  return row ?? null
}

export async function beginCursor(
  sql: SQL,
  network: NetworkKey,
  block: number,
  { hash, time }: Look
): Promise<void> {
  const moment = new Date(time)
  await sql`INSERT INTO chain_cursor (network, settled_block, settled_hash, settled_time, head_block, head_time)
    VALUES (${network}, ${block}, ${hash}, ${moment}, ${block}, ${moment}) ON CONFLICT DO NOTHING`
}

export async function hasPendingPayments(sql: SQL, network: NetworkKey): Promise<boolean> {
  const [row] =
    await sql`SELECT EXISTS (SELECT FROM payment WHERE network = ${network} AND status = 'pending') AS some`
  return row?.some === true
}
