import type { SQL } from 'bun'
import type { NetworkKey } from '#shared/labels/payments.ts'

interface StoredHealth {
  network: NetworkKey
  headBlock: number | null
  settledBlock: number | null
  /** Age of the newest block read. */
  secondsBehind: number | null
  scannedAt: Date | null
  isHalted: boolean
  failures: number
  lastError: string | null
  lastErrorAt: Date | null
  pendingPayments: number
}

export async function storedHealth(sql: SQL): Promise<StoredHealth[]> {
  return await sql`SELECT network, c.head_block::float8 AS "headBlock", c.settled_block::float8 AS "settledBlock",
      greatest(0, floor(extract(epoch FROM now() - c.head_time)))::int AS "secondsBehind", c.scanned_at AS "scannedAt",
      w.is_halted AS "isHalted", w.failures, w.last_error AS "lastError", w.last_error_at AS "lastErrorAt",
      (SELECT count(*)::int FROM payment p WHERE p.network = w.network AND p.status = 'pending') AS "pendingPayments"
    FROM chain_watch w LEFT JOIN chain_cursor c USING (network)`
}
