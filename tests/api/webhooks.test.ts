import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedTables } from '#api/db/backup/tables.ts'
import { deliverWebhooks } from '#api/features/webhooks/service.ts'
import { databaseGauges } from '#api/metrics/gauge-store.ts'
import { CREDITS_LOW, WEBHOOK_SENDS_PER_MINUTE, WEBHOOKS_PER_ACCOUNT } from '#shared/constants.ts'
import type { WebhookDelivery } from '#shared/contracts/profile.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { WEBHOOK_EVENTS } from '#shared/labels/webhooks.ts'
import { draftOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, setCredits, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { startReceiver, type WebhookReceiver } from '#tests/kit/webhook-receiver.ts'

/** The example of the documentation, as a reader copies it. */
async function exampleOfDocs(): Promise<(...args: unknown[]) => boolean> {
  const page = await Bun.file(join(import.meta.dir, '../../docs/guides/webhooks.md')).text()
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'sverka-example-'))
  await Bun.write(join(folder, 'receiver.mjs'), code)
  return (await import(join(folder, 'receiver.mjs'))).isGenuine
}

const HOOKS = '/api/profile/webhooks'
const EVENTS = Object.keys(WEBHOOK_EVENTS)

let app: TestApp
let receiver: WebhookReceiver
let stop: () => Promise<void>
beforeAll(async () => {
  app = await startApp()
  receiver = await startReceiver()
  app.context.webhookNetwork = receiver.network
  stop = deliverWebhooks(app.context)
})
afterEach(() => {
  receiver.answer = () => new Response(null, { status: 204 })
})
afterAll(async () => {
  await stop()
  await receiver.stop()
  await app.stop()
})

/** A person with an address of their own at the receiver. */
async function personTold(
  events = EVENTS
): Promise<{ person: Person; id: number; path: string; secret: string }> {
  const person = await registerAndLogin(app)
  const path = `/${crypto.randomUUID()}`
  const { status, body } = await person.post(HOOKS, { url: receiver.url(path), events })
  expect(status).toBe(200)
  return { person, id: body.webhook.id, path, secret: body.secret }
}

const cameTo = (path: string) => receiver.received.filter(each => each.path === path)
async function logOf(person: Person, id: number): Promise<WebhookDelivery[]> {
  return (await person.get(`${HOOKS}/${id}/deliveries`)).body.deliveries
}
const ping = async (person: Person, id: number) => (await person.post(`${HOOKS}/${id}/ping`)).body.delivery
/** The day of a delivery passes: `hours` of it are over, and its next try is due. */
const ages = (id: number, hours: number) =>
  app.database
    .owner`UPDATE webhook_delivery SET next_at = now(), queued_at = now() - make_interval(hours => ${hours})
    WHERE id = ${id}`

test('an address is added, its secret said once, changed, and removed, each of which is audited', async () => {
  const { person, id, path, secret } = await personTold(['list.done'])
  expect(secret).toMatch(/^whs_[\w-]{43}$/)
  const [listed] = (await person.get(HOOKS)).body.webhooks
  expect(listed).toMatchObject({ id, events: ['list.done'], secret: `whs_…${secret.slice(-4)}` })
  const rows = await app.database.owner`SELECT w::text AS row FROM webhook w`
  expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  const form = { url: receiver.url(path), events: ['credits.low', 'credits.low'] }
  expect((await person.put(`${HOOKS}/${id}`, form)).body.webhook.events).toEqual(['credits.low'])
  const renewed = await person.post(`${HOOKS}/${id}/secret`)
  expect(renewed.body.secret).not.toBe(secret)
  expect((await person.delete(`${HOOKS}/${id}`)).status).toBe(200)
  expect((await person.get(HOOKS)).body.webhooks).toEqual([])
  const acts: { action: string; detail: object }[] = await app.database
    .owner`SELECT action, detail FROM audit_event
    WHERE actor_id = ${person.user.id} AND action LIKE 'webhook_%' ORDER BY id`
  expect(acts).toEqual(
    ['create', 'change', 'secret', 'delete'].map(act => ({
      action: `webhook_${act}`,
      detail: { webhook_id: id }
    }))
  )
})

test('a user has three addresses, of ten calls at once as well', async () => {
  const person = await registerAndLogin(app)
  const form = { url: receiver.url(), events: EVENTS }
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.post(HOOKS, form)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(WEBHOOKS_PER_ACCOUNT)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['TOO_MANY_WEBHOOKS'])
  )
})

