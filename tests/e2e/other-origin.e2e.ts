import { ORIGIN } from './stage.ts'
import { expect, test } from './walk.ts'

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string
  credentials?: 'include'
}

test('a page of another origin reconciles by a token, and reads nothing else, nor by cookies', async ({
  page,
  person: _person
}) => {
  const { token } = await (
    await page.request.post('/api/generate_token', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
  ).json()
  const other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response('<!doctype html><title>Other</title>', { headers: { 'content-type': 'text/html' } })
  })
  // Its console says what the browser forbids.
  const foreign = await page.context().newPage()
  try {
    await foreign.goto(other.url.href)
    const ask = (path: string, init: Call = {}) =>
      foreign.evaluate(
        async ([address, options]) => {
          try {
            const answer = await fetch(address, options)
            return { status: answer.status, body: await answer.json() }
          } catch (error) {
            return (error as Error).name
          }
        },
        [ORIGIN + path, init] as const
      )
    const body = JSON.stringify({ queries: { q0: { query: 'Примеров Илья' } } })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const paid = { method: 'POST', headers, body }
    expect(await ask('/api/reconcile', paid)).toMatchObject({ status: 200, body: { q0: { charged: 1 } } })
    expect(await ask(`/api/reconcile/properties?token=${token}?type=person`)).toMatchObject({ status: 200 })
    expect(await ask('/api/reconcile/properties?type=person')).toMatchObject({ status: 401 })
    expect(await ask('/api/reconcile', { ...paid, credentials: 'include' as const })).toBe('TypeError')
    expect(await ask('/api/auth/me', { credentials: 'include' as const })).toBe('TypeError')
    expect(await ask('/api/balance', { method: 'POST', headers, body: '{}' })).toBe('TypeError')
  } finally {
    await foreign.close()
    await other.stop(true)
  }
  const { user } = await (await page.request.get('/api/auth/me')).json()
  expect(user.requests_count).toBe(4)
})
