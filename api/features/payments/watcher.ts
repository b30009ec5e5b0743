import type { SQL } from 'bun'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { type BlockRange, type ChainNetwork, type Look, NetworkError } from '#api/networks/contract.ts'
import { checkBalances } from './balance-check.ts'
import { bookDue } from './booking.ts'
import {
  beginCursor,
  countFailedLooks,
  cursorOf,
  hasPendingPayments,
  LEAST_SECONDS,
  releaseLease,
  renewLease,
  takeLease
} from './cursor-store.ts'
import { ANY_BLOCK_HASH } from './resume-store.ts'
import { createSettledBlocks } from './settled-blocks.ts'
import { replaceSeenTransfers, watchedAccounts } from './transfer-store.ts'

interface Watcher {
  network: ChainNetwork
  /** @returns Whether it looked. */
  look(): Promise<boolean>
}

const IDLE_SECONDS = 60
const RETRY_SECONDS = 5
const RETRY_MAX_SECONDS = 60

/** @param group Networks whose money counts for each other's payments. */
export function createWatcher(sql: SQL, network: ChainNetwork, group: readonly ChainNetwork[]): Watcher {
  const holder = crypto.randomUUID()
  const counted = group.map(({ key }) => key)
  const settledBlocks = createSettledBlocks(sql, network, () => renewLease(sql, network.key, holder))

  /** Unconfirmed blocks; null when another process took over. */
  async function lookAbove(blocks: BlockRange, accounts: readonly string[]): Promise<Look | null> {
    const { accountsMax } = network
    const above = await network.lookAt(blocks, accounts.slice(0, accountsMax))
    for (let from = accountsMax; from < accounts.length; from += accountsMax) {
      if (!(await renewLease(sql, network.key, holder))) return null
      const { transfers } = await network.lookAt(blocks, accounts.slice(from, from + accountsMax))
      above.transfers.push(...transfers)
    }
    return above
  }

  async function scan(): Promise<void> {
    const before = await cursorOf(sql, network.key)
    const tip = await network.tip(
      before && before.settledHash !== ANY_BLOCK_HASH
        ? { block: before.settledBlock, hash: before.settledHash }
        : null
    )
    if (!before) {
      const look = await network.lookAt({ from: tip.horizon, to: tip.horizon }, [])
      await beginCursor(sql, network.key, tip.horizon, look)
    }
    const cursor = before ?? (await cursorOf(sql, network.key))
    if (!cursor) throw new Error('the cursor was not begun')
    // Asked after the tip: later accounts have nothing in these blocks.
    const accounts = await watchedAccounts(sql, counted)
    const all = accounts.map(({ account }) => account)
    if (!(await settledBlocks.read(cursor, tip, all))) return
    const awaited = accounts.filter(({ isAwaited }) => isAwaited).map(({ account }) => account)
    if (tip.head > tip.horizon && tip.head - tip.horizon <= network.rangeMax) {
      const above = await lookAbove({ from: tip.horizon + 1, to: tip.head }, awaited)
      if (above === null) return
      await replaceSeenTransfers(sql, network, tip.head, above)
    }
    await checkBalances(sql, network)
  }

  /** Seconds until the next look. */
  async function rhythm(): Promise<number> {
    const isAnyPending = await hasPendingPayments(sql, network.key)
    return isAnyPending ? Math.max(LEAST_SECONDS, 2 * network.blockSeconds) : IDLE_SECONDS
  }

  async function failed(error: unknown): Promise<void> {
    if (isDatabaseDown(error)) throw error
    const isExpected = error instanceof NetworkError
    const halts = isExpected && error.failure === 'rewritten'
    const text = isExpected ? error.message : 'внутренняя ошибка'
    if (isExpected) log.warn('network_trouble', { network: network.key, reason: text })
    else log.error('network_failed', { network: network.key, error })
    const failures = await countFailedLooks(sql, network.key)
    const seconds = Math.min(RETRY_MAX_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 4))
    await releaseLease(sql, network.key, holder, { seconds, error: text, halts })
  }

  return {
    network,
    async look() {
      const lease = await takeLease(sql, network.key, holder)
      if (!lease) return false
      try {
        try {
          if (!lease.isHalted) await scan()
        } finally {
          await bookDue(sql)
        }
        if (lease.isHalted) return true
        await releaseLease(sql, network.key, holder, { seconds: await rhythm(), error: null, halts: false })
      } catch (error) {
        await failed(error)
      }
      return true
    }
  }
}
