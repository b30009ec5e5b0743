import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWatcher } from '#api/features/payments/watcher.ts'
import type { ChainNetwork } from '#api/networks/contract.ts'
import { UNPAID_PAYMENTS_PER_DAY } from '#shared/constants.ts'
import { startLyingNode } from '#tests/kit/lying-node.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { registerAndLogin } from '#tests/kit/people.ts'

const SIGNUP = 5
/** Addresses of payments that somebody made and cancelled: five portions of questions. */
const CANCELLED = 2_400
/** Questions for money that the node answers before it tires. */
const ANSWERED = 2

let world: PaymentWorld
beforeAll(async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
})
afterAll(() => world.stop())

test('who makes and cancels is stopped for a day, and who pays is not', async () => {
  const [anna, boris] = await Promise.all([registerAndLogin(world.app), registerAndLogin(world.app)])
  const { owner } = world.app.database
  const makeAndCancel = async (usd: number) => {
    const payment = await world.create(anna, String(usd))
    expect((await anna.post(`/api/payment/${payment.id}/cancel`)).status).toBe(200)
  }
  for (let count = 1; count < UNPAID_PAYMENTS_PER_DAY; count += 1) await makeAndCancel(10 + count)
  await owner`UPDATE payment SET created_at = created_at - interval '23 hours' WHERE user_id = ${anna.user.id}`
  // Of calls at once one has the last place.
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => anna.post('/api/payment/create', { usd_amount: 100 + index }))
  )
  const refused = answers.filter(({ body }) => body.code === 'TOO_MANY_UNPAID')
  expect(refused).toHaveLength(4)
  expect(refused[0]?.status).toBe(429)
  const wait = Number(refused[0]?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3_000)
  expect(wait).toBeLessThanOrEqual(3_600)
  expect((await world.create(boris, '20')).status).toBe('pending')

  const open = (await anna.get('/api/payment/my')).body.data[0]
  await world.pay(open, open.amount_usd)
  await world.settle()
  expect((await world.create(anna, '50')).status).toBe('pending')
})

test('a crowd of cancelled addresses keeps nobody waiting, though the node tires of questions', async () => {
  const anna = await registerAndLogin(world.app)
  const { owner } = world.app.database
  const payment = await world.create(anna, '20')
  await owner`INSERT INTO payment (id, user_id, network, token_contract, address, account, key_id, key_index, amount_cents,
      rate, bonus_threshold, bonus_multiplier, created_at, due_at, expires_at, cancelled_at, status)
    SELECT gen_random_uuid(), 999999, network, token_contract, md5(n::text), lpad(n::text, 40, '0'), key_id, 1000 + n, 1000,
      100, 100, 1.1, now(), now(), now(), now(), 'cancelled'
    FROM payment, generate_series(1, ${CANCELLED}) n WHERE id = ${payment.id}`
  const late = await world.create(anna, '30')
  await anna.post(`/api/payment/${late.id}/cancel`)
  await world.pay(payment, 20)
  await world.pay(late, 30)
  await world.chain.mine(3)

  const node = startLyingNode(world.chain.url)
  let answered = 0
  node.lie = ({ method, params }, result) => {
    const { topics } = (params[0] ?? {}) as { topics?: unknown[] }
    if (method !== 'eth_getLogs' || !Array.isArray(topics?.[2]) || ++answered <= ANSWERED) return result
    return 'no answer'
  }
  // A node that has failed rests, so that each look asks it anew.
  const through = (): ChainNetwork => world.through([node.url])
  let current = through()
  const network: ChainNetwork = {
    ...current,
    tip: since => current.tip(since),
    lookAt: (...question) => current.lookAt(...question)
  }
  const watcher = createWatcher(world.app.context.sql, network, [network])
  const look = async () => {
    await owner`UPDATE chain_watch SET next_at = now()`
    current = through()
    answered = 0
    await watcher.look()
    const [row] =
      await owner`SELECT settled_block::int AS block, last_error AS error FROM chain_watch JOIN chain_cursor USING (network)`
    return row as { block: number; error: string | null }
  }
  const { block } = await look()
  expect(await world.balance(anna)).toBe(SIGNUP + 2_000)
  expect((await world.read(anna, payment.id)).status).toBe('completed')
  let looks = 1
  let last = { block, error: null as string | null }
  while (last.block === block && looks < 10) {
    last = await look()
    looks += 1
  }
  // Five portions, two in each look.
  expect({ looks, error: last.error }).toEqual({ looks: 3, error: null })
  expect(last.block).toBeGreaterThan(block)
  expect(await world.read(anna, late.id)).toMatchObject({ status: 'cancelled', exception: 'review' })
  await node.stop()
})
