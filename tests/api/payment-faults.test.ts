import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { verifyNetworks } from '#api/features/payments/verify-networks.ts'
import { type LyingNode, RpcRefusal, startLyingNode } from '#tests/kit/lying-node.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'

const SIGNUP = 5
type Log = Record<string, string>

let world: PaymentWorld
let node: LyingNode
beforeAll(async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
  node = startLyingNode(world.chain.url)
})
afterEach(async () => {
  node.lie = (_call, result) => result
  node.refuse = null
  await world.settle()
})
afterAll(async () => {
  await node.stop()
  await world.stop()
})

async function begin(usd: string) {
  const anna = await registerAndLogin(world.app)
  return { anna, payment: await world.create(anna, usd) }
}
const gained = async (person: Person) => (await world.balance(person)) - SIGNUP
/** Makes what was paid final, and looks through the lying node alone. */
async function lookThrough(urls = [node.url]) {
  await world.chain.mine(2)
  await world.look(world.through(urls))
}
const watch = async () => {
  const [row] = await world.app.database
    .owner`SELECT w.last_error AS error, w.failures, w.is_halted AS "isHalted",
    c.settled_block::int AS settled FROM chain_watch w JOIN chain_cursor c USING (network)`
  return row
}

/** What a node may say wrongly, and what is said of it. In each case nothing is credited by it, and everything after it. */
const LIES: [string, string, (node: LyingNode) => void][] = [
  [
    'refuses everybody for half a minute',
    'узел ответил 403',
    node => {
      node.refuse = () => new Response('{"Error":"suspended for 30s"}', { status: 403 })
    }
  ],
  [
    'is over its limit',
    'узел ответил 429',
    node => (node.refuse = () => new Response(null, { status: 429 }))
  ],
  ['speaks another language', 'узел', node => (node.refuse = () => new Response('<html>'))],
  [
    'is of another chain',
    'узел другой сети: её номер 1, а нужен 31337',
    node => (node.lie = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  ],
  [
    'knows no such token',
    'нет токена с 6 знаками',
    node => (node.lie = ({ method }, result) => (method === 'eth_call' ? '0x12' : result))
  ],
  [
    'is behind',
    'узел отстаёт от сети',
    node => {
      node.lie = ({ method }, result) => (method === 'eth_blockNumber' ? '0x2' : result)
    }
  ],
  [
    'falls behind between two questions',
    'узел отстаёт от сети',
    node => {
      let heads = 0
      // The first two are asked to see what it is and how far it is.
      node.lie = ({ method }, result) => (method === 'eth_blockNumber' && ++heads > 2 ? '0x2' : result)
    }
  ],
  [
    'gives logs of another token',
    'узел прислал чужие поступления',
    node =>
      (node.lie = ({ method, params }, result) =>
        method === 'eth_getLogs' && isFiltered(params)
          ? (result as Log[]).map(log => ({ ...log, address: `0x${'12'.repeat(20)}` }))
          : result)
  ],
  [
    'gives logs to another address',
    'узел прислал чужие поступления',
    node =>
      (node.lie = ({ method, params }, result) =>
        method === 'eth_getLogs' && isFiltered(params)
          ? (result as { topics: string[] }[]).map(log => ({
              ...log,
              topics: [log.topics[0], log.topics[1], `0x${'0'.repeat(24)}${'34'.repeat(20)}`]
            }))
          : result)
  ],
  [
    'gives a log in two forms',
    'узел прислал одно поступление в двух видах',
    node =>
      (node.lie = ({ method, params }, result) =>
        method === 'eth_getLogs' && isFiltered(params)
          ? (result as Log[]).flatMap(log => [log, { ...log, data: `0x${'0'.repeat(63)}1` }])
          : result)
  ],
  [
    'numbers a log beyond all bounds',
    'узел прислал журнал в неизвестном виде',
    node =>
      (node.lie = ({ method, params }, result) =>
        method === 'eth_getLogs' && isFiltered(params)
          ? (result as Log[]).map(log => ({ ...log, logIndex: '0xffffffffffff' }))
          : result)
  ],
  [
    'tells of a block of no time that there is',
    'узел прислал блок в неизвестном виде',
    node =>
      (node.lie = ({ method }, result) =>
        method === 'eth_getBlockByHash' ? { ...(result as Log), timestamp: '0xffffffffffffffff' } : result)
  ],
  [
    'has lost the index of its logs',
    'узел теряет поступления',
    node =>
      (node.lie = ({ method, params }, result) =>
        method === 'eth_getLogs' && 'address' in (params[0] as object) ? [] : result)
  ]
]

/** Of accounts of ours; the others are asked to see what the node is. */
function isFiltered(params: unknown[]): boolean {
  const { topics } = params[0] as { topics?: unknown[] }
  return Array.isArray(topics?.[2])
}

test.each(LIES)(
  'a node that %s is told («%s»), and no credit is lost or made',
  async (_what, lieName, lie) => {
    const { anna, payment } = await begin('20')
    await world.pay(payment, 20)
    lie(node)
    const { settled } = await watch()
    await lookThrough()
    expect((await watch()).error).toContain(lieName)
    expect((await watch()).settled).toBe(settled)
    expect(await gained(anna)).toBe(0)
    // A second node that speaks the truth is asked in its place.
    await lookThrough([node.url, world.chain.url])
    expect(await watch()).toMatchObject({ error: null, failures: 0 })
    expect(await gained(anna)).toBe(2_000)
  }
)

test('a start is refused for a node of another chain, and only warned for one that is silent', async () => {
  node.lie = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result)
  await expect(verifyNetworks([world.through([world.chain.url, node.url])])).rejects.toThrow(
    'PAYMENT_RPC_LOCAL: узел другой сети: её номер 1, а нужен 31337'
  )
  node.refuse = () => new Response(null, { status: 503 })
  expect(await verifyNetworks([world.through([node.url])])).toBeUndefined()
})