test('what is signed is what the example of the documentation can check, with the secret of this moment alone', async () => {
  const isGenuine = await exampleOfDocs()
  const { person, id, path, secret } = await personTold()
  await ping(person, id)
  const [first] = await until(
    () => cameTo(path),
    ({ length }) => length === 1
  )
  expect(first?.host).toBe(new URL(receiver.url()).host)
  expect(isGenuine(first?.signature, first?.body, secret)).toBe(true)
  expect(isGenuine(first?.signature, `${first?.body} `, secret)).toBe(false)
  expect(isGenuine(first?.signature, first?.body, `${secret.slice(0, -1)}_`)).toBe(false)
  expect(isGenuine(first?.signature, first?.body, secret, Date.now() / 1_000 + 301)).toBe(false)
  expect(isGenuine('t=1,v1=zz', first?.body, secret)).toBe(false)
  const { secret: newer } = (await person.post(`${HOOKS}/${id}/secret`)).body
  await ping(person, id)
  const second = (
    await until(
      () => cameTo(path),
      ({ length }) => length === 2
    )
  )[1]
  expect(isGenuine(second?.signature, second?.body, newer)).toBe(true)
  expect(isGenuine(second?.signature, second?.body, secret)).toBe(false)
})

test('a list, a payment and a balance below the line are told to every address that asked, and hold no words', async () => {
  const { person, id, path } = await personTold()
  const other = await person.post(HOOKS, { url: receiver.url(`${path}-other`), events: ['list.done'] })
  expect(other.status).toBe(200)
  await setCredits(app, person.username, CREDITS_LOW + 1)
  const list = await draftOf(
    person,
    ['Тайнописцев Фома Лукич 03.04.1975', 'Скрытнова Анна'],
    'Секретное название'
  )
  await person.post(`/api/lists/${list.id}/start`, {})
  await runToEnd(app, person, list.id)
  const payment = (await person.post('/api/payment/create', { usd_amount: 50 })).body.data
  await app.database.owner`UPDATE payment SET completed_at = now(), credited = 5000 WHERE id = ${payment.id}`
  const log = await until(
    () => logOf(person, id),
    all => all.length >= 3 && all.every(({ state }) => state === 'delivered')
  )
  expect(log.map(({ event }) => event).toSorted()).toEqual(['credits.low', 'list.done', 'payment.completed'])
  const data = Object.fromEntries(cameTo(path).map(each => [each.event, each.data]))
  expect(data).toEqual({
    'credits.low': { balance: CREDITS_LOW - 1 },
    'list.done': { list_id: list.id, rows: 2, done: 2, failed: 0, charged: 2 },
    'payment.completed': { payment_id: payment.id, amount: '50.00', credited: 5_000 }
  })
  expect(
    cameTo(path)
      .map(({ body }) => body)
      .join()
  ).not.toMatch(/[А-Яа-яЁё]|1975/)
  const [twin] = await until(
    () => cameTo(`${path}-other`),
    ({ length }) => length === 1
  )
  expect(twin?.id).toBe(cameTo(path).find(({ event }) => event === 'list.done')?.id)
})

test('what is rolled back is told to nobody', async () => {
  const { person, id } = await personTold()
  await app.database.owner
    .begin(async tx => {
      await tx`UPDATE users SET requests_count = ${CREDITS_LOW} WHERE id = ${person.user.id}`
      await tx`UPDATE users SET requests_count = 1 WHERE id = ${person.user.id}`
      throw new Error('no')
    })
    .catch(() => {})
  expect(await logOf(person, id)).toEqual([])
})

test('an end of an import is told to who started it', async () => {
  const { person, id } = await personTold(['import.done'])
  await app.database.owner`INSERT INTO import_job (id, kind, state, user_id, source_key, file_name, row_count)
    VALUES ('hooked', 'file', 'running', ${person.user.id}, 'clients', 'Иванов.csv', 7)`
  await app.database.owner`UPDATE import_job SET state = 'done', report = '{"stored": 6}' WHERE id = 'hooked'`
  const [row] = await app.database.owner`SELECT data FROM webhook_delivery WHERE webhook_id = ${id}`
  expect(row.data).toEqual({ import_id: 'hooked', source: 'clients', state: 'done', rows: 7, stored: 6 })
})

