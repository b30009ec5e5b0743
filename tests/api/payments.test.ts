import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { signedInAs } from '#tests/kit/people.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('a payment is made, listed, read and cancelled', async () => {
  const anna = await registerAndLogin(app)
  const { status, body } = await anna.post('/api/payment/create', form({ usd_amount: '50' }))
  expect(status).toBe(200)
  console.log(body)
  const { id } = body.data
  expect((await anna.get('/api/payment/my')).body.data).toHaveLength(1)
  expect((await anna.get(`/api/payment/${id}`)).body.data.id).toBe(id)
  expect((await anna.get('/api/payment/rate')).body.data.networks[0].key).toBe('sandbox')
  expect((await anna.post(`/api/payment/${id}/cancel`)).body.data.status).toBe('cancelled')
  console.log((await anna.get('/api/payment/stats')).body)
})
