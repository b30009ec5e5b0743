import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sendNotes } from '#api/features/payments/notes.ts'
import { reconcile } from '#api/features/payments/reconcile.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { startLooking } from '#tests/kit/look-process.ts'
import { CHAIN_KINDS, openPaymentWorld, type PaymentWorld } from '#tests/kit/payment-world.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const ADMIN = '/api/auth/admin/payments'
const SIGNUP = 5

let world: PaymentWorld
let keeper: Person
beforeAll(async () => {
  const [kind] = CHAIN_KINDS
  if (!kind) throw new Error('no chain')
  world = await openPaymentWorld(kind)
  keeper = await signedInAs(world.app, ROLE_ADMIN)
})
afterAll(() => world.stop())

async function begin(usd: string) {
  const anna = await registerAndLogin(world.app)
  return { anna, payment: await world.create(anna, usd) }
}
const gained = async (person: Person) => (await world.balance(person)) - SIGNUP
const audits = async (action: string) =>
  await world.app.database
    .owner`SELECT actor_id AS actor, detail FROM audit_event WHERE action = ${action} ORDER BY id`

test('nobody but an administrator comes in', async () => {
  const { anna, payment } = await begin('10')
  const calls = [
    anna.get(ADMIN),
    anna.get(`${ADMIN}/review`),
    anna.get(`${ADMIN}/health`),
    anna.post(`${ADMIN}/${payment.id}/confirm`),
    anna.delete(`${ADMIN}/${payment.id}`),
    anna.post(`${ADMIN}/review/1/credit`)
  ]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(403)
  expect((await world.app.request(ADMIN)).status).toBe(401)
})

test('a confirmed payment gives its credits, and the money that comes later only what is more', async () => {
  const { anna, payment } = await begin('50')
  const confirmed = await keeper.post(`${ADMIN}/${payment.id}/confirm`)
  expect(confirmed.status).toBe(200)
  expect(confirmed.body.payment).toMatchObject({
    status: 'completed',
    exception: 'marked',
    used_requests: 5_000,
    admin_confirmed_by: keeper.user.username
  })
  expect((await keeper.post(`${ADMIN}/${payment.id}/confirm`)).body.code).toBe('NOT_PENDING')
  await world.pay(payment, 50)
  await world.settle()
  expect(await gained(anna)).toBe(5_000)
  await world.pay(payment, 20)
  await world.settle()
  expect(await gained(anna)).toBe(7_000)
  const [audit] = (await audits('payment_confirm')).slice(-1)
  expect(audit).toMatchObject({
    actor: keeper.user.id,
    detail: {
      payment_id: payment.id,
      before: { status: 'pending', credited: 0 },
      after: { status: 'completed', exception: 'marked', credited: 5_000 }
    }
  })
})

test('a hundred confirmations race a watcher that is killed and its successor, and one ledger row is written', async () => {
  const { anna, payment } = await begin('40')
  const { owner } = world.app.database
  // So long does a booking take, that the kill comes into the middle of one.
  await owner.unsafe(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END $$;
    CREATE TRIGGER slow AFTER INSERT ON credit_ledger FOR EACH ROW EXECUTE FUNCTION slow()`)
  await world.pay(payment, 40)
  await world.chain.mine(3)
  const watcher = await startLooking(world)
  const confirmations = (count: number) =>
    Promise.all(Array.from({ length: count }, () => keeper.post(`${ADMIN}/${payment.id}/confirm`)))
  const before = confirmations(50)
  await Bun.sleep(50)
  watcher.kill('SIGKILL')
  await watcher.exited
  const [looks, after] = [world.settle(), confirmations(50)]
  const answers = [...(await before), ...(await after)]
  await looks
  await owner.unsafe('DROP TRIGGER slow ON credit_ledger; DROP FUNCTION slow')
  await world.settle()
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await world.ledger(anna)).toEqual([{ kind: 'payment', ref: `${payment.id}:0`, delta: 4_000 }])
  expect(await gained(anna)).toBe(4_000)
})

test('a payment whose owner is gone is not confirmed, and its money can only be put aside', async () => {
  const { anna, payment } = await begin('10')
  expect((await keeper.delete(`/api/auth/admin/users/${anna.user.id}`)).status).toBe(200)
  expect((await keeper.post(`${ADMIN}/${payment.id}/confirm`)).body.code).toBe('NOT_FOUND')
  await world.pay(payment, 10)
  await world.settle()
  const { transfers } = (await keeper.get(`${ADMIN}/review`)).body
  const [transfer] = transfers.filter((each: { payment_id: string }) => each.payment_id === payment.id)
  expect(transfer).toMatchObject({ reason: 'no_user', username: null })
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/credit`)).body.code).toBe('NOT_FOUND')
  expect((await keeper.post(`${ADMIN}/review/${transfer.id}/dismiss`)).body).toEqual({ ok: true })
})

