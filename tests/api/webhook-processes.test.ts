import { afterAll, beforeAll, expect, test } from 'bun:test'
import { deliverWebhooks, forgetDeliveries } from '#api/features/webhooks/service.ts'
import { startDelivering } from '#tests/kit/delivering-process.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { startReceiver, type WebhookReceiver } from '#tests/kit/webhook-receiver.ts'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[app, receiver] = await Promise.all([startApp(), startReceiver()])
  app.context.webhookNetwork = receiver.network
})
afterAll(async () => {
  await receiver.stop()
  await app.stop()
})

const EVENTS_EACH = 10

async function address(): Promise<Person> {
  const person = await registerAndLogin(app)
  const { status } = await person.post('/api/profile/webhooks', {
    url: receiver.url(),
    events: ['list.done']
  })
  expect(status).toBe(200)
  return person
}
const queue = (person: Person) =>
  app.database
    .owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}') FROM generate_series(1, ${EVENTS_EACH})`
const start = () =>
  startDelivering(app.database, { secrets: app.context.secrets, ca: receiver.network.ca ?? '' })
const waiting = async (): Promise<number> =>
  (await app.database.owner`SELECT count(*)::int AS n FROM webhook_delivery WHERE state = 'waiting'`)[0].n

test('three processes send each event once, and one at a time to an address', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, address))
  let under = 0
  let most = 0
  receiver.answer = async () => {
    under += 1
    most = Math.max(most, under)
    await Bun.sleep(2)
    under -= 1
    return new Response(null, { status: 204 })
  }
  for (const person of people) await queue(person)
  const processes = [start(), start()]
  const stop = deliverWebhooks(app.context)
  expect(await until(waiting, left => left === 0)).toBe(0)
  await stop()
  for (const each of processes) each.kill('SIGKILL')
  await Promise.all(processes.map(({ exited }) => exited))
  const ids = receiver.received.map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([people.length * EVENTS_EACH, ids.length])
  expect(most).toBeLessThanOrEqual(people.length)
})

test('what a process was killed with before it noted the answer is sent again, with the same id', async () => {
  const person = await address()
  receiver.received.length = 0
  const doomed = start()
  const reached = Promise.withResolvers<void>()
  receiver.answer = async () => {
    doomed.kill('SIGKILL')
    await doomed.exited
    reached.resolve()
    return new Response(null, { status: 204 })
  }
  await app.database.owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}')`
  await reached.promise
  receiver.answer = () => new Response(null, { status: 204 })
  const stop = deliverWebhooks(app.context)
  // The lease of the dead process and the try that it began hold for half a minute.
  await app.database.owner`UPDATE webhook SET lease_until = '-infinity'`
  await app.database.owner`UPDATE webhook_delivery SET next_at = now() WHERE state = 'waiting'`
  expect(await until(waiting, left => left === 0)).toBe(0)
  await stop()
  expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill(receiver.received[0]?.id))
  const [row] = await app.database
    .owner`SELECT attempts, state FROM webhook_delivery ORDER BY id DESC LIMIT 1`
  expect(row).toEqual({ attempts: 2, state: 'delivered' })
})

test('a lease that nobody gave back ends by itself', async () => {
  const person = await address()
  const [lease] = await app.database.owner`UPDATE webhook SET lease_until = now() + interval '2 seconds'
    WHERE user_id = ${person.user.id} RETURNING lease_until AS until`
  receiver.received.length = 0
  await app.database.owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}')`
  const stop = deliverWebhooks(app.context)
  await until(waiting, left => left === 0)
  await stop()
  expect(receiver.received).toHaveLength(1)
  const [row] = await app.database.owner`SELECT tried_at FROM webhook_delivery ORDER BY id DESC LIMIT 1`
  expect(row.tried_at.getTime()).toBeGreaterThanOrEqual(lease.until.getTime())
})

test('another key signs nothing', async () => {
  const person = await address()
  receiver.received.length = 0
  await app.database.owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}')`
  const secrets = { ...app.context.secrets, session: 'another key that an operator has set since' }
  const stop = deliverWebhooks({ ...app.context, secrets })
  const failure = async () =>
    (await app.database.owner`SELECT failure FROM webhook_delivery ORDER BY id DESC LIMIT 1`)[0].failure
  expect(await until(failure)).toBe('secret')
  await stop()
  expect(receiver.received).toHaveLength(0)
})

test('what waits for a blocked user is forgotten with the log, what was sent anew is not', async () => {
  const person = await address()
  const [{ id }] = await app.database.owner`SELECT id FROM webhook WHERE user_id = ${person.user.id}`
  await app.database
    .owner`UPDATE users SET blocked_at = now(), blocked_reason = 'x' WHERE id = ${person.user.id}`
  for (const ago of ['31 days', '1 hour'])
    await app.database
      .owner`INSERT INTO webhook_delivery (webhook_id, event_id, event, data, created_at, queued_at)
      VALUES (${id}, gen_random_uuid(), 'list.done', '{}', now() - interval '31 days', now() - ${ago}::interval)`
  expect(await forgetDeliveries(app.context.sql, 10)).toBe(1)
  expect(await app.database.owner`SELECT FROM webhook_delivery WHERE webhook_id = ${id}`).toHaveLength(1)
})
