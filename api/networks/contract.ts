import { LoggableError } from '#api/lib/operator-error.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'

/**
 * Access to a chain. No private key is held: addresses derive from an extended public key, and the chain is only read.
 *
 * - An **account** is an address as 40 lower-case hex digits, the same on all chains of a key.
 * - The **head** is the newest block read, the **horizon** the newest final one. Transfers up to the horizon may be
 * credited, later ones are only shown. Neither ever falls.
 * - `lookAt` returns every transfer of the token to the accounts in whole blocks, once, with positive value, in any
 * order. An incomplete answer is a `NetworkError`, never an empty list.
 * - A broken chain may rewrite final blocks: `tip` reports it and never continues.
 * - Amounts are token units, times epoch milliseconds of the chain.
 * - A call tries every node, each for at most `PATIENCE_MS`.
 *
 * `tests/kit/network-conformance.ts` checks adapters.
 */
export interface ChainNetwork extends NetworkFacts {
  accountOf(index: number): string
  shownAddress(account: string): string
  /** Opens a wallet. @param micro Millionths of a USDT. */
  paymentUri(account: string, micro: number): string
  /** Checks every node. @throws NetworkError of the first wrong one, or when none answers. */
  verify(): Promise<void>
  /**
   * @param settled Last settled block, which a node must have.
   * @throws NetworkError; `rewritten` when the block has changed.
   */
  tip(settled: BlockId | null): Promise<Tip>
  /** @throws NetworkError */
  lookAt(range: BlockRange, accounts: readonly string[], options?: LookOptions): Promise<Look>
  /** Token units of each account. @throws NetworkError */
  balancesOf(accounts: readonly string[]): Promise<bigint[]>
}

export interface NetworkFacts {
  key: NetworkKey
  title: string
  /** Worthless tokens, which pay for nothing elsewhere. */
  isTest: boolean
  tokenContract: string
  decimals: number
  /** Shown as «n/N подтверждений»; the horizon decides. */
  requiredConfirmations: number
  blockSeconds: number
  xpub: string
  rangeMax: number
  accountsMax: number
}

export interface Tip {
  head: number
  horizon: number
}

export interface BlockId {
  block: number
  hash: string
}

export interface BlockRange {
  from: number
  to: number
}

interface LookOptions {
  /** Reads all logs, for nodes with unreliable filters. Expensive. */
  unfiltered?: boolean
}

export interface Look {
  /** Of the last block. */
  hash: string
  time: number
  transfers: ChainTransfer[]
}

export interface ChainTransfer {
  txHash: string
  logIndex: number
  block: number
  blockHash: string
  blockTime: number
  from: string
  to: string
  units: bigint
}

/**
 * `down`: no answer now; `range`: too many blocks; `lagging`: behind; `wrong`: another chain or token; `lying`: an
 * answer to another question; `rewritten`: a final block has changed.
 */
export type NetworkFailure = 'down' | 'range' | 'lagging' | 'wrong' | 'lying' | 'rewritten'

export class NetworkError extends LoggableError {
  override name = 'NetworkError'
  readonly failure: NetworkFailure

  /** @param detail Russian, for administrators; never a node's address, which may hold a key. */
  constructor(failure: NetworkFailure, detail: string) {
    super(detail)
    this.failure = failure
  }
}

export const rewrittenBlock = (block: number): NetworkError =>
  new NetworkError(
    'rewritten',
    `сеть переписала окончательный блок ${block}: зачисление остановлено, сверьте поступления`
  )

export const PATIENCE_MS = 10_000