test('logs that come twice count once', async () => {
  const { anna, payment } = await begin('20')
  await world.pay(payment, 20)
  node.lie = ({ method, params }, result) =>
    method === 'eth_getLogs' && isFiltered(params) ? [...(result as Log[]), ...(result as Log[])] : result
  await lookThrough()
  expect(await gained(anna)).toBe(2_000)
})

test('a range that is refused is asked in parts, and no block is left out', async () => {
  const { anna, payment } = await begin('20')
  await world.pay(payment, 20)
  await world.chain.mine(40)
  const ranges: [number, number][] = []
  node.lie = ({ method, params }, result) => {
    if (method !== 'eth_getLogs' || !isFiltered(params)) return result
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    if (Number(toBlock) - Number(fromBlock) >= 5) return new RpcRefusal(-32_000, 'exceed max block range: 5')
    ranges.push([Number(fromBlock), Number(toBlock)])
    return result
  }
  await lookThrough()
  expect((await watch()).error).toBeNull()
  expect(await gained(anna)).toBe(2_000)
  for (const [index, [from]] of ranges.entries())
    if (index > 0) expect(from).toBe((ranges[index - 1]?.[1] ?? 0) + 1)
  expect(ranges.length).toBeGreaterThan(8)
})

test('empty logs do not end a payment whose address holds money', async () => {
  const { anna, payment } = await begin('20')
  await world.pay(payment, 20)
  node.lie = ({ method, params }, result) => (method === 'eth_getLogs' && isFiltered(params) ? [] : result)
  await lookThrough()
  expect(await world.read(anna, payment.id)).toMatchObject({ status: 'pending', received_amount_usdt: 0 })
  await world.chain.wait(2 * 3_600)
  await world.chain.mine(3)
  await lookThrough()
  // The witness has found it among all logs, and the block says that it came in time.
  expect(await world.read(anna, payment.id)).toMatchObject({ status: 'completed', exception: 'none' })
  expect(await gained(anna)).toBe(2_000)
})

test('a final block that is rewritten stops the network, and credits nothing', async () => {
  const before = await watch()
  node.lie = ({ method }, result) =>
    method === 'eth_getBlockByNumber' ? { ...(result as object), hash: `0x${'ab'.repeat(32)}` } : result
  await lookThrough()
  expect(await watch()).toMatchObject({ isHalted: true, settled: before.settled })
  expect((await watch()).error).toContain('сеть переписала окончательный блок')
  node.lie = (_call, result) => result
  const { anna, payment } = await begin('20')
  await world.pay(payment, 20)
  await lookThrough()
  expect(await gained(anna)).toBe(0)
  expect((await world.app.context.sql`SELECT is_halted FROM chain_watch`)[0].is_halted).toBe(true)
  await world.app.database.owner`UPDATE chain_watch SET is_halted = false`
  await world.settle()
  expect(await gained(anna)).toBe(2_000)
})