test('a deleted payment is hidden and cancelled, and its money waits for a decision that is made once', async () => {
  const { anna, payment } = await begin('30')
  expect((await keeper.delete(`${ADMIN}/${payment.id}`)).body).toEqual({ ok: true })
  expect((await keeper.delete(`${ADMIN}/${payment.id}`)).status).toBe(404)
  expect((await anna.get(`/api/payment/${payment.id}`)).status).toBe(404)
  await world.pay(payment, 30)
  await world.pay(payment, 1)
  await world.settle()
  expect(await gained(anna)).toBe(0)
  const { transfers, total } = (await keeper.get(`${ADMIN}/review`)).body
  expect(total).toBe(2)
  expect(transfers[0]).toMatchObject({
    payment_id: payment.id,
    reason: 'deleted',
    amount_usdt: 30,
    credits: 3_000
  })
  const decided = await Promise.all(
    Array.from({ length: 20 }, () => keeper.post(`${ADMIN}/review/${transfers[0].id}/credit`))
  )
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(decided.filter(({ body }) => body.code === 'ALREADY_DECIDED')).toHaveLength(19)
  expect((await keeper.post(`${ADMIN}/review/${transfers[1].id}/dismiss`)).status).toBe(200)
  expect((await keeper.get(`${ADMIN}/review`)).body.total).toBe(0)
  expect(await gained(anna)).toBe(3_000)
  expect(await world.ledger(anna)).toEqual([{ kind: 'manual', ref: String(transfers[0].id), delta: 3_000 }])
  for (const strange of ['0', '999999', 'x', '1e3'])
    expect((await keeper.post(`${ADMIN}/review/${strange}/credit`)).status).toBe(404)
})

test('the list is filtered, searched and paged', async () => {
  const { anna, payment } = await begin('77')
  const hash = await world.pay(payment, 77)
  await world.settle()
  const listOf = async (query: string) => (await keeper.get(`${ADMIN}?${query}`)).body
  for (const search of [
    anna.user.username.slice(1, 9),
    payment.id.slice(0, 8),
    payment.generated_address.slice(0, 12),
    hash
  ])
    expect((await listOf(`search=${encodeURIComponent(search)}`)).payments[0].id).toBe(payment.id)
  expect((await listOf('search=%25')).total).toBe(0)
  expect((await listOf('search=%27%20OR%201=1')).total).toBe(0)
  const all = await listOf('limit=200')
  const pages = [await listOf('limit=2'), await listOf('limit=2&offset=2')]
  expect(pages.flatMap(({ payments }) => payments.map(({ id }: { id: string }) => id))).toEqual(
    all.payments.slice(0, 4).map(({ id }: { id: string }) => id)
  )
  expect(pages[1].total).toBe(all.total)
  expect((await listOf(`offset=${all.total + 5}`)).total).toBe(all.total)
  for (const { status } of (await listOf('status=completed')).payments) expect(status).toBe('completed')
  for (const wrong of ['status=gone', 'search=%00', `search=${'x'.repeat(129)}`])
    expect((await keeper.get(`${ADMIN}?${wrong}`)).status).toBe(400)
  expect((await keeper.get(`${ADMIN}?limit=0`)).status).toBe(400)
  expect(all.payments[0].transfers[0]).toMatchObject({
    transaction_hash: hash,
    amount_usdt: 77,
    state: 'settled'
  })
})

