import { describe, expect, test } from 'bun:test'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person
const app = startedApp(async app => {
  person = await registerAndLogin(app)
})

const WRITES: [method: string, path: string][] = [
  ['POST', '/refresh'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/register'],
  ['POST', '/api/profile/change-password'],
  ['PUT', '/api/profile/settings'],
  ['POST', '/api/search/perform'],
  ['DELETE', '/api/search_history'],
  ['DELETE', '/api/search_history/1'],
  ['POST', '/admin/api/es_performance/reset'],
  ['POST', '/api/no-such-path']
]
const FOREIGN: Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:1' },
  { origin: 'http://localhost:12000' },
  { origin: 'http://localhost.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
  { 'sec-fetch-site': 'none' }
]
const cookie = () => [...person.cookies].map(pair => pair.join('=')).join('; ')
const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  app.request(path, { method, headers, ...(body === undefined ? {} : { body }) })

describe('a call with a session cookie', () => {
  test.each(WRITES)('%s %s is refused unless it comes from our own pages', async (method, path) => {
    for (const headers of FOREIGN) {
      const answer = await send(method, path, { cookie: cookie(), ...headers })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        code: 'CROSS_SITE',
        error: 'Запрос пришёл с другого сайта'
      })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })

  test('is refused in every shape that a foreign form can send', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x'
    ]) {
      const headers = { cookie: cookie(), origin: 'https://evil.example', 'content-type': type }
      expect((await send('POST', '/api/auth/logout', headers, '{}')).status).toBe(403)
    }
  })

  test('is refused when it brings only one of the two cookies', async () => {
    for (const name of ['access_token', 'refresh_token']) {
      const value = person.cookies.get(name)
      expect((await send('POST', '/api/auth/logout', { cookie: `${name}=${value}` })).status).toBe(403)
    }
  })

  test('passes from our own pages, by either header', async () => {
    const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: app.url }]
    for (const headers of own) {
      const answer = await send('DELETE', '/api/search_history', { cookie: cookie(), ...headers })
      expect(answer.status).toBe(200)
    }
    const { port } = new URL(app.url)
    const named = await fetch(`http://127.0.0.1:${port}/api/search_history`, {
      method: 'DELETE',
      headers: { cookie: cookie(), origin: `http://127.0.0.1:${port}` }
    })
    expect(named.status).toBe(200)
  })

  test('reads from anywhere, since reading changes nothing', async () => {
    const answer = await send('GET', '/api/news', { cookie: cookie(), 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a call without cookies', () => {
  const account = () =>
    JSON.stringify({ username: uniqueName(), password: PASSWORD, turnstile_token: 'test-token' })
  const json = { 'content-type': 'application/json' }

  test.each([
    '/api/auth/login',
    '/api/auth/register',
    '/api/auth/login/',
    '/api/auth/register/?from=elsewhere',
    '/api/auth/logout',
    '/api/auth/logout/'
  ])('%s is refused from a foreign page, and clears no cookie', async path => {
    for (const headers of FOREIGN.filter(each => Object.keys(each).length > 0)) {
      const answer = await send('POST', path, { ...json, ...headers }, account())
      expect(answer.status).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('logs out from our own pages, whoever is or is not signed in', async () => {
    const own: Record<string, string>[] = [{}, { 'sec-fetch-site': 'same-origin' }, { origin: app.url }]
    for (const headers of own) {
      const answer = await send('POST', '/api/auth/logout', headers)
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()).toHaveLength(2)
    }
  })

  test('passes from a script', async () => {
    expect((await send('POST', '/api/auth/register', json, account())).status).toBe(200)
    expect((await send('POST', '/api/auth/login', json, account())).status).toBe(401)
    const foreign = { ...json, origin: 'https://client.example', 'sec-fetch-site': 'cross-site' }
    expect((await send('POST', '/api/balance', foreign, '{}')).status).not.toBe(403)
  })
})

test('with an https origin only that origin is ours, and a strange host name is not', async () => {
  const secure = await startApp({ PUBLIC_ORIGIN: 'https://sverka.example' })
  const status = async (origin: string, host: string) => {
    const headers = { cookie: '__Host-access_token=x', origin, host }
    return (await secure.request('/api/auth/logout', { method: 'POST', headers })).status
  }
  expect(await status('https://sverka.example', 'sverka.example')).toBe(200)
  expect(await status('http://sverka.example', 'sverka.example')).toBe(403)
  expect(await status('http://evil.example', 'evil.example')).toBe(403)
  await secure.stop()
})
