import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { setLogLevel } from '#api/lib/log.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const VISITOR = '198.51.100.7'
const EXEMPT = '198.51.100.8'
const SITE_KEY = '0x4AAAAAAASverkaDemo'

/** What the stand-in of the verifier was asked, and what it answers. */
let forms: URLSearchParams[] = []
let answers: (() => Response | Promise<Response>)[] = []
let action = 'login'
const genuine = () => ({
  success: true,
  hostname: 'localhost',
  action,
  challenge_ts: new Date().toISOString()
})
const says =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })

const verifier = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async request => {
    forms.push(new URLSearchParams(await request.text()))
    return await (answers.shift() ?? says(genuine()))()
  }
})
const verifyUrl = `http://127.0.0.1:${verifier.port}/siteverify`
const keys = {
  TURNSTILE_SITE_KEY: SITE_KEY,
  TURNSTILE_SECRET_KEY: 'secret-of-the-test',
  TURNSTILE_VERIFY_URL: verifyUrl
}

let app: TestApp
beforeAll(async () => {
  setLogLevel('error')
  app = await startApp({ ...keys, TRUSTED_PROXIES: '127.0.0.1', PROTECTED_EXEMPT_IP: '203.0.113.1' })
  await app.database.owner`INSERT INTO ip_exceptions (ip_address, name) VALUES (${EXEMPT}, 'test')`
})
afterAll(async () => {
  verifier.stop(true)
  await app.stop()
})
beforeEach(() => {
  forms = []
  answers = []
  action = 'login'
})

