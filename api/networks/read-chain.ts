import {
  type BlockId,
  type BlockRange,
  type ChainTransfer,
  type Look,
  NetworkError,
  rewrittenBlock,
  type Tip
} from './contract.ts'
import {
  hexOf,
  isTransferOf,
  type NodeBlock,
  type NodeLog,
  readBlock,
  readLogs,
  readNumber,
  TRANSFER_TOPIC,
  topicOf,
  transfersIn
} from './logs.ts'
import type { NetworkRow } from './network-rows.ts'
import type { Ask } from './nodes.ts'

const BALANCE_CALL = '0x70a08231'

const lagging = () => new NetworkError('lagging', 'узел отстаёт от сети')

const blockAt = async (ask: Ask, block: number | 'finalized') =>
  readBlock(await ask('eth_getBlockByNumber', [block === 'finalized' ? block : hexOf(block), false]))

/** @param settled Last settled block. @throws NetworkError `lagging`, `wrong` or `rewritten`. */
export async function readTip(
  ask: Ask,
  { horizon, headLag }: Pick<NetworkRow, 'horizon' | 'headLag'>,
  settled: BlockId | null
): Promise<Tip> {
  const [newest, final, present] = await Promise.all([
    ask('eth_blockNumber'),
    horizon === 'finalized' ? blockAt(ask, 'finalized') : null,
    settled && blockAt(ask, settled.block)
  ])
  const head = readNumber(newest) - headLag
  if (settled && (head < settled.block || present === null)) throw lagging()
  if (settled && present?.hash !== settled.hash) throw rewrittenBlock(settled.block)
  if (horizon !== 'finalized') return { head, horizon: Math.max(0, head - horizon + 1) }
  if (final === null) throw new NetworkError('wrong', 'узел не говорит, какой блок окончательный')
  return { head, horizon: Math.min(head, final.number) }
}

interface TransferQuestion {
  /** The token as an account. */
  contract: string
  range: BlockRange
  accounts: readonly string[]
  unfiltered: boolean
}

/** Whole blocks with their transfers. @throws NetworkError `lagging` or `lying`. */
export async function readTransfers(ask: Ask, question: TransferQuestion): Promise<Look> {
  const { contract, range, accounts } = question
  // One request, so that the machine with the logs proves that it has the blocks.
  const [head, last, logs] = await Promise.all([
    ask('eth_blockNumber'),
    blockAt(ask, range.to),
    logsOf(ask, question)
  ])
  if (readNumber(head) < range.to || last === null) throw lagging()
  const transfers = transfersIn(logs, { contract, range, accounts: new Set(accounts) })
  return { hash: last.hash, time: last.time, transfers: await withTimes(ask, transfers) }
}

async function logsOf(
  ask: Ask,
  { contract, range, accounts, unfiltered }: TransferQuestion
): Promise<NodeLog[]> {
  const blocks = { fromBlock: hexOf(range.from), toBlock: hexOf(range.to) }
  if (unfiltered) {
    const wanted = new Set(accounts.map(topicOf))
    const logs = readLogs(await ask('eth_getLogs', [blocks]))
    return logs.filter(log => isTransferOf(contract, log) && wanted.has(log.topics[2] ?? ''))
  }
  // An empty list would mean any topic.
  if (accounts.length === 0) return []
  const topics = [TRANSFER_TOPIC, null, accounts.map(topicOf)]
  return readLogs(await ask('eth_getLogs', [{ ...blocks, address: `0x${contract}`, topics }]))
}

/** By the block hash of the log: a removed block is unknown. */
async function withTimes(ask: Ask, transfers: Omit<ChainTransfer, 'blockTime'>[]): Promise<ChainTransfer[]> {
  const hashes = [...new Set(transfers.map(({ blockHash }) => blockHash))]
  const blocks = await Promise.all(hashes.map(hash => ask('eth_getBlockByHash', [hash, false])))
  const byHash = new Map<string, NodeBlock>()
  for (const answer of blocks) {
    const block = readBlock(answer)
    if (block) byHash.set(block.hash, block)
  }
  return transfers.map(transfer => {
    const block = byHash.get(transfer.blockHash)
    if (block?.number !== transfer.block) throw lagging()
    return { ...transfer, blockTime: block.time }
  })
}

/** Token units now. @throws NetworkError `lying`. */
export async function readBalance(ask: Ask, contract: string, account: string): Promise<bigint> {
  const data = `${BALANCE_CALL}${topicOf(account).slice(2)}`
  const answer = String(await ask('eth_call', [{ to: `0x${contract}`, data }, 'latest']))
  if (!/^0x[\da-f]{64}$/i.test(answer)) throw new NetworkError('lying', 'узел прислал не остаток')
  return BigInt(answer)
}
