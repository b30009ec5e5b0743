import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { createAccessTokens } from '#api/features/sessions/access-token.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { logIn, type Person, registerAndLogin, setRole } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const sql = () => app.database.owner
const cookieOf = (person: Person, name = 'refresh_token') => person.cookies.get(name) ?? ''
const refreshWith = (token: string) =>
  app.request('/refresh', {
    method: 'POST',
    headers: { cookie: `refresh_token=${token}`, 'sec-fetch-site': 'same-origin' }
  })
const meWith = async (access: string) =>
  (await app.request('/api/auth/me', { headers: { cookie: `access_token=${access}` } })).status
const makeLate = (person: Person, seconds: number) =>
  sql()`UPDATE sessions SET rotated_at = rotated_at - make_interval(secs => ${seconds}) WHERE user_id = ${person.user.id}`

describe('cookies', () => {
  const login = async (at: TestApp) => {
    const body = JSON.stringify({ username: 'cookies', password: PASSWORD, turnstile_token: 'test-token' })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    await at.request('/api/auth/register', init)
    return (await at.request('/api/auth/login', init)).headers.getSetCookie()
  }

  test('are HttpOnly, Lax and for the whole site', async () => {
    const [access = '', refresh = '', device = ''] = await login(app)
    expect(access).toMatch(
      /^access_token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/
    )
    expect(refresh).toMatch(/^refresh_token=[\w-]{65}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(
      /^device_token=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth\/login; HttpOnly; SameSite=Strict$/
    )
  })

  test('are Secure and tied to the host when the public origin is https', async () => {
    const secure = await startApp({ PUBLIC_ORIGIN: 'https://sverka.example' })
    try {
      const cookies = await login(secure)
      expect(cookies.map(line => line.split('=')[0])).toEqual([
        '__Host-access_token',
        '__Host-refresh_token',
        '__Secure-device_token'
      ])
      for (const line of cookies) expect(line).toContain('; Secure')
      const cookie = cookies.map(line => line.split(';')[0]).join('; ')
      expect((await secure.request('/api/auth/me', { headers: { cookie } })).status).toBe(200)
      const plain = cookie.replaceAll('__Host-', '')
      expect((await secure.request('/api/auth/me', { headers: { cookie: plain } })).status).toBe(401)
    } finally {
      await secure.stop()
    }
  })

  test('hold nothing that the database keeps in the clear', async () => {
    const person = await registerAndLogin(app)
    const [row] =
      await sql()`SELECT encode(refresh_hash, 'hex') AS hash FROM sessions WHERE user_id = ${person.user.id}`
    expect(row.hash).toBe(new Bun.CryptoHasher('sha256').update(cookieOf(person)).digest('hex'))
  })

  test('are new at every login, whatever the browser brought', async () => {
    const person = await registerAndLogin(app)
    const before = new Map(person.cookies)
    await person.post('/api/auth/login', {
      username: person.username,
      password: PASSWORD,
      turnstile_token: 'x'
    })
    for (const [name, value] of before) expect(person.cookies.get(name)).not.toBe(value)
  })
})

describe('a short token', () => {
  const sealed = (claims: object, secret: string, header: object = { alg: 'HS256', typ: 'JWT' }) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const claimsOf = (person: Person) =>
    JSON.parse(Buffer.from(cookieOf(person, 'access_token').split('.')[1] ?? '', 'base64url').toString())

  test('is refused when late, changed, unsigned or signed by somebody else', async () => {
    const person = await registerAndLogin(app)
    const claims = claimsOf(person)
    const { session } = app.context.secrets
    expect(claims.exp - claims.iat).toBe(900)
    expect(await meWith(sealed(claims, session))).toBe(200)
    expect(await meWith(sealed({ ...claims, exp: claims.iat - 1 }, session))).toBe(401)
    expect(await meWith(sealed(claims, 'another secret'))).toBe(401)
    expect(await meWith(sealed({ ...claims, sub: '999999' }, session))).toBe(401)
    expect(await meWith(sealed({ ...claims, sid: 'x' }, session))).toBe(401)
    expect(await meWith(sealed({ ...claims, sub: null }, session))).toBe(401)
    expect(await meWith(sealed(claims, session, { alg: 'none' }))).toBe(401)
    expect(await meWith('rubbish')).toBe(401)
  })

  test('still says whom to sign out when it is late', async () => {
    const person = await registerAndLogin(app)
    const claims = claimsOf(person)
    const late = sealed({ ...claims, exp: claims.iat - 1 }, app.context.secrets.session)
    const headers = { cookie: `access_token=${late}`, 'sec-fetch-site': 'same-origin' }
    const answer = await app.request('/api/auth/logout', { method: 'POST', headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().filter(line => line.includes('Max-Age=0'))).toHaveLength(2)
    expect(await meWith(cookieOf(person, 'access_token'))).toBe(401)
  })
})

describe('a session', () => {
  test('ends at logout for every copy of its cookies, and for no other session', async () => {
    const person = await registerAndLogin(app)
    const other = await logIn(app, person.username)
    const [access, refresh] = [cookieOf(person, 'access_token'), cookieOf(person)]
    expect((await person.post('/api/auth/logout')).body).toMatchObject({ success: true })
    expect([...person.cookies.keys()]).toEqual(['device_token'])
    expect(await meWith(access)).toBe(401)
    expect((await refreshWith(refresh)).status).toBe(401)
    expect((await other.get('/api/auth/me')).status).toBe(200)
    expect((await createClient(app.url).post('/api/auth/logout')).status).toBe(200)
  })

  test('sees a new role at once and ends with the account', async () => {
    const person = await registerAndLogin(app)
    expect((await person.put('/api/profile/settings', { telegram_chat_id: null })).status).toBe(403)
    await setRole(app, person.username, 'Администратор')
    expect((await person.put('/api/profile/settings', { telegram_chat_id: null })).status).toBe(200)
    await sql()`DELETE FROM users WHERE id = ${person.user.id}`
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await person.post('/refresh')).status).toBe(401)
  })

  test.each([
    "expires_at = now() - interval '1 second'",
    "last_seen_at = now() - interval '10 days 1 second'"
  ])('is over when %s', async change => {
    const person = await registerAndLogin(app)
    await sql().unsafe(`UPDATE sessions SET ${change} WHERE user_id = ${person.user.id}`)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await person.post('/refresh')).status).toBe(401)
  })
})

