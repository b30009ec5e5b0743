import { accountAt, accountOfAddress, evmAddress, readXpub, tronAddress } from './account-key.ts'
import {
  type BlockRange,
  type ChainNetwork,
  type ChainTransfer,
  type KnownBlock,
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
  numberOf,
  readBlock,
  readLogs,
  readNumber,
  TRANSFER_TOPIC,
  topicOf,
  transfersIn
} from './logs.ts'
import type { NetworkRow } from './network-rows.ts'
import { type Ask, openNodes } from './nodes.ts'

const DECIMALS_CALL = '0x313ce567'
const BALANCE_CALL = '0x70a08231'
const MICRO_DIGITS = 6
/** Accounts of one question: java-tron takes 1,000. */
const ACCOUNTS_MAX = 500
/** Blocks of which a node is asked in two ways. */
const CANARY_BLOCKS = 5

const lagging = () => new NetworkError('lagging', 'узел отстаёт от сети')

/** An EVM chain or TRON, whose nodes speak the same JSON-RPC, through several nodes. */
export function openChain(row: NetworkRow, xpub: string, urls: readonly string[]): ChainNetwork {
  const key = readXpub(xpub)
  const { chainId, decimals, horizon, headLag, family } = row
  const contract = accountOfAddress(row.tokenContract)
  const nodes = openNodes(urls, verifyNode)
  const shownAddress = family === 'tron' ? tronAddress : evmAddress

  async function verifyNode(ask: Ask): Promise<void> {
    const [id, head] = await Promise.all([ask('eth_chainId'), ask('eth_blockNumber')])
    if (readNumber(id) !== chainId)
      throw new NetworkError('wrong', `узел другой сети: её номер ${readNumber(id)}, а нужен ${chainId}`)
    const found = await ask('eth_call', [{ to: `0x${contract}`, data: DECIMALS_CALL }, 'latest'])
    if (!/^0x[\da-f]{1,64}$/i.test(String(found)) || numberOf(String(found)) !== decimals)
      throw new NetworkError('wrong', `по адресу ${row.tokenContract} нет токена с ${decimals} знаками`)
    await verifyFilters(ask, readNumber(head) - headLag)
  }

  /** A node that made its index of logs later than its blocks finds nothing by filters, and does not say so. */
  async function verifyFilters(ask: Ask, head: number): Promise<void> {
    const blocks = { fromBlock: hexOf(Math.max(0, head - CANARY_BLOCKS + 1)), toBlock: hexOf(head) }
    const all = readLogs(await ask('eth_getLogs', [blocks])).filter(log => isTransferOf(contract, log))
    const to = all[0]?.topics[2] ?? null
    const filter = { ...blocks, address: `0x${contract}`, topics: [TRANSFER_TOPIC, null, to] }
    const expected = to === null ? 0 : all.filter(log => log.topics[2] === to).length
    if (readLogs(await ask('eth_getLogs', [filter])).length !== expected)
      throw new NetworkError(
        'lying',
        'узел теряет поступления: поиск по адресу находит не то же, что без него'
      )
  }

  const blockAt = async (ask: Ask, block: number | 'finalized') =>
    readBlock(await ask('eth_getBlockByNumber', [block === 'finalized' ? block : hexOf(block), false]))

  async function logsOf(
    ask: Ask,
    { from, to }: BlockRange,
    accounts: readonly string[],
    unfiltered: boolean
  ): Promise<NodeLog[]> {
    const blocks = { fromBlock: hexOf(from), toBlock: hexOf(to) }
    if (unfiltered) {
      const wanted = new Set(accounts.map(topicOf))
      const logs = readLogs(await ask('eth_getLogs', [blocks]))
      return logs.filter(log => isTransferOf(contract, log) && wanted.has(log.topics[2] ?? ''))
    }
    // An empty list of topics would mean any.
    if (accounts.length === 0) return []
    const topics = [TRANSFER_TOPIC, null, accounts.map(topicOf)]
    return readLogs(await ask('eth_getLogs', [{ ...blocks, address: `0x${contract}`, topics }]))
  }

  /** Of every block with a log, by the hash that the log names: a block that is gone is no longer of the chain. */
  async function withTimes(
    ask: Ask,
    transfers: Omit<ChainTransfer, 'blockTime'>[]
  ): Promise<ChainTransfer[]> {
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

  async function lookAt(
    ask: Ask,
    range: BlockRange,
    accounts: readonly string[],
    unfiltered: boolean
  ): Promise<Look> {
    // In one request, so that the machine that gives the logs proves that it has these blocks.
    const [head, last, logs] = await Promise.all([
      ask('eth_blockNumber'),
      blockAt(ask, range.to),
      logsOf(ask, range, accounts, unfiltered)
    ])
    if (readNumber(head) < range.to || last === null) throw lagging()
    const asked = { contract, range, accounts: new Set(accounts) }
    const transfers = await withTimes(ask, transfersIn(logs, asked))
    return { hash: last.hash, time: last.time, transfers }
  }

  async function tip(ask: Ask, known: KnownBlock | null): Promise<Tip> {
    const [newest, final, settled] = await Promise.all([
      ask('eth_blockNumber'),
      horizon === 'finalized' ? blockAt(ask, 'finalized') : null,
      known && blockAt(ask, known.block)
    ])
    const head = readNumber(newest) - headLag
    if (known && (head < known.block || settled === null)) throw lagging()
    if (known && settled?.hash !== known.hash) throw rewrittenBlock(known.block)
    if (horizon !== 'finalized') return { head, horizon: Math.max(0, head - horizon + 1) }
    if (final === null) throw new NetworkError('wrong', 'узел не говорит, какой блок окончательный')
    return { head, horizon: Math.min(head, final.number) }
  }

  async function balanceOf(ask: Ask, account: string): Promise<bigint> {
    const data = `${BALANCE_CALL}${topicOf(account).slice(2)}`
    const answer = String(await ask('eth_call', [{ to: `0x${contract}`, data }, 'latest']))
    if (!/^0x[\da-f]{64}$/i.test(answer)) throw new NetworkError('lying', 'узел прислал не остаток')
    return BigInt(answer)
  }

  return {
    key: row.key,
    title: row.title,
    isTest: row.isTest,
    tokenContract: row.tokenContract,
    decimals,
    requiredConfirmations: row.requiredConfirmations,
    blockSeconds: row.blockSeconds,
    rangeMax: row.rangeMax,
    accountsMax: ACCOUNTS_MAX,
    xpub,
    accountOf: index => accountAt(key, index),
    shownAddress,
    paymentUri(account, micro) {
      if (family === 'tron') return shownAddress(account)
      const units = BigInt(micro) * 10n ** BigInt(decimals - MICRO_DIGITS)
      return `ethereum:${row.tokenContract}@${chainId}/transfer?address=${shownAddress(account)}&uint256=${units}`
    },
    verify: () => nodes.verify(),
    tip: known => nodes.ask(ask => tip(ask, known)),
    lookAt: (range, accounts, { unfiltered = false } = {}) =>
      nodes.ask(ask => lookAt(ask, range, accounts, unfiltered)),
    balancesOf: accounts => nodes.ask(ask => Promise.all(accounts.map(account => balanceOf(ask, account))))
  }
}
