import { expect, test } from 'bun:test'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { enrol, prove } from '#tests/kit/second-factor.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(undefined, () => startApp({ ADMIN_SECOND_FACTOR: 'required' }))

test('an administrator without a second factor reaches nothing but its set-up, and everything after it', async () => {
  const admin = await signedInAs(app, ROLE_ADMIN)
  expect((await admin.get('/api/auth/me')).body.user.must_set_factor).toBe(true)
  const calls = ['/api/auth/admin/users', '/api/search_history', '/api/lists', '/api/tokens', '/api/news']
  for (const path of calls) {
    const { status, body } = await admin.get(path)
    expect([path, status, body.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED'])
  }
  const search = await admin.request('/api/search/perform', { method: 'POST', body: '{' })
  expect((await search.json()).code).toBe('SECOND_FACTOR_REQUIRED')
  expect((await admin.get('/api/profile/security')).body.is_required).toBe(true)
  await enrol(admin)
  for (const path of calls) expect([path, (await admin.get(path)).status]).toEqual([path, 200])
  expect((await admin.get('/api/auth/me')).body.user).not.toHaveProperty('must_set_factor')
})

test('nor do their tokens, before anything is counted', async () => {
  const admin = await signedInAs(app, ROLE_USER)
  const { ask } = await programOf(admin, app.url)
  await app.database.owner`UPDATE users SET role = ${ROLE_ADMIN} WHERE id = ${admin.user.id}`
  const refused = [
    await ask('/api/balance'),
    await ask('/api/search', { request: 'Примеров Илья' }),
    await ask('/api/lists', { lines: ['Примеров Илья'] }),
    await ask('/api/reconcile', { queries: { q0: { query: 'Примеров Илья' } } })
  ]
  expect(refused.map(({ status, body }) => [status, body.error_code ?? body.code])).toEqual(
    refused.map(() => [403, 'SECOND_FACTOR_REQUIRED'])
  )
  await enrol(admin)
  expect((await ask('/api/balance')).status).toBe(200)
})

test('the last factor of an administrator stays, and goes with the role', async () => {
  const admin = await signedInAs(app, ROLE_ADMIN)
  const { backupCodes } = await enrol(admin)
  await prove(admin, backupCodes[0])
  const refusal = await admin.delete('/api/profile/totp')
  expect([refusal.status, refusal.body.code]).toEqual([409, 'LAST_FACTOR'])
  await app.database.owner`UPDATE users SET role = ${ROLE_USER} WHERE id = ${admin.user.id}`
  expect((await admin.delete('/api/profile/totp')).status).toBe(200)
})

test('others need none', async () => {
  const person = await registerAndLogin(app)
  expect((await person.get('/api/tokens')).status).toBe(200)
  expect(person.user).not.toHaveProperty('must_set_factor')
  expect((await (await programOf(person, app.url)).ask('/api/balance')).status).toBe(200)
})
