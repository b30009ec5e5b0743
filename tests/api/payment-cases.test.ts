import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openPaymentWorld, type PaymentWorld, TRIED_KINDS } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'

const SIGNUP = 5

describe.each(TRIED_KINDS.map(kind => [kind.title, kind] as const))('on %s', (_title, kind) => {
  let world: PaymentWorld
  let anna: Person
  beforeAll(async () => {
    world = await openPaymentWorld(kind)
  })
  afterAll(() => world.stop())

  /** A new person with a payment of so many dollars. */
  async function begin(usd: string) {
    anna = await registerAndLogin(world.app)
    return await world.create(anna, usd)
  }
  const gained = async () => (await world.balance(anna)) - SIGNUP

  test('an exact amount is first seen, then credited once', async () => {
    const payment = await begin('50')
    const hash = await world.pay(payment, 50)
    await world.look()
    const seen = await world.read(anna, payment.id)
    expect(seen).toMatchObject({
      status: 'pending',
      seen_amount_usdt: 50,
      received_amount_usdt: 0,
      confirmations: 1
    })
    expect(seen.outstanding_amount_usdt).toBe(0)
    expect(await gained()).toBe(0)
    await world.settle()
    await world.look()
    const paid = await world.read(anna, payment.id)
    expect(paid).toMatchObject({
      status: 'completed',
      exception: 'none',
      received_amount_usdt: 50,
      used_requests: 5_000,
      bonus_applied: false,
      transaction_hash: hash,
      confirmations: paid.required_confirmations
    })
    expect(await gained()).toBe(5_000)
    expect(await world.ledger(anna)).toEqual([{ kind: 'payment', ref: `${payment.id}:0`, delta: 5_000 }])
  })

  test('two halves make a whole, the first of which gives more time', async () => {
    const payment = await begin('100')
    await world.pay(payment, 40)
    await world.settle()
    const partly = await world.read(anna, payment.id)
    expect(partly).toMatchObject({ status: 'pending', exception: 'partial', outstanding_amount_usdt: 60 })
    expect(Date.parse(partly.expires_at) - Date.parse(payment.expires_at)).toBe(3_600_000)
    expect(await gained()).toBe(0)
    await world.pay(payment, 60)
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'completed',
      exception: 'none',
      bonus_applied: true
    })
    expect(await gained()).toBe(11_000)
  })

  test('a cent less is not missed, two are', async () => {
    const payment = await begin('20')
    await world.pay(payment, 19.99)
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'completed',
      exception: 'none',
      used_requests: 2_000
    })
    const other = await begin('20')
    await world.pay(other, 19.98)
    await world.settle()
    expect(await world.read(anna, other.id)).toMatchObject({ status: 'pending', exception: 'partial' })
  })

  test('more than asked, at once or later, is credited as well', async () => {
    const payment = await begin('90')
    await world.pay(payment, 120)
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'completed',
      exception: 'over',
      used_requests: 13_200
    })
    await world.pay(payment, 10)
    await world.settle()
    expect(await gained()).toBe(14_300)
    expect((await world.ledger(anna)).map(({ delta }) => delta)).toEqual([13_200, 1_100])
  })

  test('two transfers in one transaction count both, to one payment and to two', async () => {
    const payment = await begin('30')
    const target = world.target(payment)
    await world.chain.payTwo(world.token, [target, world.units(10)], [target, world.units(20)])
    const other = await world.create(anna, '40')
    const third = await world.create(anna, '60')
    await world.chain.payTwo(
      world.token,
      [world.target(other), world.units(40)],
      [world.target(third), world.units(60)]
    )
    await world.settle()
    expect(await gained()).toBe(13_000)
  })

  test('other tokens, nothing and the coin of the chain count for nothing', async () => {
    const payment = await begin('10')
    const target = world.target(payment)
    const other = await world.chain.deployToken(kind.decimals)
    await world.chain.pay(other, target, world.units(10))
    await world.chain.pay(world.token, target, 0n)
    const [from] = await world.chain.rpc<string[]>('eth_accounts')
    await world.chain.rpc('eth_sendTransaction', { from, to: target, value: '0xde0b6b3a7640000' })
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      status: 'pending',
      received_amount_usdt: 0,
      seen_amount_usdt: 0
    })
  })

  test('a fee that the token keeps is not credited', async () => {
    const payment = await begin('100')
    await world.chain.setFee(world.token, 100n)
    await world.pay(payment, 100)
    await world.chain.setFee(world.token, 0n)
    await world.settle()
    expect(await world.read(anna, payment.id)).toMatchObject({
      exception: 'partial',
      received_amount_usdt: 99
    })
  })

  test('what the chain takes back was only shown, and counts when it is paid again', async () => {
    const payment = await begin('25')
    await world.pay(payment, 25)
    await world.look()
    expect(await world.read(anna, payment.id)).toMatchObject({ seen_amount_usdt: 25 })
    // The payer's coins are made in the block before.
    await world.chain.rpc('anvil_reorg', 1, [])
    await world.look()
    expect(await world.read(anna, payment.id)).toMatchObject({ status: 'pending', seen_amount_usdt: 0 })
    await world.pay(payment, 25)
    await world.settle()
    await world.look()
    expect(await gained()).toBe(2_500)
  })
})
