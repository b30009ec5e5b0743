import { type ChainNetwork, type ChainTransfer, type Look, rewrittenBlock } from '#api/networks/contract.ts'

/** Blocks of which the last two may still become others. */
const CONFIRMATIONS = 3
const BLOCK_MS = 12_000
const ZERO = '0'.repeat(40)

/** A transfer wherever it comes to stand; a reorganisation may change all but its hash. */
export interface SimulatedLog {
  txHash: string
  to: string
  units: bigint
}

interface Block {
  hash: string
  time: number
  logs: SimulatedLog[]
}

/** What a node says of blocks that are not final; by default the truth. */
export type Lie = (transfer: ChainTransfer, accounts: readonly string[]) => ChainTransfer[]

/** A chain in memory whose last blocks can be replaced, for histories too many for a real one. */
export interface SimulatedChain {
  network: ChainNetwork
  lie: Lie | null
  /** By the chain's own clock. */
  now(): number
  mine(logs: readonly SimulatedLog[]): void
  wait(minutes: number): void
  /** Every block that is not final becomes another one, with these logs of its own or of none. */
  replace(change: (log: SimulatedLog) => SimulatedLog | null): void
  /** What has come to an account in blocks up to this one, in order. */
  cameTo(account: string, block: number): { txHash: string; units: bigint; time: number }[]
}

export function createSimulatedChain(): SimulatedChain {
  let clock = Date.now() + 60_000
  let hashes = 0
  const blockOf = (logs: readonly SimulatedLog[], time: number): Block => {
    hashes += 1
    return { hash: `0x${hashes.toString(16).padStart(64, '0')}`, time, logs: [...logs] }
  }
  const blocks: Block[] = Array.from({ length: 6 }, () => blockOf([], clock))
  const head = () => blocks.length - 1
  const horizon = () => head() - CONFIRMATIONS + 1

  function transfersIn(from: number, to: number, accounts: readonly string[]): ChainTransfer[] {
    const wanted = new Set(accounts)
    return blocks.slice(from, to + 1).flatMap(({ hash, time, logs }, index) =>
      logs
        .filter(log => wanted.has(log.to))
        .map(log => ({
          ...log,
          logIndex: 0,
          block: from + index,
          blockHash: hash,
          blockTime: time,
          from: ZERO
        }))
    )
  }

  const chain: SimulatedChain = {
    lie: null,
    now: () => clock,
    mine(logs) {
      clock += BLOCK_MS
      blocks.push(blockOf(logs, clock))
    },
    wait(minutes) {
      clock += minutes * 60_000
    },
    replace(change) {
      const last = blocks.splice(horizon() + 1)
      const logs = last.flatMap(block => block.logs.map(change).filter(log => log !== null))
      // All come to stand in one of them, so that most have moved.
      const place = hashes % last.length
      for (const [index, { time }] of last.entries()) blocks.push(blockOf(index === place ? logs : [], time))
    },
    cameTo: (account, block) =>
      transfersIn(0, block, [account]).map(({ txHash, units, blockTime }) => ({
        txHash,
        units,
        time: blockTime
      })),
    network: {
      key: 'local',
      title: 'Chain in memory',
      isTest: true,
      tokenContract: ZERO,
      decimals: 6,
      requiredConfirmations: CONFIRMATIONS,
      blockSeconds: 12,
      rangeMax: 1_000_000,
      accountsMax: 1_000_000,
      xpub: 'of a chain in memory',
      accountOf: index => index.toString(16).padStart(40, '0'),
      shownAddress: account => `0x${account}`,
      paymentUri: account => account,
      verify: async () => {},
      async tip(settled) {
        if (settled && blocks[settled.block]?.hash !== settled.hash) throw rewrittenBlock(settled.block)
        return { head: head(), horizon: horizon() }
      },
      async lookAt({ from, to }, accounts): Promise<Look> {
        const last = blocks[to]
        if (!last) throw new Error('a block that there is not')
        const truth = transfersIn(from, to, accounts)
        const { lie } = chain
        const isFinal = to <= horizon()
        const transfers = lie && !isFinal ? truth.flatMap(transfer => lie(transfer, accounts)) : truth
        // The answer is on its way, while the chain goes on.
        await Bun.sleep(1)
        return { hash: last.hash, time: last.time, transfers }
      },
      balancesOf: async accounts =>
        accounts.map(account => transfersIn(0, head(), [account]).reduce((all, { units }) => all + units, 0n))
    }
  }
  return chain
}