test('what is refused is tried again with longer pauses for a day, then named, and can be sent anew', async () => {
  const { person, id, path } = await personTold()
  receiver.answer = () => new Response('нет', { status: 500 })
  const { id: delivery, event_id } = await ping(person, id)
  const state = async () => (await logOf(person, id))[0] as WebhookDelivery
  const waits = await until(state, ({ status }) => status === 500)
  expect(waits).toMatchObject({ state: 'waiting', attempts: 1, failure: 'status' })
  for (const [tries, pause] of [
    [4, 160],
    [14, 7_200]
  ] as const) {
    await app.database.owner`UPDATE webhook_delivery SET attempts = ${tries} WHERE id = ${delivery}`
    await ages(delivery, 1)
    const next = ({ next_at, tried_at }: WebhookDelivery) =>
      Math.round((Date.parse(next_at ?? '') - Date.parse(tried_at ?? '')) / 1_000)
    // Half a minute is what a try under way has.
    const tried = await until(state, each => each.attempts === tries + 1 && next(each) !== 30)
    expect(next(tried)).toBe(pause)
  }
  await ages(delivery, 23)
  expect(await until(state, each => each.state !== 'waiting')).toMatchObject({
    state: 'failed',
    next_at: null
  })
  receiver.answer = () => new Response(null, { status: 200 })
  const again = await person.post(`${HOOKS}/${id}/deliveries/${delivery}/redeliver`)
  expect(again.body.delivery).toMatchObject({ state: 'waiting', attempts: 0, event_id })
  expect(await until(state, each => each.state === 'delivered')).toMatchObject({ status: 200, failure: null })
  expect(new Set(cameTo(path).map(each => each.id))).toEqual(new Set([event_id]))
})

test('addresses, logs and deliveries of somebody else are not there', async () => {
  const { id, person } = await personTold()
  const { id: delivery } = await ping(person, id)
  const stranger = await registerAndLogin(app)
  const form = { url: receiver.url(), events: EVENTS }
  const answers = [
    await stranger.put(`${HOOKS}/${id}`, form),
    await stranger.post(`${HOOKS}/${id}/secret`),
    await stranger.post(`${HOOKS}/${id}/ping`),
    await stranger.post(`${HOOKS}/${id}/deliveries/${delivery}/redeliver`),
    await stranger.delete(`${HOOKS}/${id}`),
    await stranger.delete(`${HOOKS}/${'9'.repeat(9)}`),
    await stranger.delete(`${HOOKS}/x`)
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'NOT_FOUND'))
  const log = await stranger.get(`${HOOKS}/${id}/deliveries`)
  expect([log.status, log.body.code]).toEqual([404, 'NOT_FOUND'])
})

test('nobody uses the service to send often', async () => {
  const { person, id } = await personTold()
  const sent = await Promise.all(Array.from({ length: 30 }, () => person.post(`${HOOKS}/${id}/ping`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(WEBHOOK_SENDS_PER_MINUTE - 1)
  expect(sent.find(({ status }) => status !== 200)?.body.code).toBe('TOO_MANY_SENDS')
})

test('a blocked user’s system is told nothing until they may come back', async () => {
  const { person, id, path } = await personTold()
  await app.database
    .owner`UPDATE users SET blocked_at = now(), blocked_reason = 'x' WHERE id = ${person.user.id}`
  await app.database.owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}')`
  // Whoever comes later is told first.
  const free = await personTold()
  await ping(free.person, free.id)
  await until(
    () => cameTo(free.path),
    ({ length }) => length === 1
  )
  expect(cameTo(path)).toEqual([])
  await app.database
    .owner`UPDATE webhook_delivery SET queued_at = now() - interval '20 hours' WHERE webhook_id = ${id}`
  const oldest = (await databaseGauges(app.context.sql)).find(({ what }) => what === 'webhooks_oldest')
  expect(oldest?.value).toBeLessThan(10 * 3_600)
  await app.database
    .owner`UPDATE users SET blocked_at = NULL, blocked_reason = NULL WHERE id = ${person.user.id}`
  await until(
    () => cameTo(path),
    ({ length }) => length === 1
  )
})

test('the line of credits is the one that the label says', async () => {
  const person = await signedInAs(app, ROLE_USER, CREDITS_LOW)
  await person.post(HOOKS, { url: receiver.url(), events: ['credits.low'] })
  expect(WEBHOOK_EVENTS['credits.low']).toContain(` ${CREDITS_LOW}`)
  const events = () =>
    app.database.owner`SELECT d.data FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
      WHERE w.user_id = ${person.user.id}`
  await setCredits(app, person.username, CREDITS_LOW + 5)
  await setCredits(app, person.username, CREDITS_LOW)
  expect(await events()).toHaveLength(0)
  await setCredits(app, person.username, CREDITS_LOW - 1)
  await setCredits(app, person.username, CREDITS_LOW - 2)
  expect(await events()).toEqual([{ data: { balance: CREDITS_LOW - 1 } }])
})

test('a backup has neither addresses nor what waits for them', async () => {
  const tables = (await storedTables(app.database.owner)).map(({ name }) => name)
  expect(tables).toContain('users')
  expect(tables.filter(name => name.startsWith('webhook'))).toEqual([])
})
