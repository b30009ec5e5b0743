import type { SQL } from 'bun'
import type { ChainNetwork, ChainTransfer, Look } from '#api/networks/contract.ts'
import { CREDITED_DAYS, PAYMENT_GRACE_SECONDS, WATCHED_DAYS } from '#shared/constants.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'
import type { Cursor } from './cursor-store.ts'

export interface WatchedAccount {
  account: string
  /** Of a payment that is open, or whose money is credited by itself: what is only seen is shown of these. */
  isAwaited: boolean
}

/**
 * Accounts that money may still come to, the awaited ones first. Ask after the tip: what is made later has nothing below
 * it.
 */
export async function watchedAccounts(sql: SQL, networks: readonly NetworkKey[]): Promise<WatchedAccount[]> {
  return await sql`SELECT account, status = 'pending' OR (cancelled_at IS NULL AND deleted_at IS NULL
      AND expires_at > now() - make_interval(days => ${CREDITED_DAYS})) AS "isAwaited" FROM payment
    WHERE network = ANY (${`{${networks.join(',')}}`}::text[])
      AND created_at > now() - make_interval(days => ${WATCHED_DAYS})
    ORDER BY 2 DESC, status <> 'pending', created_at DESC, account`
}

export type TokenNetwork = Pick<ChainNetwork, 'key' | 'tokenContract' | 'decimals'>

const MICRO_DIGITS = 6

function storedRows(
  { key, tokenContract, decimals }: TokenNetwork,
  transfers: readonly ChainTransfer[]
): string {
  const rows = transfers.map(({ units, blockTime, ...transfer }) => ({
    ...transfer,
    network: key,
    token: tokenContract,
    units: String(units),
    micro: String(units / 10n ** BigInt(decimals - MICRO_DIGITS)),
    time: new Date(blockTime).toISOString()
  }))
  return JSON.stringify(rows)
}

/** Puts transfers into the books, and makes their payments due; what is settled stays so. */
export async function storeTransfers(
  tx: SQL,
  network: TokenNetwork,
  transfers: readonly ChainTransfer[],
  state: 'seen' | 'settled'
): Promise<void> {
  if (transfers.length === 0) return
  await tx`WITH stored AS (
      INSERT INTO payment_transfer AS t (network, tx_hash, log_index, block_number, block_hash, block_time, from_account,
        to_account, token_contract, units, micro, state, payment_id)
      SELECT r.network, r."txHash", r."logIndex", r.block, r."blockHash", r.time, r."from", r."to", r.token, r.units, r.micro,
        ${state}, p.id
      FROM jsonb_to_recordset(${storedRows(network, transfers)}::text::jsonb) AS r (network text, "txHash" text,
        "logIndex" integer, block bigint, "blockHash" text, time timestamptz, "from" text, "to" text, token text,
        units numeric, micro bigint)
      JOIN payment p ON p.account = r."to"
      ON CONFLICT (network, tx_hash, log_index) DO UPDATE SET state = excluded.state, block_number = excluded.block_number,
        block_hash = excluded.block_hash, block_time = excluded.block_time
        WHERE t.state <> 'settled' AND (t.state, t.block_hash) IS DISTINCT FROM (excluded.state, excluded.block_hash)
      RETURNING payment_id)
    UPDATE payment SET due = true WHERE id IN (SELECT payment_id FROM stored)`
}

/**
 * Stores what was found in settled blocks, and in the same commit moves the cursor to where they are read whole.
 *
 * @param reached Null while other accounts have to be read in the same blocks.
 * @returns False when the cursor stands elsewhere by now: nothing is stored.
 */
export async function storePage(
  sql: SQL,
  network: TokenNetwork,
  before: Cursor,
  reached: { to: number; head: number } | null,
  look: Look
): Promise<boolean> {
  return await sql.begin(async tx => {
    const stands = reached
      ? await tx`UPDATE chain_cursor SET settled_block = ${reached.to}, settled_hash = ${look.hash},
          settled_time = ${new Date(look.time)}, head_block = greatest(head_block, ${reached.head}),
          head_time = CASE WHEN ${reached.to >= reached.head} THEN ${new Date(look.time)} ELSE head_time END, scanned_at = now()
        WHERE network = ${network.key} AND settled_block = ${before.settledBlock} AND settled_hash = ${before.settledHash}
        RETURNING network`
      : await tx`SELECT network FROM chain_cursor
        WHERE network = ${network.key} AND settled_block = ${before.settledBlock} AND settled_hash = ${before.settledHash}
        FOR NO KEY UPDATE`
    if (stands.length === 0) return false
    await storeTransfers(tx, network, look.transfers, 'settled')
    return true
  })
}

/** Replaces what was seen above the horizon. What is not there any more was taken back. */
export async function storeSeen(
  sql: SQL,
  network: TokenNetwork,
  head: number,
  look: Pick<Look, 'time' | 'transfers'>
): Promise<void> {
  const seenLogs = look.transfers.map(({ txHash, logIndex }) => `${txHash}:${logIndex}`)
  await sql.begin(async tx => {
    await tx`UPDATE chain_cursor SET head_block = ${head}, head_time = ${new Date(look.time)}, scanned_at = now()
      WHERE network = ${network.key}`
    await tx`WITH gone AS (
        UPDATE payment_transfer SET state = 'orphaned'
        WHERE network = ${network.key} AND state = 'seen'
          AND tx_hash || ':' || log_index <> ALL (${`{${seenLogs.join(',')}}`}::text[]) RETURNING payment_id)
      UPDATE payment SET due = true WHERE id IN (SELECT payment_id FROM gone)`
    await storeTransfers(tx, network, look.transfers, 'seen')
  })
}

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

/** By the clock of the chain, which is the one that payments end by. */
export async function noteWitnessed(sql: SQL, ids: readonly string[]): Promise<void> {
  await sql`UPDATE payment p SET witnessed_at = c.settled_time, due = true FROM chain_cursor c
    WHERE c.network = p.network AND p.id = ANY (${`{${ids.join(',')}}`}::uuid[])`
}