describe('the sessions of an account', () => {
  const alive = async (people: readonly Person[]) => {
    const answers = await Promise.all(people.map(person => person.get('/api/auth/me')))
    return answers.map(answer => answer.status === 200)
  }
  const stored = async ({ user }: Person) =>
    (await sql()`SELECT id FROM sessions WHERE user_id = ${user.id}`).length

  test('are twenty at most: one more login ends the oldest', async () => {
    const first = await registerAndLogin(app)
    const people = [first]
    for (let login = 1; login < 22; login++) people.push(await logIn(app, first.username))
    expect(await alive(people)).toEqual([false, false, ...Array(20).fill(true)])
    expect(await stored(first)).toBe(20)
    expect((await first.post('/refresh')).status).toBe(401)
    const rows = await sql()`SELECT detail FROM audit_event
      WHERE actor_id = ${first.user.id} AND action = 'login' AND detail IS NOT NULL`
    expect(rows).toEqual([{ detail: { ended: 1 } }, { detail: { ended: 1 } }])
  })

  test('that are over make room before any that is in use', async () => {
    const first = await registerAndLogin(app)
    const people = [first]
    for (let login = 1; login < 20; login++) people.push(await logIn(app, first.username))
    const idle = people[10] as Person
    await idle.post('/refresh')
    const [{ id }] = await sql()`UPDATE sessions SET last_seen_at = now() - interval '11 days'
      WHERE refresh_hash = ${new Bun.CryptoHasher('sha256').update(cookieOf(idle)).digest()} RETURNING id`
    await logIn(app, first.username)
    expect(await alive([first])).toEqual([true])
    expect(await sql()`SELECT 1 FROM sessions WHERE id = ${id}`).toHaveLength(0)
  })

  test('are exactly twenty when many are opened at once, each of which is opened', async () => {
    const first = await registerAndLogin(app)
    const [account] =
      await sql()`SELECT id, password_hash AS "passwordHash" FROM users WHERE id = ${first.user.id}`
    // Without the time of hashing, which puts logins in a row.
    const open = () => app.context.sessions.open(account, null).catch(whenBusy)
    // Nobody's turn comes in time on a busy machine: whoever is told so tries again.
    const whenBusy = async (error: { code?: string }): ReturnType<typeof app.context.sessions.open> => {
      if (error.code !== 'OVERLOADED') throw error
      await Bun.sleep(100)
      return await app.context.sessions.open(account, null).catch(whenBusy)
    }
    for (const round of [1, 2, 3]) {
      const opened = await Promise.all(Array.from({ length: 20 - round }, open))
      expect(opened.map(session => session?.user.id)).toEqual(Array(20 - round).fill(first.user.id))
      expect(await stored(first)).toBe(20)
    }
    expect(await alive([first])).toEqual([false])
  })
})

