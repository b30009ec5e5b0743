import { expect, test } from 'bun:test'
import { deviceName } from '#api/features/sessions/device-name.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { logIn, register, registerAndLogin } from '#tests/kit/people.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const app = startedApp(undefined, () => startApp({ TRUSTED_PROXIES: '127.0.0.1' }))

async function logInFrom(username: string, address: string, userAgent = FIREFOX) {
  const client = createClient(app.url)
  const account = { username, password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent }
  const { status } = await client.post('/api/auth/login', account, { headers })
  expect(status).toBe(200)
  return client
}
const sessionsOf = async (client: Pick<ReturnType<typeof createClient>, 'get'>) =>
  (await client.get('/api/profile/security')).body.sessions

test('sessions tell device, network, way in and the last act, the one that asks first', async () => {
  const username = await register(app)
  const first = await logInFrom(username, '203.0.113.24')
  await logInFrom(username, '203.0.113.90', 'curl/8.0')
  const [own, other] = await sessionsOf(first)
  expect(own).toMatchObject({
    device: 'Firefox, Linux',
    network: '203.0.113.0/24',
    entry: 'password',
    entry_key: null,
    is_new_place: false,
    is_current: true
  })
  expect(other).toMatchObject({ device: null, is_new_place: false, is_current: false })
})

test('a login from a network that was never used is marked, until its owner says that it was them', async () => {
  const username = await register(app)
  const first = await logInFrom(username, '203.0.113.24')
  const [mine] = await sessionsOf(first)
  expect(mine.is_new_place).toBe(false)
  await logInFrom(username, '198.51.100.7')
  const marked = (await sessionsOf(first)).find((each: { is_current: boolean }) => !each.is_current)
  expect(marked).toMatchObject({ network: '198.51.100.0/24', is_new_place: true })
  const other = await registerAndLogin(app)
  expect((await other.post(`/api/profile/sessions/${marked.id}/known`)).status).toBe(404)
  expect((await first.post(`/api/profile/sessions/${marked.id}/known`)).status).toBe(200)
  expect((await sessionsOf(first)).some((each: { is_new_place: boolean }) => each.is_new_place)).toBe(false)
  await logInFrom(username, '198.51.100.200')
  expect((await sessionsOf(first)).some((each: { is_new_place: boolean }) => each.is_new_place)).toBe(false)
})

test('one session is ended, then all others, and never somebody else’s', async () => {
  const person = await registerAndLogin(app)
  const others = [
    await logIn(app, person.username),
    await logIn(app, person.username),
    await logIn(app, person.username)
  ]
  const stranger = await registerAndLogin(app)
  const [, one] = await sessionsOf(person)
  for (const id of [one.id, 'nothing', '00000000-0000-4000-8000-000000000000'])
    expect((await stranger.delete(`/api/profile/sessions/${id}`)).body.code).toBe('NOT_FOUND')
  expect((await person.delete(`/api/profile/sessions/${one.id}`)).body).toEqual({ ok: true })
  const alive = async () => {
    const answers = await Promise.all(others.map(each => each.get('/api/auth/me')))
    return answers.filter(({ status }) => status === 200).length
  }
  expect(await alive()).toBe(2)
  expect((await person.delete('/api/profile/sessions')).body).toEqual({ ok: true, ended: 2 })
  expect(await alive()).toBe(0)
  expect((await person.get('/api/auth/me')).status).toBe(200)
  const acts = await app.database.owner`SELECT detail->'ended' AS ended FROM audit_event
    WHERE actor_id = ${person.user.id} AND action = 'session_end_own' ORDER BY id`
  expect(acts.map(({ ended }: { ended: number }) => ended)).toEqual([1, 2])
})

test.each([
  [FIREFOX, 'Firefox, Linux'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows'
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/138.0 YaBrowser/25.8 Safari/537.36', 'Яндекс Браузер, Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari, iPhone'
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1', 'Safari, macOS'],
  ['curl/8.0', null],
  ['', null],
  [null, null]
])('a browser that says %p is %p', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
