import { expect, test } from 'bun:test'
import { createWatcher } from '#api/features/payments/watcher.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const CREATE = '/api/payment/create'
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('a payment is made, listed, read and cancelled', async () => {
  const anna = await registerAndLogin(app)
  const { status, body } = await anna.post(CREATE, form({ usd_amount: '200', network: 'sandbox' }))
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    amount_usd: 200,
    expected_amount_usdt: 200,
    outstanding_amount_usdt: 200,
    status: 'pending',
    exception: 'none',
    credits: 22_000,
    used_requests: 0,
    bonus_applied: true,
    admin_confirmed_by: null
  })
  const { id } = body.data
  expect((await anna.get('/api/payment/my')).body.data).toHaveLength(1)
  expect((await anna.get(`/api/payment/${id}`)).body.data.id).toBe(id)
  expect((await anna.get('/api/payment/rate')).body.data).toMatchObject({
    rate: 100,
    bonus_threshold: 100,
    bonus_multiplier: 1.1,
    min_usd: 10,
    max_usd: 10_000,
    networks: [{ key: 'sandbox', is_test: true }]
  })
  expect((await anna.post(`/api/payment/${id}/cancel`)).body.data.status).toBe('cancelled')
  const again = await anna.post(`/api/payment/${id}/cancel`)
  expect([again.status, again.body.code]).toEqual([409, 'NOT_PENDING'])
  expect((await anna.get('/api/payment/stats')).body.data).toMatchObject({
    total_payments: 1,
    total_spent_usd: 0
  })
})

test('nobody reads or cancels another one’s payment', async () => {
  const [anna, boris] = await Promise.all([registerAndLogin(app), registerAndLogin(app)])
  const { id } = (await anna.post(CREATE, { usd_amount: 50 })).body.data
  for (const strange of [id, crypto.randomUUID(), '1', '../my', "1' OR '1'='1"]) {
    const path = `/api/payment/${encodeURIComponent(strange)}`
    expect((await boris.get(path)).body.code).toBe('NOT_FOUND')
    expect((await boris.post(`${path}/cancel`)).body.code).toBe('NOT_FOUND')
  }
  expect((await anna.get(`/api/payment/${id}`)).body.data.status).toBe('pending')
})

test.each([
  [{ usd_amount: '9.99' }, 'Минимальная сумма 10 USD'],
  [{ usd_amount: '10000.01' }, 'Максимальная сумма 10000 USD'],
  [{ usd_amount: '1e4' }, 'Введите сумму цифрами, например 50 или 49.99'],
  [{ usd_amount: '50', network: 'bitcoin' }, 'Такой сети для оплаты нет'],
  [{ usd_amount: '50', network: 'tron' }, 'Такой сети для оплаты нет'],
  [{}, 'Минимальная сумма 10 USD'],
  [{ usd_amount: '-5' }, 'Минимальная сумма 10 USD']
])('%p is refused', async (fields, text) => {
  const anna = await registerAndLogin(app)
  for (const body of [form(fields as Record<string, string>), fields]) {
    const answer = await anna.post(CREATE, body)
    expect([answer.status, answer.body.error]).toEqual([400, text])
  }
})

test('an amount that buys nothing is refused, and a multiplier of 1 is no bonus', async () => {
  const anna = await registerAndLogin(app)
  const { owner } = app.database
  await owner`INSERT INTO payment_terms (rate, bonus_threshold, bonus_multiplier) VALUES (0.01, 100, 1)`
  const text = 'По нынешнему курсу за эту сумму не выходит ни одного запроса. Введите сумму больше.'
  const { status, body } = await anna.post(CREATE, { usd_amount: 99.99 })
  expect([status, body.code, body.error, body.fields]).toEqual([400, 'BAD_INPUT', text, { usd_amount: text }])
  expect((await anna.get('/api/payment/my')).body.data).toEqual([])
  const { data } = (await anna.post(CREATE, { usd_amount: 100 })).body
  expect(data).toMatchObject({ credits: 1, bonus_applied: false })
  await owner`DELETE FROM payment_terms`
})

test('two amounts in one form are refused', async () => {
  const anna = await registerAndLogin(app)
  const answer = await anna.post(CREATE, 'usd_amount=50&usd_amount=10', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' }
  })
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT'])
})

test('the same call within ten seconds is the same payment, also from twenty at once', async () => {
  const anna = await registerAndLogin(app)
  const answers = await Promise.all(Array.from({ length: 20 }, () => anna.post(CREATE, { usd_amount: '20' })))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
})

test('a sixth open payment is refused, however many are asked for at once', async () => {
  const anna = await registerAndLogin(app)
  const amounts = Array.from({ length: 12 }, (_, index) => String(10 + index))
  const answers = await Promise.all(amounts.map(usd_amount => anna.post(CREATE, { usd_amount })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ body }) => body.code === 'TOO_MANY_PAYMENTS')).toHaveLength(7)
  const addresses = new Set(
    (await anna.get('/api/payment/my')).body.data.map(
      (one: { generated_address: string }) => one.generated_address
    )
  )
  expect(addresses.size).toBe(5)
})

test('a client key answers the same again and refuses another amount', async () => {
  const anna = await registerAndLogin(app)
  const keyed = (usd_amount: string, key: string) =>
    anna.post(CREATE, { usd_amount }, { headers: { 'Idempotency-Key': key } })
  const first = await keyed('30', 'one')
  expect((await keyed('30.00', 'one')).body.data.id).toBe(first.body.data.id)
  expect((await keyed('31', 'one')).body.code).toBe('KEY_REUSED')
  expect((await keyed('30', 'two')).body.data.id).not.toBe(first.body.data.id)
  expect((await keyed('30', 'x'.repeat(256))).body.code).toBe('BAD_INPUT')
})

test('the sandbox, whose newest block is final at once, does not fall behind', async () => {
  const { sql, networks } = app.context
  const [sandbox] = networks
  if (!sandbox) throw new Error('no network')
  const { look } = createWatcher(sql, sandbox, [sandbox])
  await look()
  const { owner } = app.database
  await owner`UPDATE chain_cursor SET head_time = now() - interval '10 minutes'`
  await owner`UPDATE chain_watch SET next_at = now()`
  await Bun.sleep(1_100)
  expect(await look()).toBe(true)
  const [cursor] = await owner`SELECT head_time > now() - interval '1 minute' AS "isNear" FROM chain_cursor`
  expect(cursor).toEqual({ isNear: true })
})
