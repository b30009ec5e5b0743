import { afterAll, beforeAll, expect, test } from 'bun:test'
import { WEBHOOK_SENDS_PER_MINUTE } from '#shared/constants.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { startReceiver, type WebhookReceiver } from '#tests/kit/webhook-receiver.ts'

const HOOKS = '/api/profile/webhooks'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await app.stop()
})

test('names are looked up as seldom as something is sent, and a server of names that says nothing is not waited for', async () => {
  const [person, other] = [await registerAndLogin(app), await registerAndLogin(app)]
  const form = { url: receiver.url(), events: ['list.done'] }
  app.context.webhookNetwork = receiver.network
  const { id } = (await person.post(HOOKS, form)).body.webhook
  let lookUps = 0
  app.context.webhookNetwork = {
    ...receiver.network,
    resolve: host => {
      lookUps += 1
      return receiver.network.resolve(host)
    }
  }
  const calls = Array.from({ length: 30 }, (_, at) =>
    at % 2 ? person.put(`${HOOKS}/${id}`, form) : person.post(HOOKS, form)
  )
  const codes = (await Promise.all(calls)).map(({ body }) => body.code)
  expect([lookUps, codes.filter(code => code === 'TOO_MANY_SENDS').length]).toEqual([
    WEBHOOK_SENDS_PER_MINUTE - 1,
    31 - WEBHOOK_SENDS_PER_MINUTE
  ])
  app.context.webhookNetwork = { ...receiver.network, resolve: () => new Promise(() => undefined) }
  const silent = await other.post(HOOKS, form)
  expect([silent.status, silent.body.code]).toEqual([400, 'WEBHOOK_UNRESOLVED'])
})