describe('sessions looked up in one moment', () => {
  test('each get their own user, and nobody who has no session with it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => registerAndLogin(app)))
    const [ended = people[0] as Person, ...live] = people
    await ended.post('/api/auth/logout', {})
    const answers = await Promise.all([...live, ended, ...live].map(each => each.get('/api/auth/me')))
    expect(answers.map(answer => answer.body.user?.id)).toEqual([
      ...live.map(each => each.user.id),
      undefined,
      ...live.map(each => each.user.id)
    ])
    expect(answers[live.length]?.status).toBe(401)
  })

  test('are told apart by session and user together', async () => {
    const [one, other] = await Promise.all([registerAndLogin(app), registerAndLogin(app)])
    const [session] = await sql()`SELECT id FROM sessions WHERE user_id = ${one.user.id}`
    const tokens = createAccessTokens(app.context.secrets.session)
    const statuses = [other, one, other].map(async ({ user }) =>
      meWith(await tokens.sign({ userId: user.id, sessionId: session.id }))
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 401])
  })
})

describe('refresh', () => {
  test('gives new tokens, and refuses whoever has none', async () => {
    const person = await registerAndLogin(app)
    const before = new Map(person.cookies)
    expect((await person.post('/refresh')).status).toBe(200)
    for (const name of ['access_token', 'refresh_token'])
      expect(person.cookies.get(name)).not.toBe(before.get(name) ?? '')
    expect((await person.get('/api/auth/me')).status).toBe(200)
    for (const token of [
      '',
      'rubbish',
      'A'.repeat(65),
      cookieOf(person).replace(/.$/, char => (char === 'A' ? 'B' : 'A'))
    ]) {
      const answer = await refreshWith(token)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        code: 'NOT_SIGNED_IN',
        error: 'Необходимо войти в систему'
      })
    }
  })

  test('serves parallel tabs with one token and keeps one session', async () => {
    const person = await registerAndLogin(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(cookieOf(person))))
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
    const renewed = answers.flatMap(answer =>
      answer.headers.getSetCookie().filter(line => line.startsWith('refresh_'))
    )
    expect(renewed).toHaveLength(1)
    const next = /^refresh_token=([^;]+)/.exec(renewed[0] ?? '')?.[1] ?? ''
    expect((await refreshWith(next)).status).toBe(200)
  })

  test('takes the previous token for ten seconds, then ends the session of whoever brings it', async () => {
    const person = await registerAndLogin(app)
    const old = cookieOf(person)
    await person.post('/refresh')
    await makeLate(person, 8)
    expect((await refreshWith(old)).status).toBe(200)
    await makeLate(person, 3)
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect((await refreshWith(old)).status).toBe(401)
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await person.post('/refresh')).status).toBe(401)
    const [row] =
      await sql()`SELECT 1 AS told FROM audit_event WHERE actor_id = ${person.user.id} AND action = 'session_reuse'`
    expect(row).toEqual({ told: 1 })
  })

  test('ends the session for a token of any earlier generation', async () => {
    const person = await registerAndLogin(app)
    const first = cookieOf(person)
    await person.post('/refresh')
    await person.post('/refresh')
    expect((await refreshWith(first)).status).toBe(401)
    await makeLate(person, 11)
    expect((await refreshWith(first)).status).toBe(401)
    expect((await person.get('/api/auth/me')).status).toBe(401)
  })
})
