import type { SQL } from 'bun'
import type { ChainNetwork, ChainTransfer, Look } from '#api/networks/contract.ts'
import { ADDRESS_WATCH_DAYS, CREDITED_DAYS } from '#shared/constants.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'
import type { Cursor } from './cursor-store.ts'

interface WatchedAccount {
  account: string
  /** Open, or its money is credited automatically. */
  isAwaited: boolean
}

/** Accounts to watch, awaited ones first. Ask after the tip, so that later ones have no earlier blocks. */
export async function watchedAccounts(sql: SQL, networks: readonly NetworkKey[]): Promise<WatchedAccount[]> {
  return await sql`SELECT account, status = 'pending' OR (cancelled_at IS NULL AND deleted_at IS NULL
      AND expires_at > now() - make_interval(days => ${CREDITED_DAYS})) AS "isAwaited" FROM payment
    WHERE network = ANY (${`{${networks.join(',')}}`}::text[])
      AND created_at > now() - make_interval(days => ${ADDRESS_WATCH_DAYS})
    ORDER BY 2 DESC, status <> 'pending', created_at DESC, account`
}

type TokenNetwork = Pick<ChainNetwork, 'key' | 'tokenContract' | 'decimals'>

const MICRO_DIGITS = 6
/** A billion USDT; more waits for an administrator with its `units`. */
const MICRO_MAX = 1_000_000_000_000_000n

function storedRows(
  { key, tokenContract, decimals }: TokenNetwork,
  transfers: readonly ChainTransfer[]
): string {
  const rows = transfers.map(({ units, blockTime, ...transfer }) => {
    const micro = units / 10n ** BigInt(decimals - MICRO_DIGITS)
    return {
      ...transfer,
      network: key,
      token: tokenContract,
      units: String(units),
      micro: String(micro < MICRO_MAX ? micro : MICRO_MAX),
      time: new Date(blockTime).toISOString()
    }
  })
  return JSON.stringify(rows)
}

/** Locks affected payments before transfers, in the order of `lockPayments`. */
async function lockTouchedPayments(tx: SQL, network: NetworkKey, rows: string, state: 'seen' | 'settled') {
  await tx`SELECT p.id FROM payment p WHERE p.id IN (
      SELECT own.id FROM jsonb_to_recordset(${rows}::text::jsonb) AS r ("to" text) JOIN payment own ON own.account = r."to"
      UNION SELECT t.payment_id FROM jsonb_to_recordset(${rows}::text::jsonb) AS r ("txHash" text, "logIndex" integer)
        JOIN payment_transfer t ON (t.network, t.tx_hash, t.log_index) = (${network}, r."txHash", r."logIndex")
      UNION SELECT payment_id FROM payment_transfer WHERE network = ${network} AND state = 'seen' AND ${state} = 'seen')
    ORDER BY p.user_id, p.id FOR NO KEY UPDATE`
}

/** Stores transfers and marks affected payments due. Settled transfers replace seen ones and never change. */
export async function storeTransfers(
  tx: SQL,
  network: TokenNetwork,
  transfers: readonly ChainTransfer[],
  state: 'seen' | 'settled'
): Promise<void> {
  if (transfers.length === 0 && state === 'settled') return
  const rows = storedRows(network, transfers)
  await lockTouchedPayments(tx, network.key, rows, state)
  await tx`WITH stored AS (
      INSERT INTO payment_transfer AS t (network, tx_hash, log_index, block_number, block_hash, block_time, from_account,
        to_account, token_contract, units, micro, state, payment_id)
      -- A log is one, also where two portions of accounts were told of it as of another's.
      SELECT DISTINCT ON (r."txHash", r."logIndex") r.network, r."txHash", r."logIndex", r.block, r."blockHash", r.time, r."from", r."to", r.token, r.units, r.micro,
        ${state}, p.id
      FROM jsonb_to_recordset(${rows}::text::jsonb) AS r (network text, "txHash" text,
        "logIndex" integer, block bigint, "blockHash" text, time timestamptz, "from" text, "to" text, token text,
        units numeric, micro bigint)
      JOIN payment p ON p.account = r."to"
      ON CONFLICT (network, tx_hash, log_index) DO UPDATE SET (state, block_number, block_hash, block_time, from_account,
          to_account, token_contract, units, micro, payment_id) = ROW (excluded.state, excluded.block_number,
          excluded.block_hash, excluded.block_time, excluded.from_account, excluded.to_account, excluded.token_contract,
          excluded.units, excluded.micro, excluded.payment_id)
        WHERE t.state <> 'settled' AND (t.state, t.block_hash, t.block_time, t.from_account, t.to_account, t.units)
          IS DISTINCT FROM (excluded.state, excluded.block_hash, excluded.block_time, excluded.from_account,
          excluded.to_account, excluded.units)
      RETURNING old.payment_id AS before, new.payment_id AS after)
    UPDATE payment SET due = true WHERE id IN (SELECT before FROM stored UNION SELECT after FROM stored)`
}

/**
 * Stores settled transfers and moves the cursor in one commit.
 * @param reached Null while other accounts are unread.
 * @returns False when the cursor moved meanwhile: nothing is stored.
 */
export async function storeSettledTransfers(
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

/** Replaces unconfirmed transfers; missing ones were reversed. */
export async function replaceSeenTransfers(
  sql: SQL,
  network: TokenNetwork,
  head: number,
  look: Pick<Look, 'time' | 'transfers'>
): Promise<void> {
  const seenLogs = look.transfers.map(({ txHash, logIndex }) => `${txHash}:${logIndex}`)
  await sql.begin(async tx => {
    await tx`UPDATE chain_cursor SET head_block = ${head}, head_time = ${new Date(look.time)}, scanned_at = now()
      WHERE network = ${network.key}`
    await storeTransfers(tx, network, look.transfers, 'seen')
    await tx`WITH gone AS (
        UPDATE payment_transfer SET state = 'orphaned'
        WHERE network = ${network.key} AND state = 'seen'
          AND tx_hash || ':' || log_index <> ALL (${`{${seenLogs.join(',')}}`}::text[]) RETURNING payment_id)
      UPDATE payment SET due = true WHERE id IN (SELECT payment_id FROM gone)`
  })
}
