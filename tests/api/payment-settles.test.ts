import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Hex } from '#api/networks/test-chain/index.ts'
import type { Payment } from '#shared/contracts/payments.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type LyingNode, startLyingNode } from '#tests/kit/lying-node.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const ADMIN = '/api/auth/admin/payments'
const SIGNUP = 5
/** More than the chain of three confirmations holds for final. */
const TOO_DEEP = 8

let world: PaymentWorld
let node: LyingNode
let anna: Person
let boris: Person
beforeAll(async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
  node = startLyingNode(world.chain.url)
})
afterEach(() => {
  node.lie = (_call, result) => result
})
afterAll(async () => {
  await node.stop()
  await world.stop()
})

const gained = async (person: Person) => (await world.balance(person)) - SIGNUP
const begin = async () => {
  ;[anna, boris] = await Promise.all([registerAndLogin(world.app), registerAndLogin(world.app)])
  return await Promise.all([world.create(anna, '10'), world.create(boris, '10')])
}

/** A signed transaction that pays the one now, and the other when it comes to stand a block later. */
async function payMoving(now: [Payment, number], later: [Payment, number]): Promise<Hex> {
  const amountOf = ([payment, usdt]: [Payment, number]): [Hex, bigint] => [
    world.target(payment),
    world.units(usdt)
  ]
  // The block after that in which the payer's coins are made.
  const isEven = Number(await world.chain.rpc<string>('eth_blockNumber')) % 2 === 0
  const pair = [amountOf(now), amountOf(later)] as const
  return await world.chain.payByBlock(world.token, pair[isEven ? 0 : 1], pair[isEven ? 1 : 0])
}

/** The last blocks are replaced by empty ones, and the transaction stands after them. */
async function moveOn(hash: Hex, { depth, looks }: { depth: number; looks: boolean }): Promise<void> {
  const signed = await world.chain.rpc<Hex>('eth_getRawTransactionByHash', hash)
  await world.chain.rpc('anvil_reorg', depth, [])
  if (looks) await world.look()
  await world.chain.rpc('eth_sendRawTransaction', signed)
}

describe.each([false, true])('a transaction that a reorganisation changes (looked at between: %p)', looks => {
  test('is credited for the ten that settled, not for the ten thousand that were seen', async () => {
    const [payment] = await begin()
    const hash = await payMoving([payment, 10_000], [payment, 10])
    await world.look()
    expect(await world.read(anna, payment.id)).toMatchObject({ seen_amount_usdt: 10_000 })
    await moveOn(hash, { depth: 1, looks })
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'completed',
      exception: 'none',
      received_amount_usdt: 10,
      transaction_hash: hash
    })
    expect(await gained(anna)).toBe(1_000)
  })

  test('is credited for the ten thousand that settled, when ten were seen', async () => {
    const [payment] = await begin()
    const hash = await payMoving([payment, 10], [payment, 10_000])
    await world.look()
    await moveOn(hash, { depth: 1, looks })
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      exception: 'over',
      received_amount_usdt: 10_000
    })
    expect(await gained(anna)).toBe(1_100_000)
  })

  test('is credited to the payment whose address it settled to', async () => {
    const [payment, other] = await begin()
    const hash = await payMoving([payment, 10], [other, 10])
    await world.look()
    expect(await world.read(anna, payment.id)).toMatchObject({ seen_amount_usdt: 10 })
    await moveOn(hash, { depth: 1, looks })
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'pending',
      seen_amount_usdt: 0,
      transaction_hash: null
    })
    expect(await world.read(boris, other.id)).toMatchObject({ status: 'completed', transaction_hash: hash })
    expect([await gained(anna), await gained(boris)]).toEqual([0, 1_000])
  })
})

test('what has settled never changes, though another chain settles the same transaction in another way', async () => {
  const keeper = await signedInAs(world.app, ROLE_ADMIN)
  const [payment, other] = await begin()
  const hash = await payMoving([payment, 10], [other, 10_000])
  await world.settle()
  expect(await gained(anna)).toBe(1_000)
  // An odd depth, so that the transaction comes to a block of the other kind.
  await moveOn(hash, { depth: TOO_DEEP - 1, looks: false })
  await world.settle()
  expect((await keeper.post(`${ADMIN}/networks/local/resume`)).status).toBe(200)
  await world.chain.mine(TOO_DEEP)
  await world.look(world.through([world.chain.url]))
  const transfers = await world.app.database.owner`SELECT payment_id AS payment, micro::float8 AS micro, state
    FROM payment_transfer WHERE tx_hash = ${hash}`
  expect([...transfers]).toEqual([{ payment: payment.id, micro: 10_000_000, state: 'settled' }])
  expect([await gained(anna), await gained(boris)]).toEqual([1_000, 0])
})

