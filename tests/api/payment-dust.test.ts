import { afterEach, expect, test } from 'bun:test'
import { DUST_THRESHOLD_MICRO } from '#shared/constants.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const SIGNUP = 5
const CENT = DUST_THRESHOLD_MICRO / 1_000_000
const KINDS = CHAIN_KINDS.filter(({ family }) => family === 'evm').map(kind => [kind.title, kind] as const)

let world: PaymentWorld
afterEach(() => world.stop())

test.each(KINDS)(
  'the smallest unit of a token binds nobody to a payment, a cent does: %s',
  async (_title, kind) => {
    world = await openPaymentWorld(kind)
    const [anna, keeper] = await Promise.all([registerAndLogin(world.app), signedInAs(world.app, ROLE_ADMIN)])
    const [seen, settled, part] = await Promise.all(['10', '11', '12'].map(usd => world.create(anna, usd)))
    if (!(seen && settled && part)) throw new Error('no payments')
    const cancel = async (id: string) => (await anna.post(`/api/payment/${id}/cancel`)).body
    await world.chain.pay(world.token, world.target(settled), 1n)
    await world.pay(part, CENT)
    await world.settle()
    await world.chain.pay(world.token, world.target(seen), 1n)
    await world.look()
    expect(await world.read(anna, settled.id)).toMatchObject({
      status: 'pending',
      exception: 'none',
      expires_at: settled.expires_at,
      outstanding_amount_usdt: 11
    })
    expect(await world.read(anna, part.id)).toMatchObject({
      exception: 'partial',
      outstanding_amount_usdt: 12 - CENT
    })

    for (const { id } of [seen, settled]) expect((await cancel(id)).data.status).toBe('cancelled')
    expect((await cancel(part.id)).code).toBe('HAS_MONEY')
    await world.settle()
    for (const { id } of [seen, settled])
      expect(await world.read(anna, id)).toMatchObject({ status: 'cancelled', exception: 'none' })
    expect((await keeper.get('/api/auth/admin/payments/review')).body.total).toBe(0)
    const { payments } = (await keeper.get('/api/auth/admin/payments')).body
    expect(payments.map(({ transfers }: { transfers: unknown[] }) => transfers.length)).toEqual([1, 1, 1])

    // What is more than dust in sum waits for a decision whole.
    await world.pay(settled, CENT)
    await world.settle()
    expect((await keeper.get('/api/auth/admin/payments/review')).body.total).toBe(2)
  }
)

test('dust prolongs no payment and is counted with what comes beside it', async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
  const anna = await registerAndLogin(world.app)
  const [dusty, whole] = [await world.create(anna, '10'), await world.create(anna, '20')]
  for (const payment of [dusty, whole]) await world.pay(payment, CENT / 2)
  await world.pay(whole, 20 - CENT * 1.5)
  await world.settle()
  expect(await world.read(anna, whole.id)).toMatchObject({ status: 'completed', exception: 'none' })
  expect(await world.balance(anna)).toBe(SIGNUP + 2_000)
  await world.chain.wait(62 * 60)
  // Seen alone it keeps nothing open either.
  await world.pay(dusty, CENT / 4)
  await world.settle()
  expect(await world.read(anna, dusty.id)).toMatchObject({
    status: 'expired',
    exception: 'none',
    expires_at: dusty.expires_at,
    received_amount_usdt: CENT * 0.75
  })
  await world.pay(dusty, CENT / 4)
  await world.settle()
  expect(await world.read(anna, dusty.id)).toMatchObject({
    status: 'completed',
    exception: 'late',
    used_requests: 1
  })
})