const call = async (
  what: string,
  token: unknown,
  more: { address?: string | null; at?: TestApp; username?: string } = {}
) => {
  const response = await (more.at ?? app).request(`/api/auth/${what}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(more.address === null ? {} : { 'x-forwarded-for': more.address ?? VISITOR })
    },
    body: JSON.stringify({
      username: more.username ?? uniqueName(),
      password: PASSWORD,
      turnstile_token: token
    })
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
/** A login with a name nobody has: 401 means that the check was passed. */
const login = (token: unknown, more = {}) => call('login', token, more)

describe('a token', () => {
  test('is sent to the verifier with everything it needs', async () => {
    expect((await login('good-token')).status).toBe(401)
    expect(Object.fromEntries(forms[0] ?? [])).toEqual({
      secret: 'secret-of-the-test',
      response: 'good-token',
      remoteip: VISITOR,
      idempotency_key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
    })
  })

  test.each([[undefined], [null], [''], [[]], [7]])('that is %p is missing', async token => {
    for (const what of ['login', 'register']) {
      const answer = await call(what, token)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        code: 'SECURITY_CHECK_MISSING',
        error: 'Пожалуйста, пройдите проверку безопасности',
        fields: { turnstile_token: 'Пожалуйста, пройдите проверку безопасности' }
      })
    }
    expect(forms).toEqual([])
  })

  test.each([
    ['of the bypass', 'test-token'],
    ['of 2049 characters', 'x'.repeat(2049)]
  ])('%s is wrong without asking anybody', async (_name, token) => {
    for (const what of ['login', 'register']) {
      const answer = await call(what, token)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        code: 'SECURITY_CHECK_FAILED',
        error: 'Ошибка проверки безопасности. Попробуйте еще раз.'
      })
    }
    expect(forms).toEqual([])
  })

  const early = new Date(Date.now() - 400_000).toISOString()
  const forged: [string, object | (() => object)][] = [
    ['refused', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['of another site', () => ({ ...genuine(), hostname: 'evil.example' })],
    ['of no site', () => ({ ...genuine(), hostname: undefined })],
    ['of another form', () => ({ ...genuine(), action: 'register' })],
    ['of long ago', () => ({ ...genuine(), challenge_ts: early })]
  ]
  test.each(forged)('%s does not pass', async (_name, verdict) => {
    answers = [says(typeof verdict === 'function' ? verdict() : verdict)]
    const answer = await login('some-token')
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('SECURITY_CHECK_FAILED')
    expect(forms).toHaveLength(1)
  })

  test('of the registration form registers', async () => {
    action = 'register'
    expect((await call('register', 'good-token')).status).toBe(200)
  })
})

describe('the verifier', () => {
  const trouble: [string, () => Response][] = [
    ['has an internal error', says({ success: false, 'error-codes': ['internal-error'] })],
    ['answers 500', says({}, 500)],
    ['does not say yes or no', says({ success: 'true' })],
    ['answers a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['sends us elsewhere', () => Response.redirect('http://127.0.0.1:1/')]
  ]
  test.each(trouble)('is asked once more with the same key when it %s', async (_name, first) => {
    answers = [first]
    expect((await login('good-token')).status).toBe(401)
    expect(forms).toHaveLength(2)
    expect(forms[1]?.get('idempotency_key')).toBe(forms[0]?.get('idempotency_key') ?? '-')
  })

  test('is not asked a third time: then the check is down', async () => {
    answers = [says({}, 500), says({}, 502), says(genuine())]
    const answer = await login('good-token')
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({
      code: 'SECURITY_CHECK_DOWN',
      error: 'Проверка безопасности временно недоступна. Попробуйте позже.'
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(forms).toHaveLength(2)
  })

  test('has five seconds in all', async () => {
    const never = () => new Promise<Response>(() => {})
    answers = [never, never]
    expect((await login('good-token')).status).toBe(503)
  })

  test('that cannot be reached lets nobody in but the exempt', async () => {
    const alone = await startApp({ ...keys, TURNSTILE_VERIFY_URL: 'http://127.0.0.1:1/' })
    try {
      expect((await login('good-token', { at: alone, address: null })).status).toBe(401)
      // Whoever comes through a proxy that nobody named is not the exempt neighbour that it seems to be.
      expect((await login('good-token', { at: alone })).status).toBe(503)
    } finally {
      await alone.stop()
    }
    const proxied = await startApp({
      ...keys,
      TURNSTILE_VERIFY_URL: 'http://127.0.0.1:1/',
      TRUSTED_PROXIES: '127.0.0.1'
    })
    try {
      expect((await login('good-token', { at: proxied })).status).toBe(503)
      expect((await login('test-token', { at: proxied, address: '127.0.0.1' })).status).toBe(400)
    } finally {
      await proxied.stop()
    }
  })
})

describe('the bypass', () => {
  test('is for an exempt address as long as it is active', async () => {
    expect((await login('test-token', { address: EXEMPT })).status).toBe(401)
    expect((await login('test-token', { address: `::ffff:${EXEMPT}` })).status).toBe(401)
    expect((await login('test-token', { address: '203.0.113.1' })).status).toBe(401)
    await app.database.owner`UPDATE ip_exceptions SET is_active = false`
    expect((await login('test-token', { address: EXEMPT })).status).toBe(400)
    await app.database.owner`UPDATE ip_exceptions SET is_active = true`
    expect(forms).toEqual([])
  })

  test('waives the check and not the limit', async () => {
    const username = uniqueName()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      statuses.push((await login('test-token', { address: EXEMPT, username })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test.each([
    ['no site key', {}, { enabled: false, siteKey: null }],
    [
      'a site key that always passes',
      { TURNSTILE_SITE_KEY: '1x00000000000000000000AA' },
      { enabled: true, siteKey: '1x00000000000000000000AA' }
    ]
  ])('is for everybody with %s', async (_name, env, shown) => {
    const open = await startApp({ ...env, TRUSTED_PROXIES: '127.0.0.1' })
    try {
      expect(await (await open.request('/api/auth/turnstile-config')).json()).toEqual(shown)
      expect((await login('test-token', { at: open })).status).toBe(401)
      expect((await login('', { at: open })).status).toBe(400)
    } finally {
      await open.stop()
    }
  })

  test('is not offered with a real site key', async () => {
    const config = await (await app.request('/api/auth/turnstile-config')).json()
    expect(config).toEqual({ enabled: true, siteKey: SITE_KEY })
  })
})