test('the books agree, and every difference that is planted is told', async () => {
  const { payment } = await begin('15')
  await world.pay(payment, 15)
  await world.settle()
  expect((await reconcile(world.app.context)).findings).toEqual([])
  const { owner } = world.app.database
  await owner`UPDATE payment SET credited = credited + 1 WHERE id = ${payment.id}`
  await owner`UPDATE users SET requests_count = requests_count + 7 WHERE id = ${keeper.user.id}`
  await owner`UPDATE payment_transfer SET state = 'orphaned' WHERE payment_id = ${payment.id}`
  const { findings } = await reconcile(world.app.context)
  expect(findings).toHaveLength(3)
  const { reconciliation } = (await keeper.get(`${ADMIN}/health`)).body
  expect(reconciliation).toMatchObject({ is_clean: false, findings })
  await owner`UPDATE payment SET credited = credited - 1 WHERE id = ${payment.id}`
  await owner`UPDATE users SET requests_count = requests_count - 7 WHERE id = ${keeper.user.id}`
  await owner`UPDATE payment_transfer SET state = 'settled' WHERE payment_id = ${payment.id}`
  expect((await reconcile(world.app.context)).findings).toEqual([])
})

test('administrators are told once, however often Telegram fails', async () => {
  const messages: { chat_id: string; text: string }[] = []
  let answers = [500, 200, 429]
  const telegram = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname !== '/bot123:token/sendMessage')
        return new Response(null, { status: 404 })
      const status = answers.shift() ?? 200
      if (status === 200) messages.push((await request.json()) as (typeof messages)[number])
      return new Response('{}', { status })
    }
  })
  const { owner } = world.app.database
  const url = `http://127.0.0.1:${telegram.port}/`
  const context = {
    ...world.app.context,
    config: { ...world.app.context.config, telegramBotToken: '123:token', telegramApiUrl: url }
  }
  await sendNotes(world.app.context, 500)
  while ((await sendNotes(world.app.context, 500)) > 0);
  const other = await signedInAs(world.app, ROLE_ADMIN)
  await owner`UPDATE users SET telegram_chat_id = '77' WHERE id = ${keeper.user.id}`
  await owner`UPDATE users SET telegram_chat_id = '-78' WHERE id = ${other.user.id}`

  const { anna, payment } = await begin('60')
  await world.pay(payment, 60)
  await world.settle()
  expect(await gained(anna)).toBe(6_000)
  for (let turn = 0; turn < 4; turn += 1) {
    await owner`UPDATE payment_note SET next_at = now() WHERE done_at IS NULL`
    await Promise.all([sendNotes(context, 500), sendNotes(context, 500)])
  }
  expect(messages.map(({ chat_id }) => chat_id).toSorted()).toEqual(['-78', '77'])
  expect(messages[0]?.text).toBe(
    `Платёж ${payment.id.slice(0, 8)}, пользователь ${anna.user.username}: получено 60 USDT, зачислено запросов: 6000.`
  )
  expect((await keeper.get(`${ADMIN}/health`)).body.notes).toMatchObject({ waiting: 0 })

  answers = Array(50).fill(500)
  const next = await begin('70')
  await world.pay(next.payment, 70)
  await world.settle()
  await sendNotes(context, 500)
  expect(await gained(next.anna)).toBe(7_000)
  expect((await keeper.get(`${ADMIN}/health`)).body.notes).toMatchObject({
    waiting: 1,
    last_error: 'Telegram ответил 500'
  })
  await telegram.stop(true)
})
