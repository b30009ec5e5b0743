import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { baseName, nthName } from '#api/features/oidc/account-name.ts'
import { DatabaseBusyError, DatabaseSilentError } from '#api/lib/database-down.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LOGIN_FAILURES_PER_ADDRESS } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { PROVIDER_REFUSALS, type ProviderRefusal } from '#shared/rules/provider-refusals.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { uniqueName } from '#tests/kit/names.ts'
import { type NextLogin, type OpenIdProvider, startProvider } from '#tests/kit/openid-provider.ts'
import { register } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let provider: OpenIdProvider
let app: TestApp
beforeAll(async () => {
  provider = await startProvider()
  app = await startApp(provider.env)
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})
beforeEach(() => {
  provider.isDown = false
})

const SITE = { 'Sec-Fetch-Site': 'cross-site' }
let nextSubject = 0
const newSubject = () => `subject-${nextSubject++}`

/** Presses the button and is at the provider, as a browser goes. @returns the address that it leads back to. */
async function visitProvider(client: Client): Promise<string> {
  const start = await client.request('/api/auth/oidc/start')
  expect(start.status).toBe(302)
  const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' })
  return there.headers.get('location') ?? ''
}

const comeBack = async (client: Client, address: string) => {
  const { status, headers } = await client.request(address, { headers: SITE })
  return [status, headers.get('location')]
}

async function signInBy(login: NextLogin, client = createClient(app.url)) {
  provider.next = login
  const [status, location] = await comeBack(client, await visitProvider(client))
  expect(status).toBe(302)
  return { client, location }
}

const me = async (client: Client) => (await client.get('/api/auth/me')).body.user

describe('a login by a provider', () => {
  test('makes an ordinary user with an English name, and finds it by its subject later', async () => {
    const sub = newSubject()
    const { client, location } = await signInBy({ claims: { sub, preferred_username: 'Пётр.Кузнецов-42' } })
    expect(location).toBe('/dashboard')
    const user = await me(client)
    expect(user).toMatchObject({ username: 'petrkuznetsov', role: 'Обычный пользователь', requests_count: 5 })
    const again = await signInBy({
      claims: { sub, preferred_username: 'another.name', email: 'other@example.com' }
    })
    expect(await me(again.client)).toMatchObject({ id: user.id, username: user.username })
    const { sessions } = (await again.client.get('/api/profile/security')).body
    expect(sessions[0]).toMatchObject({ entry: 'oidc' })
  })

  test('gives a name that is taken an ending, whoever took it', async () => {
    const username = await register(app, uniqueName('kollega'))
    const claims = { sub: newSubject(), preferred_username: username }
    const { client } = await signInBy({ claims })
    expect((await me(client)).username).toBe(`${username}a`)
    const other = await signInBy({ claims: { ...claims, sub: newSubject() } })
    expect((await me(other.client)).username).toBe(`${username}b`)
  })

  test('finds a name where many begin alike', async () => {
    const takenNames = Array.from({ length: 300 }, (_, n) => nthName('crowd', n))
    await app.database.owner`INSERT INTO users (username, username_key, password_hash, role)
      SELECT name, name, '', ${ROLE_USER} FROM jsonb_array_elements_text(${takenNames}::jsonb) AS name`
    const { client } = await signInBy({ claims: { sub: newSubject(), preferred_username: 'crowd' } })
    expect((await me(client)).username).toMatch(/^crowd[a-z]{3,6}$/)
  })

  test('makes one user of one person who comes first twice at once', async () => {
    provider.next = { claims: { sub: newSubject(), preferred_username: 'doubled' } }
    const clients = Array.from({ length: 6 }, () => createClient(app.url))
    const addresses = await Promise.all(clients.map(visitProvider))
    await Promise.all(clients.map((client, at) => comeBack(client, addresses[at] ?? '')))
    const users = await Promise.all(clients.map(me))
    expect(new Set(users.map(user => user.id)).size).toBe(1)
    const [row] = await app.database
      .owner`SELECT count(*)::int AS n FROM users WHERE username_key LIKE 'doubled%'`
    expect(row.n).toBe(1)
  })

  test('does not find an account of that name, and nobody comes in by its password', async () => {
    const name = await register(app, uniqueName('owner'))
    const { client } = await signInBy({ claims: { sub: newSubject(), preferred_username: name } })
    expect((await me(client)).username).not.toBe(name)
  })

  test('tells a blocked account so', async () => {
    const sub = newSubject()
    const { client } = await signInBy({ claims: { sub, preferred_username: 'blocked' } })
    await app.database
      .owner`UPDATE users SET blocked_at = now(), blocked_reason = 'x' WHERE id = ${(await me(client)).id}`
    expect((await signInBy({ claims: { sub } })).location).toBe('/login/code?refused=ACCOUNT_BLOCKED')
  })
})

