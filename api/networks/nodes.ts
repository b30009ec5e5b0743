import { BaseError, createClient, http } from 'viem'
import { NetworkError, type NetworkFailure, PATIENCE_MS } from './contract.ts'

/** Calls made together travel in one request, so one machine answers them. */
export type Ask = (method: string, params?: readonly unknown[]) => Promise<unknown>

interface Node {
  ask: Ask
  verifiedAt: number
  restsUntil: number
  failures: number
}

/** Asks nodes in turn until one answers well. */
export interface Nodes {
  /** @throws NetworkError of the last one tried. */
  ask<T>(work: (ask: Ask) => Promise<T>): Promise<T>
  /** Verifies answering nodes. @throws NetworkError of the first wrong one, or when none answers. */
  verify(): Promise<void>
}

const VERIFIED_MS = 3_600_000
const REST_MS = 5_000
const REST_MAX_MS = 60_000
const BATCH_CALLS = 100
const RANGE_CODE = -32_005
const RANGE_TEXT = /range|limit exceeded|too many|too large|more than|response size/i

/** @param verify Throws a `NetworkError`; repeated hourly. */
export function openNodes(urls: readonly string[], verify: (ask: Ask) => Promise<void>): Nodes {
  const nodes = urls.map(url => ({ ask: askerOf(url), verifiedAt: 0, restsUntil: 0, failures: 0 }))

  async function verified(node: Node): Promise<void> {
    if (Date.now() - node.verifiedAt < VERIFIED_MS) return
    await verify(node.ask)
    node.verifiedAt = Date.now()
  }

  /** Growing and randomised pauses. */
  function rest(node: Node): void {
    const most = Math.min(REST_MAX_MS, REST_MS * 2 ** node.failures)
    node.failures += 1
    node.restsUntil = Date.now() + most * (0.5 + Math.random() / 2)
    node.verifiedAt = 0
  }

  return {
    async ask(work) {
      const awake = nodes.filter(node => node.restsUntil <= Date.now())
      let last = new NetworkError('down', 'узлы сети не отвечали, следующая попытка через несколько секунд')
      for (const node of awake) {
        try {
          await verified(node)
          const answer = await work(node.ask)
          node.failures = 0
          return answer
        } catch (error) {
          last = failureOf(error)
          // Too large a range is not the node's fault.
          if (last.failure === 'range') throw last
          rest(node)
        }
      }
      throw last
    },

    async verify() {
      let last: NetworkError | null = null
      let answered = 0
      for (const node of nodes) {
        try {
          await verified(node)
          answered += 1
        } catch (error) {
          last = failureOf(error)
          if (last.failure === 'wrong' || last.failure === 'lying') throw last
        }
      }
      if (answered === 0 && last) throw last
    }
  }
}

function askerOf(url: string): Ask {
  const client = createClient({
    transport: http(url, { batch: { batchSize: BATCH_CALLS }, retryCount: 0, timeout: PATIENCE_MS })
  })
  return (method, params = []) => client.request({ method, params } as never)
}

interface RpcFault {
  status?: number
  code?: number
  details?: string
  name?: string
}

/** Keeps kind and status only: viem's texts name the node's address. */
function failureOf(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error
  if (!(error instanceof BaseError)) return new NetworkError('lying', 'ответ узла не читается')
  const faults = causesOf(error)
  const isRange = faults.some(
    ({ code, details, name }) =>
      code === RANGE_CODE || (name === 'RpcRequestError' && RANGE_TEXT.test(details ?? ''))
  )
  if (isRange) return new NetworkError('range', 'узел не даёт столько блоков за один раз')
  const status = faults.find(fault => fault.status !== undefined)?.status
  if (status !== undefined) return down(`узел ответил ${status}`)
  if (faults.some(({ name }) => name === 'TimeoutError')) return down('узел не ответил вовремя')
  const code = faults.find(fault => typeof fault.code === 'number')?.code
  return down(code === undefined ? 'узел не отвечает' : `узел ответил ошибкой ${code}`)
}

const down = (detail: string, failure: NetworkFailure = 'down') => new NetworkError(failure, detail)

function causesOf(error: unknown): RpcFault[] {
  const causes: RpcFault[] = []
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause)
    causes.push(cause as RpcFault)
  return causes
}
