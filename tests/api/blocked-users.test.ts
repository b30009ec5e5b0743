import { describe, expect, test } from 'bun:test'
import { promoteToAdministrator } from '#api/features/users/service.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { balanceOf, logIn, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startApp } from '#tests/kit/start-app.ts'

const USERS = '/api/auth/admin/users'
const REASON = 'Перебирает номера подряд'

const { app, admin } = administeredApp()

const block = (person: Person, by = admin, reason: unknown = REASON) =>
  by.post(`${USERS}/${person.user.id}/block`, { reason })
const unblock = (person: Person, by = admin) => by.post(`${USERS}/${person.user.id}/unblock`, {})
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const loginOf = (username: string, password = PASSWORD) =>
  createClient(app.url).post('/api/auth/login', { username, password, turnstile_token: BYPASS_TOKEN })
const held = async (userId: number) => {
  const [row] = await app.database.owner`SELECT
    (SELECT count(*)::int FROM sessions WHERE user_id = ${userId}) AS sessions,
    (SELECT count(*)::int FROM api_tokens WHERE user_id = ${userId}) AS tokens`
  return row
}

describe('a blocked user', () => {
  test('loses every session and token at once, keeps the rest, and is told so at the door', async () => {
    const person = await signedInAs(app, ROLE_USER, 7)
    const other = await logIn(app, person.username)
    const { token } = (await person.post('/api/generate_token', {})).body
    const before = (await admin.get(`${USERS}/${person.user.id}`)).body
    expect([before.sessions.length, before.tokens.length, before.user.blocked_at]).toEqual([2, 1, null])
    const answer = await block(person)
    expect(answer.body).toMatchObject({
      ok: true,
      message: 'Пользователь заблокирован',
      user: { blocked_at: expect.any(String), blocked_reason: REASON, requests_count: 7 }
    })
    for (const session of [person, other]) {
      expect((await session.get('/api/auth/me')).status).toBe(401)
      expect((await session.post('/refresh', {})).status).toBe(401)
    }
    expect((await createClient(app.url).post('/api/balance', { token })).status).toBe(401)
    expect(await held(person.user.id)).toEqual({ sessions: 0, tokens: 0 })
    const login = await loginOf(person.username)
    expect([...codeOf(login), login.body.error]).toEqual([
      403,
      'ACCOUNT_BLOCKED',
      'Учётная запись заблокирована. Обратитесь к администратору.'
    ])
    expect(JSON.stringify(login.body)).not.toContain(REASON)
    // Who does not know the password learns nothing.
    expect(codeOf(await loginOf(person.username, 'another horse 43'))).toEqual([401, 'BAD_CREDENTIALS'])
    const account = { username: person.username, password: PASSWORD, turnstile_token: BYPASS_TOKEN }
    expect(codeOf(await createClient(app.url).post('/api/auth/register', account))).toEqual([
      409,
      'USERNAME_TAKEN'
    ])
    expect(await balanceOf(app, person.username)).toEqual({ balance: 7, ledger: 7 })
    const [act] = await actsOf(app, admin, 'user_block', person.user.id)
    expect(act).toMatchObject({ after: { reason: REASON }, ended_sessions: 2, revoked_tokens: 1 })
  })

  test('comes in again when they are let in, without the old sessions and tokens', async () => {
    const person = await registerAndLogin(app)
    await block(person)
    expect((await unblock(person)).body.user).toMatchObject({ blocked_at: null, blocked_reason: null })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    const again = await logIn(app, person.username)
    const { user } = (await admin.get(`${USERS}/${again.user.id}`)).body
    expect(Date.parse(user.last_login_at)).toBeGreaterThan(Date.now() - 60_000)
    const [act] = await actsOf(app, admin, 'user_unblock', person.user.id)
    expect(act).toMatchObject({ before: { reason: REASON }, after: null })
    expect(codeOf(await unblock(person))).toEqual([409, 'NOT_BLOCKED'])
  })

  test('is let in by the command of the machine’s owner, and a change of role lets nobody in', async () => {
    const person = await registerAndLogin(app)
    await block(person)
    await admin.post(`${USERS}/${person.user.id}/update`, { role: ROLE_ADMIN })
    expect(codeOf(await loginOf(person.username))).toEqual([403, 'ACCOUNT_BLOCKED'])
    expect(await promoteToAdministrator(app.context, person.username, null)).toBe(true)
    expect((await (await logIn(app, person.username)).get(USERS)).status).toBe(200)
  })

  test('is found among the blocked', async () => {
    const person = await registerAndLogin(app)
    await block(person)
    const listed = async (state: string) =>
      (await admin.get(`${USERS}?search=${person.username}&state=${state}`)).body.total
    expect([await listed(''), await listed('blocked'), await listed('active')]).toEqual([1, 1, 0])
    const sorted = (await admin.get(`${USERS}?sort=-last_login_at&limit=200`)).body.users
    const times = sorted.map(({ last_login_at: at }: { last_login_at: string | null }) => at ?? '')
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test.each([
    ['', 'Причина обязательна'],
    [' \u200b ', 'Причина обязательна'],
    [undefined, 'Причина обязательна'],
    [5, 'Причина обязательна'],
    ['ы'.repeat(501), 'Причина: не больше 500 символов']
  ])('is not made for the reason %p', async (reason, text) => {
    const person = await registerAndLogin(app)
    const body = reason === undefined ? {} : { reason }
    const answer = await admin.post(`${USERS}/${person.user.id}/block`, body)
    expect([...codeOf(answer), answer.body.fields]).toEqual([400, 'BAD_INPUT', { reason: text }])
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })

  test('is nobody twice, nor who is not there, nor oneself', async () => {
    const person = await registerAndLogin(app)
    await block(person)
    expect(codeOf(await block(person))).toEqual([409, 'ALREADY_BLOCKED'])
    expect(codeOf(await admin.post(`${USERS}/999999/block`, { reason: REASON }))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await block(admin))).toEqual([409, 'OWN_ACCOUNT'])
  })
})

describe('at the same moment', () => {
  test('logins and tokens that are under way leave nothing that lets the blocked in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await registerAndLogin(app)
      const [blocked] = await Promise.all([
        block(person),
        ...Array.from({ length: 6 }, () => loginOf(person.username)),
        person.post('/api/generate_token', {})
      ])
      expect(blocked.status).toBe(200)
      expect((await held(person.user.id)).sessions).toBe(0)
      expect((await person.get('/api/auth/me')).status).toBe(401)
      await unblock(person)
      expect(await held(person.user.id)).toEqual({ sessions: 0, tokens: 0 })
    }
  })

  test('of two administrators who block one user one is told that it is done', async () => {
    const other = await signedInAs(app, ROLE_ADMIN)
    const person = await registerAndLogin(app)
    const answers = await Promise.all([block(person), block(person, other)])
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'ALREADY_BLOCKED']
    ])
    const acts = [admin, other].map(by => actsOf(app, by, 'user_block', person.user.id))
    expect((await Promise.all(acts)).flat()).toHaveLength(1)
  })

  test('administrators who block each other leave one who can act', async () => {
    const own = await startApp()
    try {
      const [one, other] = [await signedInAs(own, ROLE_ADMIN), await signedInAs(own, ROLE_ADMIN)]
      await own.database.owner`UPDATE users SET role = ${ROLE_USER}
        WHERE role = ${ROLE_ADMIN} AND id <> ${one.user.id} AND id <> ${other.user.id}`
      const answers = await Promise.all([block(one, other), block(other, one)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = answers[0]?.status === 200 ? other : one
      const gone = left === one ? other : one
      expect(codeOf(await left.post(`${USERS}/${left.user.id}/update`, { role: ROLE_USER }))[0]).toBe(409)
      // A blocked administrator is none who could be left.
      expect((await left.delete(`${USERS}/${gone.user.id}`)).status).toBe(200)
    } finally {
      await own.stop()
    }
  })
})
