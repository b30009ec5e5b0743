import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SQL } from 'bun'
import { confirmByAdmin, deleteByAdmin } from '#api/features/payments/admin-service.ts'
import { reconcile } from '#api/features/payments/reconcile.ts'
import { cancelOwnPayment } from '#api/features/payments/service.ts'
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

/** A context in which a payment is deleted as soon as a transaction on it has ended. */
function deletedAtOnce(id: string) {
  const { context } = world.app
  const sql = new Proxy(context.sql, {
    get: (own, key) =>
      key === 'begin'
        ? async (work: (tx: SQL) => Promise<unknown>) => {
            const outcome = await own.begin(work)
            await deleteByAdmin(context, { userId: keeper.user.id, address: null }, id)
            return outcome
          }
        : Reflect.get(own, key)
  })
  return { ...context, sql }
}

test('what was done is answered, though the payment is deleted at once after', async () => {
  const anna = await registerAndLogin(world.app)
  const [confirmed, cancelled] = [await world.create(anna, '40'), await world.create(anna, '41')]
  const byKeeper = { userId: keeper.user.id, address: null }
  expect(await confirmByAdmin(deletedAtOnce(confirmed.id), byKeeper, confirmed.id)).toMatchObject({
    status: 'completed',
    used_requests: 4_000
  })
  expect(await world.balance(anna)).toBe(SIGNUP + 4_000)
  const byAnna = { userId: anna.user.id, address: null }
  const answer = await cancelOwnPayment(deletedAtOnce(cancelled.id), byAnna, cancelled.id)
  expect(answer.status).toBe('cancelled')
  expect((await keeper.post(`${ADMIN}/${confirmed.id}/confirm`)).status).toBe(404)
})

test('a confirmation beside the deletion of the account credits it first, or nothing at all', async () => {
  const { owner } = world.app.database
  const anna = await registerAndLogin(world.app)
  const payment = await world.create(anna, '40')
  // So long does the confirmation take that the account is deleted in the middle of it.
  await owner.unsafe(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE UPDATE OF confirmed_at ON payment FOR EACH ROW EXECUTE FUNCTION slow()`)
  const confirming = keeper.post(`${ADMIN}/${payment.id}/confirm`)
  const sleeps = () =>
    owner`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
  while ((await sleeps()).length === 0) await Bun.sleep(5)
  const [confirmed, deleted] = await Promise.all([
    confirming,
    keeper.delete(`/api/auth/admin/users/${anna.user.id}`)
  ])
  await owner.unsafe('DROP TRIGGER slow ON payment; DROP FUNCTION slow')
  expect([confirmed.status, deleted.status]).toEqual([200, 200])
  expect(confirmed.body.payment).toMatchObject({ status: 'completed', used_requests: 4_000 })
  expect(await world.ledger(anna)).toEqual([{ kind: 'payment', ref: `${payment.id}:0`, delta: 4_000 }])
  expect((await reconcile(world.app.context)).findings).toEqual([])
})

test('money that an administrator credited is shown as received, and statistics count it with its requests', async () => {
  const anna = await registerAndLogin(world.app)
  const [cancelled, paid, part] = await Promise.all(['50', '60', '70'].map(usd => world.create(anna, usd)))
  if (!(cancelled && paid && part)) throw new Error('no payments')
  await anna.post(`/api/payment/${cancelled.id}/cancel`)
  await world.pay(cancelled, 50)
  await world.pay(paid, 60)
  await world.pay(part, 10)
  await world.settle()
  const stats = async () => (await anna.get('/api/payment/stats')).body.data
  expect(await stats()).toMatchObject({ total_spent_usd: 60, total_requests_purchased: 6_000 })
  const [transfer] = await review()
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/credit`)).status).toBe(200)

  const shown = {
    status: 'cancelled',
    exception: 'none',
    received_amount_usdt: 50,
    used_requests: 5_000,
    admin_credited_requests: 5_000
  }
  expect(await world.read(anna, cancelled.id)).toMatchObject(shown)
  const { payments } = (await keeper.get(`${ADMIN}?search=${cancelled.id}`)).body
  expect(payments).toHaveLength(1)
  expect(payments[0]).toMatchObject(shown)
  expect((await world.read(anna, paid.id)).admin_credited_requests).toBe(0)
  // A part that has given nothing yet counts in neither.
  expect(await stats()).toMatchObject({ total_spent_usd: 110, total_requests_purchased: 11_000 })
})

test('statistics count a deleted payment where its requests stay, in counts and sums alike', async () => {
  const anna = await registerAndLogin(world.app)
  const [paid, unpaid, late] = await Promise.all(['50', '60', '70'].map(usd => world.create(anna, usd)))
  if (!(paid && unpaid && late)) throw new Error('no payments')
  await world.pay(paid, 50)
  await world.settle()
  for (const { id } of [paid, unpaid, late]) expect((await keeper.delete(`${ADMIN}/${id}`)).status).toBe(200)
  const stats = async () => (await anna.get('/api/payment/stats')).body.data
  const ofPaid = { total_payments: 1, completed_payments: 1, total_spent_usd: 50 }
  expect(await stats()).toMatchObject({ ...ofPaid, total_requests_purchased: 5_000 })

  await world.pay(late, 70)
  await world.settle()
  const [transfer] = await review()
  expect(await stats()).toMatchObject(ofPaid)
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/credit`)).status).toBe(200)
  expect(await stats()).toMatchObject({
    total_payments: 2,
    total_spent_usd: 120,
    total_requests_purchased: 12_000
  })
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