describe('an answer of a provider', () => {
  test.each([
    ['another nonce', { nonce: 'of somebody else' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://issuer.example' }],
    ['an end that is over', { exp: 1_600_000_000 }],
    ['a signature of another key', { isForged: true }]
  ] as const)('with %s lets nobody in', async (_what, lies) => {
    const { client, location } = await signInBy({ claims: { sub: newSubject() }, lies })
    expect(location).toBe('/login/code?refused=OIDC_BAD_ANSWER')
    expect((await client.get('/api/auth/me')).status).toBe(401)
  })

  test('counts once, in the browser that asked, with its own state', async () => {
    provider.next = { claims: { sub: newSubject(), preferred_username: 'countsonce' } }
    const client = createClient(app.url)
    const address = await visitProvider(client)
    const ticket = client.cookies.get('provider_login') ?? ''
    const stranger = createClient(app.url)
    expect(await comeBack(stranger, address)).toEqual([302, '/login/code?refused=OIDC_STALE'])
    await visitProvider(stranger)
    expect(await comeBack(stranger, address)).toEqual([302, '/login/code?refused=OIDC_STALE'])
    expect(await comeBack(client, address)).toEqual([302, '/dashboard'])
    client.cookies.set('provider_login', ticket)
    expect(await comeBack(client, address)).toEqual([302, '/login/code?refused=OIDC_BAD_ANSWER'])
    client.cookies.set('provider_login', `${ticket}x`)
    expect(await comeBack(client, address)).toEqual([302, '/login/code?refused=OIDC_STALE'])
  })

  test('that declines is told so, and a provider that is down too', async () => {
    const declined = await signInBy({ claims: { sub: 'x' }, isDeclined: true })
    expect(declined.location).toBe('/login/code?refused=OIDC_DENIED')
    provider.next = { claims: { sub: newSubject() } }
    const client = createClient(app.url)
    const address = await visitProvider(client)
    provider.isDown = true
    expect(await comeBack(client, address)).toEqual([302, '/login/code?refused=OIDC_DOWN'])
  })
})

test('of a crowd one asks what the provider is, and only answers that come to nothing are limited', async () => {
  const crowded = await startApp({ ...provider.env, TRUSTED_PROXIES: '127.0.0.1' })
  const more = LOGIN_FAILURES_PER_ADDRESS + 5
  const at = (path: string, address: string, client = createClient(crowded.url)) =>
    client.request(path, { headers: { 'x-forwarded-for': address } })
  const passed = async (ask: () => Promise<Response>) => {
    const answers = await Promise.all(Array.from({ length: more }, ask))
    return answers.filter(({ headers }) => !headers.get('location')?.endsWith('TOO_MANY_LOGINS')).length
  }
  try {
    const before = provider.discoveries
    expect(await passed(() => at('/api/auth/oidc/start', '203.0.113.24'))).toBe(more)
    expect(provider.discoveries - before).toBe(1)
    const stray = () => at('/api/auth/oidc/callback?code=1&state=2', '203.0.113.24')
    expect(await passed(stray)).toBe(more)
    const own = async () => {
      const client = createClient(crowded.url)
      const start = await at('/api/auth/oidc/start', '203.0.113.24', client)
      const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
      return await at(`/api/auth/oidc/callback?code=1&state=${state}`, '203.0.113.24', client)
    }
    expect(await passed(own)).toBe(LOGIN_FAILURES_PER_ADDRESS)
    provider.next = { claims: { sub: newSubject(), preferred_username: 'crowded' } }
    for (let login = 0; login < 2; login += 1)
      expect((await signInBy(provider.next, createClient(crowded.url))).location).toBe('/dashboard')
    const [row] = await crowded.database
      .owner`SELECT coalesce(sum(count), 0)::int AS taken FROM throttles WHERE key = 'oidc:127.0.0.1'`
    expect(row.taken).toBe(0)
  } finally {
    await crowded.stop()
  }
})

test.each([
  ['a NUL', 'a\0b'],
  ['half a sign', 'a\ud800'],
  ['256 signs', 'a'.repeat(256)],
  ['nothing', ''],
  ['a number', 5],
  ['a list', ['a']]
])('a subject of %s is a bad answer', async (_what, sub) => {
  const { location } = await signInBy({ claims: { sub: sub as string } })
  expect(location).toBe('/login/code?refused=OIDC_BAD_ANSWER')
})

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, 302],
  [{ 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, 302]
])('a login begins where a person goes to it: %j', async (headers, status) => {
  const client = createClient(app.url)
  expect((await client.request('/api/auth/oidc/start', { headers })).status).toBe(status)
  expect(client.cookies.has('provider_login')).toBe(status === 302)
})

