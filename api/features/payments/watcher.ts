import type { SQL } from 'bun'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { type ChainNetwork, NetworkError, type Tip } from '#api/networks/contract.ts'
import {
  beginCursor,
  type Cursor,
  cursorOf,
  endLook,
  failuresOf,
  hasOpenPayments,
  LEAST_SECONDS,
  renewLease,
  takeLease
} from './cursor-store.ts'
import { settleDue } from './settle.ts'
import { storePage, storeSeen, watchedAccounts } from './transfer-store.ts'
import { witnessPayments } from './witness.ts'

/** Looks at one network for all processes. */
export interface Watcher {
  network: ChainNetwork
  /** One look, when it is time for one and no other process looks. @returns Whether it looked. */
  look(): Promise<boolean>
}

/** When nobody is about to pay. */
const IDLE_SECONDS = 60
const RETRY_SECONDS = 5
const RETRY_MAX_SECONDS = 60
/** A range that was refused is halved, and grows back by a quarter at a time. */
const GROWTH = 1.25

/** @param group Networks whose money counts for each other's payments, this one included. */
export function createWatcher(sql: SQL, network: ChainNetwork, group: readonly ChainNetwork[]): Watcher {
  const holder = crypto.randomUUID()
  const counted = group.map(({ key }) => key)
  let range = network.rangeMax

  /** Of the accounts in these blocks; in fewer blocks when the nodes refuse so many. */
  async function lookFrom(from: number, horizon: number, accounts: readonly string[]) {
    for (;;) {
      const to = Math.min(horizon, from + range - 1)
      try {
        const look = await network.lookAt({ from, to }, accounts)
        range = Math.min(network.rangeMax, Math.ceil(range * GROWTH))
        return { to, look }
      } catch (error) {
        const isTooMuch = error instanceof NetworkError && error.failure === 'range' && range > 1
        if (!isTooMuch) throw error
        range = Math.floor(range / 2)
      }
    }
  }

  /** False when another process has taken over. */
  async function settleBlocks(cursor: Cursor, tip: Tip, accounts: readonly string[]): Promise<boolean> {
    let at = cursor
    while (at.settledBlock < tip.horizon) {
      const { to, look } = await lookFrom(at.settledBlock + 1, tip.horizon, accounts)
      if (!(await storePage(sql, network, at, { to, head: tip.head }, look))) return false
      at = { settledBlock: to, settledHash: look.hash }
      if (at.settledBlock < tip.horizon && !(await renewLease(sql, network.key, holder))) return false
    }
    return true
  }

  async function scan(): Promise<void> {
    const before = await cursorOf(sql, network.key)
    const tip = await network.tip(before && { block: before.settledBlock, hash: before.settledHash })
    if (!before) {
      const look = await network.lookAt({ from: tip.horizon, to: tip.horizon }, [])
      await beginCursor(sql, network.key, tip.horizon, look)
    }
    const cursor = before ?? (await cursorOf(sql, network.key))
    if (!cursor) throw new Error('the cursor was not begun')
    // Asked after the tip: what is made from now on has nothing in these blocks.
    const accounts = await watchedAccounts(sql, counted)
    if (!(await settleBlocks(cursor, tip, accounts))) return
    if (tip.head > tip.horizon && tip.head - tip.horizon <= network.rangeMax) {
      const above = { from: tip.horizon + 1, to: tip.head }
      await storeSeen(sql, network, tip.head, await network.lookAt(above, accounts))
    }
    await witnessPayments(sql, network)
  }

  /** Seconds until the next look. */
  async function rhythm(): Promise<number> {
    const isOpen = await hasOpenPayments(sql, network.key)
    return isOpen ? Math.max(LEAST_SECONDS, 2 * network.blockSeconds) : IDLE_SECONDS
  }

  async function failed(error: unknown): Promise<void> {
    if (isDatabaseDown(error)) throw error
    const isExpected = error instanceof NetworkError
    const halts = isExpected && error.failure === 'rewritten'
    const text = isExpected ? error.message : 'внутренняя ошибка'
    if (isExpected) log.warn('network_trouble', { network: network.key, reason: text })
    else log.error('network_failed', { network: network.key, error })
    const failures = await failuresOf(sql, network.key)
    const seconds = Math.min(RETRY_MAX_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 4))
    await endLook(sql, network.key, holder, { seconds, error: text, halts })
  }

  return {
    network,
    async look() {
      const lease = await takeLease(sql, network.key, holder)
      if (!lease) return false
      try {
        if (!lease.isHalted) await scan()
        await settleDue(sql)
        if (lease.isHalted) return true
        await endLook(sql, network.key, holder, { seconds: await rhythm(), error: null, halts: false })
      } catch (error) {
        await failed(error)
      }
      return true
    }
  }
}
