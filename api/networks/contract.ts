import type { NetworkKey } from '#shared/labels/payments.ts'

/**
 * What stands between us and a chain. No private key is ever held: addresses are derived from an account's extended
 * public key, and a chain is only looked at.
 *
 * - An **account** is an address as 40 lower-case hex digits, the same on every chain of a key; `shownAddress` writes it
 *   as people of the network do.
 * - The **head** is the newest block that is looked at, the **horizon** the newest one that counts as final. What is
 *   found up to the horizon may be credited, what is above it is only shown. Neither ever falls in our books.
 * - `lookAt` answers for whole blocks: every transfer of the token to one of the accounts in these blocks and none
 *   besides, each log once, with a value above zero, in whatever order. An answer that cannot be whole is a
 *   `NetworkError`, never an empty list: of a node that has not come so far, of one that refuses the range, of one that
 *   gives logs of another token or address, of another chain.
 * - What is final may still be rewritten by a chain that breaks its promise. `tip` says so, and never goes on from there.
 * - Amounts are whole units of the token; times are milliseconds of the epoch by the chain's clock.
 * - A call tries every node that is known, and answers or fails within `PATIENCE_MS` for each.
 *
 * `tests/kit/network-conformance.ts` holds an adapter against this text.
 */
export interface ChainNetwork extends NetworkFacts {
  /** The account of an index; the same one for ever. */
  accountOf(index: number): string
  shownAddress(account: string): string
  /** What a wallet opens. @param micro Millionths of a USDT. */
  paymentUri(account: string, micro: number): string
  /** Asks every node whether it is what it should be. @throws NetworkError of the first that answers otherwise, or of none that answers. */
  verify(): Promise<void>
  /**
   * @param settled The last block that was settled: a node that has not come so far is not believed.
   * @throws NetworkError; `rewritten` when this block is another one by now.
   */
  tip(settled: BlockId | null): Promise<Tip>
  /** @throws NetworkError */
  lookAt(range: BlockRange, accounts: readonly string[], options?: LookOptions): Promise<Look>
  /** Units of the token that each account has now. @throws NetworkError */
  balancesOf(accounts: readonly string[]): Promise<bigint[]>
}

export interface NetworkFacts {
  key: NetworkKey
  title: string
  /** Worthless tokens. Nothing that happens here counts for a payment of another network. */
  isTest: boolean
  /** As people of the network write it. */
  tokenContract: string
  decimals: number
  /** What is shown as «n/N подтверждений»; the horizon decides. */
  requiredConfirmations: number
  blockSeconds: number
  xpub: string
  /** Blocks of one look at most. */
  rangeMax: number
  /** Accounts of one look at most. */
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

export interface LookOptions {
  /** Asks for all logs and picks ours, of a node whose filters are not to be trusted. Dear: for few blocks. */
  unfiltered?: boolean
}

export interface Look {
  /** Of the last block of the range. */
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
 * `down`: no answer, or that it will not answer now. `range`: too many blocks at once. `lagging`: it has not come so far.
 * `wrong`: another chain or another token than ours. `lying`: an answer that is not to the question. `rewritten`: a final
 * block has become another one.
 */
export type NetworkFailure = 'down' | 'range' | 'lagging' | 'wrong' | 'lying' | 'rewritten'

export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly failure: NetworkFailure

  /** @param detail Russian, for an administrator; no address of a node in it, which may hold a key. */
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
