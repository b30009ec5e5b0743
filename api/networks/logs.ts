import * as v from 'valibot'
import { type BlockRange, type ChainTransfer, NetworkError } from './contract.ts'

/** `Transfer(address,address,uint256)` */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const TOPIC_ZEROS = 24
export const numberOf = (text: string): number => Number(BigInt(text))
/** Bounded by what its use can hold. */
const numberUpTo = (most: number) =>
  v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/i), v.transform(numberOf), v.maxValue(most))
const height = numberUpTo(Number.MAX_SAFE_INTEGER)
/** Limit of the column. */
const LOG_INDEX_MAX = 2 ** 31 - 1
/** Seconds of the last `Date`. */
const TIME_MAX = 8_640_000_000_000
const word = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i), v.toLowerCase())

const logShape = v.object({
  address: v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i), v.toLowerCase()),
  topics: v.array(word),
  data: v.pipe(v.string(), v.regex(/^0x([\da-f]{2})*$/i)),
  blockNumber: height,
  blockHash: word,
  transactionHash: word,
  logIndex: numberUpTo(LOG_INDEX_MAX),
  removed: v.optional(v.boolean(), false)
})
export type NodeLog = v.InferOutput<typeof logShape>

const blockShape = v.object({ number: height, hash: word, timestamp: numberUpTo(TIME_MAX) })

export interface NodeBlock {
  number: number
  hash: string
  time: number
}

export const hexOf = (value: number): string => `0x${value.toString(16)}`
export const topicOf = (account: string): string => `0x${'0'.repeat(TOPIC_ZEROS)}${account}`
const accountIn = (topic: string): string => topic.slice(2 + TOPIC_ZEROS)

const lying = (detail: string) => new NetworkError('lying', detail)

/** Null for an unknown block. */
export function readBlock(answer: unknown): NodeBlock | null {
  if (answer === null || answer === undefined) return null
  const checked = v.safeParse(blockShape, answer)
  if (!checked.success) throw lying('узел прислал блок в неизвестном виде')
  const { number, hash, timestamp } = checked.output
  return { number, hash, time: timestamp * 1000 }
}

export function readNumber(answer: unknown): number {
  const checked = v.safeParse(height, answer)
  if (!checked.success) throw lying('узел прислал не число')
  return checked.output
}

export function readLogs(answer: unknown): NodeLog[] {
  const checked = v.safeParse(v.array(logShape), answer)
  if (!checked.success) throw lying('узел прислал журнал в неизвестном виде')
  return checked.output
}

interface Question {
  contract: string
  range: BlockRange
  accounts: ReadonlySet<string>
}

export const isTransferOf = (contract: string, { address, topics, data }: NodeLog): boolean =>
  address === `0x${contract}` && topics[0] === TRANSFER_TOPIC && topics.length === 3 && data.length === 66

/** Positive transfers of the logs, each once. @throws NetworkError `lying` for a log that was not asked for. */
export function transfersIn(
  logs: readonly NodeLog[],
  { contract, range, accounts }: Question
): Omit<ChainTransfer, 'blockTime'>[] {
  const transfers = new Map<string, Omit<ChainTransfer, 'blockTime'>>()
  for (const log of logs) {
    const { blockNumber: block, logIndex } = log
    const to = accountIn(log.topics[2] ?? '')
    const wasAsked =
      isTransferOf(contract, log) &&
      accounts.has(to) &&
      block >= range.from &&
      block <= range.to &&
      !log.removed
    if (!wasAsked) throw lying('узел прислал чужие поступления')
    const units = BigInt(log.data)
    if (units === 0n) continue
    const { transactionHash: txHash, blockHash } = log
    const from = accountIn(log.topics[1] ?? '')
    const earlier = transfers.get(`${txHash}:${logIndex}`)
    if (earlier && (earlier.units !== units || earlier.blockHash !== blockHash))
      throw lying('узел прислал одно поступление в двух видах')
    transfers.set(`${txHash}:${logIndex}`, { txHash, logIndex, block, blockHash, from, to, units })
  }
  return [...transfers.values()]
}