test.each([
  ...Object.keys(PROVIDER_REFUSALS).map(code => [code, new Refusal(code as ProviderRefusal)] as const),
  ['DATABASE_DOWN', new DatabaseSilentError('no answer')],
  ['OVERLOADED', new DatabaseBusyError('no connection')],
  ['UNEXPECTED', new Error('unforeseen')]
] as const)('a browser is told %s by the page, on both ways', async (code, error) => {
  const full = await startApp(provider.env)
  try {
    const { provider: own } = full.context
    const refuse = () => Promise.reject(error)
    if (own) Object.assign(own, { begin: refuse, isOwn: () => true, finish: refuse })
    for (const path of ['start', 'callback?code=1&state=2']) {
      const { status, headers } = await createClient(full.url).request(`/api/auth/oidc/${path}`)
      expect([status, headers.get('location')]).toEqual([302, `/login/code?refused=${code}`])
    }
    // Each is a sentence, with what to do next.
    expect(PROVIDER_REFUSALS[code as ProviderRefusal]).toMatch(/^[А-ЯЁ].*[.] [А-ЯЁ].*[.]$/)
  } finally {
    await full.stop()
  }
})

test('a process that stops leads a browser to the page, which it gives out still', async () => {
  const stopping = await startApp(provider.env)
  try {
    await stopping.context.drain.stop({ pendingRequests: 0, stop: () => Promise.resolve() })
    const refused = await createClient(stopping.url).get('/api/auth/me')
    expect([refused.status, refused.body.code]).toEqual([503, 'STOPPING'])
    for (const path of ['start', 'callback?code=1&state=2']) {
      const { status, headers } = await stopping.request(`/api/auth/oidc/${path}`)
      expect([status, headers.get('location')]).toEqual([302, '/login/code?refused=STOPPING'])
    }
    const page = await stopping.request('/login/code')
    expect([page.status === 503, page.headers.get('connection')]).toEqual([false, 'close'])
  } finally {
    await stopping.stop()
  }
})

test('without a provider there is neither a button nor a call', async () => {
  const plain = await startApp()
  try {
    const client = createClient(plain.url)
    expect((await client.get('/api/auth/turnstile-config')).body).toEqual({ enabled: false, siteKey: null })
    for (const path of ['start', 'callback?code=1&state=2'])
      expect((await client.get(`/api/auth/oidc/${path}`)).body.code).toBe('NOT_FOUND')
  } finally {
    await plain.stop()
  }
  const { body } = await createClient(app.url).get('/api/auth/turnstile-config')
  expect(body.oidc_title).toBe('единый вход')
})

test('a provider that cannot be reached is told at the first press', async () => {
  const lost = await startApp({ ...provider.env, OIDC_ISSUER: 'http://localhost:9' })
  try {
    const start = await createClient(lost.url).request('/api/auth/oidc/start')
    expect(start.headers.get('location')).toBe('/login/code?refused=OIDC_DOWN')
  } finally {
    await lost.stop()
  }
})

test.each([
  [['ivanov'], 'ivanov'],
  [['Щукина Юлия'], 'shchukinaiuliia'],
  [['й.й', 'Андрей@example.com'], 'andrei'],
  [['x'], 'userx'],
  [['名前', '123'], 'user'],
  [[], 'user'],
  [['a'.repeat(100)], 'a'.repeat(56)]
])('of %p the name is %p', (names, name) => {
  expect(baseName(names)).toBe(name)
})

test('endings are letters, each once', () => {
  const names = Array.from({ length: 1_000 }, (_, n) => nthName('user', n))
  expect(names.slice(0, 3)).toEqual(['user', 'usera', 'userb'])
  expect(new Set(names).size).toBe(1_000)
  expect(names.every(name => /^[a-z]+$/.test(name))).toBe(true)
})