type Log = { data: string; topics: string[] }
const LIES: [string, (log: Log, other: Payment) => Log][] = [
  ['its amount', log => ({ ...log, data: `0x${(10n ** 12n).toString(16).padStart(64, '0')}` })],
  [
    'who gets it',
    (log, other) => ({
      ...log,
      topics: [...log.topics.slice(0, 2), `0x${'0'.repeat(24)}${world.target(other).slice(2)}`]
    })
  ],
  [
    'who sent it',
    log => ({ ...log, topics: log.topics.toSpliced(1, 1, `0x${'0'.repeat(24)}${'77'.repeat(20)}`) })
  ]
]

test.each(LIES)(
  'a node that lies about %s before it is final changes nothing of what is credited',
  async (_of, lie) => {
    const [payment, other] = await begin()
    const hash = await world.pay(payment, 10)
    node.lie = ({ method, params }, result) => {
      const { topics } = (params[0] ?? {}) as { topics?: unknown[] }
      return method === 'eth_getLogs' && Array.isArray(topics?.[2])
        ? (result as Log[]).map(log => lie(log, other))
        : result
    }
    await world.look(world.through([node.url]))
    const seen = await world.app.database.owner`SELECT state FROM payment_transfer WHERE tx_hash = ${hash}`
    expect([...seen]).toEqual([{ state: 'seen' }])
    await world.chain.mine(TOO_DEEP)
    await world.look(world.through([world.chain.url]))
    expect([await gained(anna), await gained(boris)]).toEqual([1_000, 0])
    const [transfer] = await world.app.database
      .owner`SELECT micro::float8 AS micro, payment_id AS payment, from_account AS sender
    FROM payment_transfer WHERE tx_hash = ${hash}`
    const [payer] = await world.chain.rpc<string[]>('eth_accounts')
    expect(transfer).toEqual({
      micro: 10_000_000,
      payment: payment.id,
      sender: payer?.slice(2).toLowerCase()
    })
  }
)

test.each(CHAIN_KINDS.map(kind => [kind.title, kind] as const))(
  'an amount beyond all bounds waits for an administrator, and everybody else is credited: %s',
  async (_title, kind) => {
    const own = await openPaymentWorld(kind)
    try {
      const keeper = await signedInAs(own.app, ROLE_ADMIN)
      const [carl, dora] = await Promise.all([registerAndLogin(own.app), registerAndLogin(own.app)])
      const [absurd, usual] = await Promise.all([own.create(carl, '10'), own.create(dora, '30')])
      await own.chain.pay(own.token, own.target(absurd), 2n ** 250n)
      await own.look()
      expect((await own.read(carl, absurd.id)).seen_amount_usdt).toBe(1_000_000_000)
      await own.pay(usual, 30)
      await own.settle()
      expect(await own.balance(dora)).toBe(SIGNUP + 3_000)
      expect(await own.balance(carl)).toBe(SIGNUP)
      const { transfers } = (await keeper.get(`${ADMIN}/review`)).body
      expect(transfers).toHaveLength(1)
      expect(transfers[0]).toMatchObject({ payment_id: absurd.id, reason: 'too_large' })
      const { owner } = own.app.database
      const [stored] =
        await owner`SELECT units::text AS units FROM payment_transfer WHERE payment_id = ${absurd.id}`
      expect(stored.units).toBe(String(2n ** 250n))
      const [note] =
        await owner`SELECT detail->>'text' AS text FROM payment_note WHERE key = ${`review:${transfers[0].id}`}`
      expect(note.text).toContain('ждут решения')
      expect((await keeper.post(`${ADMIN}/review/${transfers[0].id}/credit`)).body.code).toBe('BALANCE_FULL')
      expect((await keeper.get(`${ADMIN}/health`)).body.networks[0]).toMatchObject({
        state: 'ok',
        last_error: null
      })
    } finally {
      await own.stop()
    }
  }
)
