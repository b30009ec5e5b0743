import { describe, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import type { TableRoute } from '#api/http/route-table.ts'
import { checkAnswer, checkAnswersOf } from '#tests/kit/check-answers.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person
let routes: TableRoute[]
const app = startedApp(async app => {
  person = await registerAndLogin(app)
  routes = createApp(app.context).routes
})

const refusal = (code: string) => ({ ok: false, success: false, code, error: 'Нет', request_id: 'r' })

/** Every answer that a test reads through the kit passes here; these are answers that no route may give. */
describe('an answer against its contract', () => {
  test.each([
    ['GET /api/news', 200, { ok: true, data: [], extra: 1 }, 'extra'],
    ['GET /api/news', 200, { ok: true }, 'data'],
    ['GET /api/news/7', 200, { ok: true, data: { id: 7 } }, 'data.title'],
    ['GET /api/auth/turnstile-config', 200, { enabled: 'yes', siteKey: null }, 'enabled'],
    ['GET /api/news', 201, { ok: true, data: [] }, '201'],
    ['GET /api/news', 402, refusal('NO_CREDITS'), 'NO_CREDITS'],
    ['GET /api/news', 500, refusal('NOT_SIGNED_IN'), 'NOT_SIGNED_IN'],
    ['GET /api/news', 401, { ...refusal('NOT_SIGNED_IN'), detail: 'stack' }, 'detail'],
    ['GET /api/no-such-path', 404, { error: 'Нет' }, 'code'],
    ['GET /api/search/health', 503, { status: 'ill', engine: 'postgres', records: null }, 'status']
  ])('is refused: %s, %d, %o', (call, status, body, named) => {
    expect(() => checkAnswer(routes, call, status, body)).toThrow(named)
  })

  test.each([
    ['GET /api/news/', 200, { ok: true, data: [] }],
    ['GET /api/news', 401, refusal('NOT_SIGNED_IN')],
    ['GET /api/no-such-path', 404, refusal('NO_SUCH_PATH')],
    ['GET /api/search/health', 503, { status: 'down', engine: 'postgres', records: null }]
  ])('is taken: %s, %d', (call, status, body) => {
    expect(() => checkAnswer(routes, call, status, body)).not.toThrow()
  })

  test('of a route that declares none is refused', () => {
    const silent = [{ method: 'GET', path: '/api/silent', hooks: {} }]
    expect(() => checkAnswer(silent, 'GET /api/silent', 200, {})).toThrow('declares no answer')
  })
})

test('the kit checks what a test reads, as JSON and as text', async () => {
  const bare = (each: TableRoute) => ({ ...each, hooks: { ...each.hooks, detail: {} } })
  checkAnswersOf(app.url, routes.map(bare))
  try {
    await expect(person.get('/api/auth/me')).rejects.toThrow('declares no answer')
    const response = await createClient(app.url).request('/api/search/health')
    await expect(response.json()).rejects.toThrow('declares no answer')
    const again = await app.request('/api/search/health')
    await expect(again.text()).rejects.toThrow('declares no answer')
  } finally {
    checkAnswersOf(app.url, routes)
  }
  expect((await person.get('/api/auth/me')).status).toBe(200)
})
