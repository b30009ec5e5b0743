import { NetworkError } from './contract.ts'
import { hexOf, isTransferOf, numberOf, readLogs, readNumber, TRANSFER_TOPIC } from './logs.ts'
import type { NetworkRow } from './network-rows.ts'
import type { Ask } from './nodes.ts'

const DECIMALS_CALL = '0x313ce567'
/** Blocks that are read in two ways. */
const CANARY_BLOCKS = 5

/**
 * Checks chain, token, and that filters find all logs.
 * @param contract The token as an account.
 * @throws NetworkError `wrong` or `lying`.
 */
export async function verifyNode(ask: Ask, row: NetworkRow, contract: string): Promise<void> {
  const [id, head] = await Promise.all([ask('eth_chainId'), ask('eth_blockNumber')])
  if (readNumber(id) !== row.chainId)
    throw new NetworkError('wrong', `узел другой сети: её номер ${readNumber(id)}, а нужен ${row.chainId}`)
  await verifyToken(ask, row, contract)
  await verifyFilters(ask, contract, readNumber(head) - row.headLag)
}

async function verifyToken(
  ask: Ask,
  { decimals, tokenContract }: NetworkRow,
  contract: string
): Promise<void> {
  const answer = String(await ask('eth_call', [{ to: `0x${contract}`, data: DECIMALS_CALL }, 'latest']))
  if (!/^0x[\da-f]{1,64}$/i.test(answer) || numberOf(answer) !== decimals)
    throw new NetworkError('wrong', `по адресу ${tokenContract} нет токена с ${decimals} знаками`)
}

/** A node with an incomplete index of logs silently finds nothing. */
async function verifyFilters(ask: Ask, contract: string, head: number): Promise<void> {
  const blocks = { fromBlock: hexOf(Math.max(0, head - CANARY_BLOCKS + 1)), toBlock: hexOf(head) }
  const all = readLogs(await ask('eth_getLogs', [blocks])).filter(log => isTransferOf(contract, log))
  const to = all[0]?.topics[2] ?? null
  const filter = { ...blocks, address: `0x${contract}`, topics: [TRANSFER_TOPIC, null, to] }
  const expected = to === null ? 0 : all.filter(log => log.topics[2] === to).length
  if (readLogs(await ask('eth_getLogs', [filter])).length !== expected)
    throw new NetworkError('lying', 'узел теряет поступления: поиск по адресу находит не то же, что без него')
}
