import { expect, test } from 'bun:test'
import { storePasskey } from '#api/features/second-factor/passkey-store.ts'
import { logIn, registerAndLogin } from '#tests/kit/people.ts'
import { codeOf, enrol, forgetSteps, passFirstStep, prove, stepBy } from '#tests/kit/second-factor.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const app = startedApp()

const hashOf = async (userId: number): Promise<string> =>
  (await app.database.owner`SELECT password_hash AS hash FROM users WHERE id = ${userId}`)[0].hash

test('the first factor ends the other sessions, and a second one does not', async () => {
  const person = await registerAndLogin(app)
  const other = await logIn(app, person.username)
  const { secret } = await enrol(person)
  expect([(await person.get('/api/auth/me')).status, (await other.get('/api/auth/me')).status]).toEqual([
    200, 401
  ])
  await forgetSteps(app, person)
  const { client } = await passFirstStep(app.url, person.username)
  expect((await stepBy(client, codeOf(secret))).status).toBe(200)
  const { owner } = app.database
  const keep = { sessionId: 'nobody', credentialId: person.username, publicKey: new Uint8Array([1]) }
  const key = { ...keep, userId: person.user.id, counter: 0, transports: [], title: 'ключ' }
  await storePasskey(owner, key, [], { actorId: person.user.id, action: 'passkey_add' })
  expect((await client.get('/api/auth/me')).status).toBe(200)
})

test('the first factor lets nobody in by a password alone who began before it', async () => {
  const person = await registerAndLogin(app)
  const account = { id: person.user.id, passwordHash: await hashOf(person.user.id) }
  await prove(person)
  const { secret } = (await person.post('/api/profile/totp')).body
  const entries = ['password', 'oidc'] as const
  const late: Promise<unknown>[] = []
  await app.database.owner.begin(async tx => {
    await tx`SELECT FROM users WHERE id = ${account.id} FOR NO KEY UPDATE`
    await tx`UPDATE totp SET enabled_at = now() WHERE user_id = ${account.id}`
    for (const entry of entries)
      late.push(app.context.sessions.open(account, null, { entry, userAgent: null }))
    const waiting = () => app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(waiting, rows => rows.length > 0)
  })
  expect(await Promise.all(late)).toEqual([null, null])
  const { answer } = await passFirstStep(app.url, person.username)
  expect([secret.length > 0, answer.body.success]).toEqual([true, false])
  const entered = await app.context.sessions.open(account, null, { entry: 'code', userAgent: null })
  expect(entered?.user.id).toBe(account.id)
})

test('a set-up goes on with its key in its session, for the time of a proof; another session has a key of its own', async () => {
  const person = await registerAndLogin(app)
  const other = await logIn(app, person.username)
  await prove(person)
  await other.post('/api/profile/proof', { password: person.password })
  const begin = async (by: Pick<typeof person, 'post'>) =>
    (await by.post('/api/profile/totp')).body.secret as string
  const finish = async (by: Pick<typeof person, 'post'>, secret: string) => {
    const { status, body } = await by.post('/api/profile/totp/enable', { code: codeOf(secret) })
    return status === 200 ? 'enabled' : body.code
  }
  const first = await begin(person)
  expect(await begin(person)).toBe(first)
  const strangers = await begin(other)
  expect(strangers).not.toBe(first)
  expect([await finish(person, first), await finish(person, strangers)]).toEqual([
    'TOTP_DISABLED',
    'TOTP_DISABLED'
  ])
  const second = await begin(person)
  expect([first, strangers]).not.toContain(second)
  await app.database.owner`UPDATE totp SET created_at = created_at - interval '11 minutes'
    WHERE user_id = ${person.user.id}`
  const third = await begin(person)
  expect(third).not.toBe(second)
  expect(await finish(other, third)).toBe('TOTP_DISABLED')
  expect(await finish(person, third)).toBe('enabled')
  expect((await person.post('/api/profile/totp')).body.code).toBe('TOTP_ENABLED')
  const { client } = await passFirstStep(app.url, person.username)
  await forgetSteps(app, person)
  expect((await stepBy(client, codeOf(third))).status).toBe(200)
})
