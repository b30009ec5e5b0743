import type { SQL } from 'bun'
import {
  type BlockRange,
  type ChainNetwork,
  type Look,
  NetworkError,
  rewrittenBlock,
  type Tip
} from '#api/networks/contract.ts'
import { bookDue } from './booking.ts'
import type { Cursor } from './cursor-store.ts'
import { storeSettledTransfers } from './transfer-store.ts'

interface SettledBlocks {
  /** @returns False when another process took over. @throws NetworkError */
  read(cursor: Cursor, tip: Tip, accounts: readonly string[]): Promise<boolean>
}

/** A refused range is halved and grows by a quarter. */
const GROWTH = 1.25

/** Some accounts have been read in these blocks. */
interface Begun {
  before: Cursor
  to: number
  /** Hash of block `to`; null before the first portion. */
  hash: string | null
  done: Set<string>
}

/**
 * Reads accounts in portions, each stored and booked separately, so that a tired node delays only unread ones. The
 * cursor moves with the last portion.
 * @param keepsLease Asked between portions: may this process continue?
 */
export function createSettledBlocks(
  sql: SQL,
  network: ChainNetwork,
  keepsLease: () => Promise<boolean>
): SettledBlocks {
  let range = network.rangeMax
  let begun: Begun | null = null

  function begin(before: Cursor, horizon: number): Begun {
    const isSame =
      begun?.before.settledBlock === before.settledBlock && begun.before.settledHash === before.settledHash
    const { to, hash, done } = begun && isSame ? begun : { to: horizon, hash: null, done: new Set<string>() }
    const last = Math.min(to, horizon, before.settledBlock + range)
    return { before, to: last, hash: last === to ? hash : null, done }
  }

  async function look(blocks: BlockRange, portion: readonly string[]): Promise<Look | null> {
    try {
      return await network.lookAt(blocks, portion)
    } catch (error) {
      const isTooMuch = error instanceof NetworkError && error.failure === 'range' && range > 1
      if (!isTooMuch) throw error
      range = Math.floor(Math.min(range, blocks.to - blocks.from + 1) / 2) || 1
      return null
    }
  }

  return {
    async read(cursor, tip, accounts) {
      let at = cursor
      let isFirst = true
      while (at.settledBlock < tip.horizon) {
        begun = begin(at, tip.horizon)
        const { to, done } = begun
        const rest = accounts.filter(account => !done.has(account))
        const portion = rest.slice(0, network.accountsMax)
        if (!isFirst && !(await keepsLease())) return false
        isFirst = false
        const answer = await look({ from: at.settledBlock + 1, to }, portion)
        if (!answer) continue
        if (begun.hash !== null && begun.hash !== answer.hash) throw rewrittenBlock(to)
        const isWhole = portion.length === rest.length
        const reached = isWhole ? { to, head: tip.head } : null
        if (!(await storeSettledTransfers(sql, network, at, reached, answer))) return false
        if (answer.transfers.length > 0) await bookDue(sql)
        if (!isWhole) {
          begun = { ...begun, hash: answer.hash, done: new Set([...done, ...portion]) }
          continue
        }
        begun = null
        at = { settledBlock: to, settledHash: answer.hash }
        range = Math.min(network.rangeMax, Math.ceil(range * GROWTH))
      }
      return true
    }
  }
}
