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
import { storePage } from './transfer-store.ts'

/** Reads the blocks that have become final since the last look, and settles what has come in them. */
export interface SettledBlocks {
  /** @returns False when another process has taken over. @throws NetworkError */
  read(cursor: Cursor, tip: Tip, accounts: readonly string[]): Promise<boolean>
}

/** A range that was refused is halved, and grows back by a quarter at a time. */
const GROWTH = 1.25

/** Blocks of which some accounts have been read, and others not yet. */
interface Begun {
  before: Cursor
  to: number
  /** Of block `to`; null while no portion has told it. */
  hash: string | null
  done: Set<string>
}

/**
 * Accounts are read in portions, one after another, the first of the list first. Each portion is stored and booked by
 * itself, so that a node that tires of questions keeps nobody's money whose portion was read; the next look goes on with
 * the others. The cursor moves with the last portion.
 *
 * @param keepsLease Asked between two portions, which may take long: whether this process may go on.
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

  /** Null when the nodes refuse so many blocks. */
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
        if (!(await storePage(sql, network, at, reached, answer))) return false
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
