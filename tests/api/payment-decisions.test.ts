import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin, setCredits, signedInAs } from '#tests/kit/people.ts'

const ADMIN = '/api/auth/admin/payments'
const SIGNUP = 5
/** Nine tenths of what an account holds. */
const MOST = 900_000_000

let world: PaymentWorld
let keeper: Person
beforeAll(async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
  keeper = await signedInAs(world.app, ROLE_ADMIN)
})
afterAll(() => world.stop())

const review = async () => (await keeper.get(`${ADMIN}/review`)).body.transfers

test('requests that an account has no room for wait for it, and none is lost', async () => {
  const anna = await registerAndLogin(world.app)
  const { owner } = world.app.database
  await owner`INSERT INTO payment_terms (rate, bonus_threshold, bonus_multiplier) VALUES (1000000, 1000000, 1)`
  const [first, second, third] = await Promise.all(
    ['900', '900.01', '900.02'].map(usd => world.create(anna, usd))
  )
  if (!(first && second && third)) throw new Error('no payments')
  for (const payment of [first, second]) await world.pay(payment, payment.amount_usd)
  await world.settle()

  const paid = await Promise.all([first, second].map(({ id }) => world.read(anna, id)))
  expect(paid.map(({ exception }) => exception).toSorted()).toEqual(['none', 'review'])
  const [waiting] = paid.filter(({ exception }) => exception === 'review')
  if (!waiting) throw new Error('nothing waits')
  const credits = paid.reduce((all, { used_requests }) => all + used_requests, 0)
  expect(await world.balance(anna)).toBe(credits + SIGNUP)
  expect((await anna.post('/api/payment/create', { usd_amount: 905 })).body.code).toBe('BALANCE_FULL')
  expect((await keeper.post(`${ADMIN}/${third.id}/confirm`)).body.code).toBe('BALANCE_FULL')
  const [transfer] = await review()
  expect(transfer).toMatchObject({ payment_id: waiting.id, reason: 'no_room' })
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/credit`)).body.code).toBe('BALANCE_FULL')

  // The account is emptied, as by searches; the decision finds that nothing keeps the money any more.
  await setCredits(world.app, anna.username, 0)
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/credit`)).status).toBe(200)
  expect(await world.balance(anna)).toBe(waiting.amount_usd * 1_000_000)
  expect((await world.read(anna, waiting.id)).used_requests).toBeGreaterThanOrEqual(MOST)
  expect((await anna.get('/api/payment/stats')).body.data.total_requests_purchased).toBeGreaterThan(
    2 * MOST - 1
  )
  expect(await review()).toEqual([])
  await owner`DELETE FROM payment_terms`
})

test('a deleted payment whose requests were given is not offered again, though its block is of tomorrow', async () => {
  const anna = await registerAndLogin(world.app)
  const payment = await world.create(anna, '40')
  await world.chain.wait(40 * 60)
  await world.pay(payment, 40)
  await world.settle()
  expect(await world.balance(anna)).toBe(SIGNUP + 4_000)
  expect((await keeper.delete(`${ADMIN}/${payment.id}`)).status).toBe(200)
  await world.app.database.owner`UPDATE payment SET due = true WHERE id = ${payment.id}`
  await world.settle()
  expect(await review()).toEqual([])

  await world.pay(payment, 7)
  await world.settle()
  const offered = await review()
  expect(offered).toHaveLength(1)
  expect(offered[0]).toMatchObject({ reason: 'deleted', amount_usdt: 7, credits: 700 })
  expect((await keeper.post(`${ADMIN}/review/${offered[0].id}/credit`)).status).toBe(200)
  expect((await keeper.post(`${ADMIN}/review/${offered[0].id}/credit`)).body.code).toBe('ALREADY_DECIDED')
  expect(await world.balance(anna)).toBe(SIGNUP + 4_700)
})

test('an administrator lets a halted network go on, on the chain that there is now', async () => {
  const [anna, boris] = await Promise.all([registerAndLogin(world.app), registerAndLogin(world.app)])
  const [payment, other] = await Promise.all([world.create(anna, '20'), world.create(boris, '30')])
  const resume = (network: string) => keeper.post(`${ADMIN}/networks/${network}/resume`)
  expect((await resume('local')).body.code).toBe('NOT_HALTED')
  expect((await resume('bitcoin')).status).toBe(404)
  expect((await anna.post(`${ADMIN}/networks/local/resume`)).status).toBe(403)
  await world.pay(payment, 20)
  await world.settle()
  expect(await world.balance(anna)).toBe(SIGNUP + 2_000)

  // Deeper than three blocks, so that a block that counted as final is another one now.
  await world.chain.rpc('anvil_reorg', 5, [])
  await world.pay(other, 30)
  await world.settle()
  const health = async () => (await keeper.get(`${ADMIN}/health`)).body.networks[0]
  expect(await health()).toMatchObject({ state: 'halted' })
  expect(await world.balance(boris)).toBe(SIGNUP)

  const answers = await Promise.all(Array.from({ length: 5 }, () => resume('local')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  // The node that told of another block rests, so that a new one is asked.
  await world.look(world.through([world.chain.url]))
  expect(await health()).toMatchObject({ last_error: null })
  expect(await world.balance(boris)).toBe(SIGNUP + 3_000)
  expect(await world.balance(anna)).toBe(SIGNUP + 2_000)
  const audits = await world.app.database
    .owner`SELECT actor_id AS actor, detail FROM audit_event WHERE action = 'payment_network_resume'`
  expect(audits).toHaveLength(1)
  expect(audits[0]).toMatchObject({
    actor: keeper.user.id,
    detail: { network: 'local', before: { is_halted: true }, after: { is_halted: false } }
  })
})
