import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Payment } from '#shared/contracts/payments.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const SIGNUP = 5
const WEEK_MINUTES = 7 * 24 * 60

// A chain's clock only goes on, so each test has a chain of its own.
let world: PaymentWorld
let anna: Person
beforeEach(async () => {
  world = await openPaymentWorld({ title: 'EVM', family: 'evm', decimals: 6, horizon: 3 })
  anna = await registerAndLogin(world.app)
})
afterEach(() => world.stop())

const gained = async () => (await world.balance(anna)) - SIGNUP
const read = (payment: Payment) => world.read(anna, payment.id)

test('nothing paid ends only when the chain has passed the time, and late money is credited', async () => {
  const payment = await world.create(anna, '200')
  await world.chain.wait(59 * 60)
  await world.settle()
  expect((await read(payment)).status).toBe('pending')
  await world.pass(3)
  expect(await read(payment)).toMatchObject({
    status: 'expired',
    exception: 'none',
    outstanding_amount_usdt: 0
  })
  await world.pay(payment, 30)
  await world.settle()
  expect(await read(payment)).toMatchObject({ status: 'completed', exception: 'late', used_requests: 3_000 })
  await world.pass(WEEK_MINUTES)
  await world.pay(payment, 5)
  await world.settle()
  expect(await read(payment)).toMatchObject({
    status: 'completed',
    exception: 'review',
    used_requests: 3_000
  })
  expect(await gained()).toBe(3_000)
})

test('a part that nobody completes is credited without the bonus when its time is over', async () => {
  const payment = await world.create(anna, '200')
  await world.pay(payment, 150)
  await world.settle()
  await world.pass(70)
  expect(await read(payment)).toMatchObject({
    status: 'pending',
    exception: 'partial',
    outstanding_amount_usdt: 50
  })
  await world.pass(60)
  expect(await read(payment)).toMatchObject({
    status: 'completed',
    exception: 'partial',
    used_requests: 15_000,
    bonus_applied: false
  })
  await world.pay(payment, 50)
  await world.settle()
  // What comes late brings no bonus to what came in time, only to itself.
  expect(await read(payment)).toMatchObject({
    exception: 'late',
    used_requests: 20_000,
    bonus_applied: false
  })
  await world.pay(payment, 50)
  await world.settle()
  expect(await read(payment)).toMatchObject({ exception: 'late', used_requests: 26_000, bonus_applied: true })
  expect((await world.ledger(anna)).map(({ delta }) => delta)).toEqual([15_000, 5_000, 6_000])
})

test('money that came in time is in time, when the watcher was away until after it', async () => {
  const payment = await world.create(anna, '20')
  await world.chain.wait(30 * 60)
  await world.pay(payment, 20)
  await world.chain.wait(5 * 60 * 60)
  await world.settle()
  expect(await read(payment)).toMatchObject({ status: 'completed', exception: 'none', used_requests: 2_000 })
})

test('money that is seen keeps the payment open until it is settled', async () => {
  const payment = await world.create(anna, '20')
  await world.chain.wait(59 * 60 + 30)
  await world.pay(payment, 20)
  await world.chain.wait(30 * 60)
  await world.chain.mine(1)
  await world.look()
  expect(await read(payment)).toMatchObject({ status: 'pending', seen_amount_usdt: 20, confirmations: 2 })
  await world.settle()
  expect(await read(payment)).toMatchObject({ status: 'completed', exception: 'none' })
})

test('a confirmation and the end of a payment race, and one of them wins whole', async () => {
  const keeper = await signedInAs(world.app, ROLE_ADMIN)
  const payments = await Promise.all(['11', '12', '13', '14', '15'].map(usd => world.create(anna, usd)))
  await world.chain.wait(70 * 60)
  await world.chain.mine(6)
  const [answers] = await Promise.all([
    Promise.all(payments.map(({ id }) => keeper.post(`/api/auth/admin/payments/${id}/confirm`))),
    world.look()
  ])
  await world.settle()
  let due = 0
  for (const [index, payment] of payments.entries()) {
    const isConfirmed = answers[index]?.status === 200
    if (isConfirmed) due += payment.credits
    expect(answers[index]?.status).toBe(isConfirmed ? 200 : 409)
    expect((await read(payment)).status).toBe(isConfirmed ? 'completed' : 'expired')
  }
  expect(await gained()).toBe(due)
})

test('a payment with money on its way is not cancelled, and money for a cancelled one waits', async () => {
  const payment = await world.create(anna, '20')
  await world.pay(payment, 5)
  await world.look()
  expect((await anna.post(`/api/payment/${payment.id}/cancel`)).body.code).toBe('HAS_MONEY')
  const other = await world.create(anna, '30')
  expect((await anna.post(`/api/payment/${other.id}/cancel`)).body.data.status).toBe('cancelled')
  await world.pay(other, 30)
  await world.settle()
  expect(await read(other)).toMatchObject({ status: 'cancelled', exception: 'review', used_requests: 0 })
  expect(await gained()).toBe(0)
})

test('the terms of a payment are those of the day it was made', async () => {
  const payment = await world.create(anna, '50')
  const { owner } = world.app.database
  await owner`INSERT INTO payment_terms (rate, bonus_threshold, bonus_multiplier) VALUES (7.5, 20, 1.5)`
  const other = await world.create(anna, '25')
  await world.pay(payment, 50)
  await world.pay(other, 25)
  await world.settle()
  expect((await read(payment)).used_requests).toBe(5_000)
  expect((await read(other)).used_requests).toBe(Math.floor(Math.floor(25 * 7.5) * 1.5))
})

test('money for an account that is gone waits, and keeps nobody else waiting', async () => {
  const boris = await registerAndLogin(world.app)
  const [lost, paid] = [await world.create(boris, '20'), await world.create(anna, '20')]
  await world.app.database.owner`DELETE FROM users WHERE id = ${boris.user.id}`
  await world.pay(lost, 20)
  await world.pay(paid, 20)
  await world.settle()
  expect(await gained()).toBe(2_000)
  const [row] = await world.app.database.owner`SELECT exception FROM payment WHERE id = ${lost.id}`
  expect(row.exception).toBe('review')
})

test('money that is only seen after the end takes nothing back, and what was credited is not decided again', async () => {
  const administrator = await signedInAs(world.app, ROLE_ADMIN)
  const payment = await world.create(anna, '100')
  await world.pay(payment, 50)
  await world.settle()
  await world.pass(24 * 60)
  await world.look()
  expect(await read(payment)).toMatchObject({
    status: 'completed',
    exception: 'partial',
    used_requests: 5_000
  })
  await world.pay(payment, 1)
  await world.look()
  expect(await read(payment)).toMatchObject({ status: 'completed', used_requests: 5_000 })
  await administrator.request(`/api/auth/admin/payments/${payment.id}`, { method: 'DELETE' })
  const { body } = await administrator.get('/api/auth/admin/payments/review')
  expect(body.transfers).toEqual([])
  expect(await gained()).toBe(5_000)
})
