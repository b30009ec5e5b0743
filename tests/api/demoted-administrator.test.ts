import { beforeAll, describe, expect, spyOn, test } from 'bun:test'
import * as folder from '#api/features/import-jobs/folder.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { logIn, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { createUploader } from '#tests/kit/uploads.ts'

const ADMIN = '/api/auth/admin'

const { app, admin } = administeredApp(loadPeople)

const demote = (person: Person) => admin.post(`${ADMIN}/users/${person.user.id}/update`, { role: ROLE_USER })

/** Rows of the audit that name somebody as the one who acted, but for logins. */
async function actsBy({ user }: Person): Promise<string[]> {
  const rows: { action: string }[] = await app.database
    .owner`SELECT action FROM audit_event WHERE actor_id = ${user.id} AND action NOT IN ('login', 'register')`
  return rows.map(({ action }) => action)
}

test('an administrator who is demoted while a password is hashed has not set it', async () => {
  const actor = await signedInAs(app, ROLE_ADMIN)
  const person = await registerAndLogin(app)
  const { passwords } = app.context
  const hash = passwords.hash.bind(passwords)
  const slow = spyOn(passwords, 'hash').mockImplementation(async password => {
    await demote(actor)
    return await hash(password)
  })
  const path = `${ADMIN}/users/${person.user.id}/change_password`
  const answer = await actor.post(path, { new_password: 'another horse 43' })
  slow.mockRestore()
  expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  expect((await person.get('/api/auth/me')).status).toBe(200)
  await logIn(app, person.username, PASSWORD)
  expect(await actsBy(actor)).toEqual([])
})

test('the piece of an administrator who is demoted while it comes is not booked', async () => {
  const actor = await signedInAs(app, ROLE_ADMIN)
  const files = createUploader(actor)
  const id = (await files.begin('late.csv', 9)).body.import.id
  const write = spyOn(folder, 'writePiece').mockImplementation(async () => {
    await demote(actor)
  })
  const answer = await files.piece(id, 0, Buffer.from('ФИО\n1\n'))
  write.mockRestore()
  expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
  const left = await app.database.owner`SELECT received, writer FROM import_job WHERE id = ${id}`
  expect(left).toEqual([{ received: '0', writer: null }])
})

describe('an act that was admitted before the demotion', () => {
  let actor: Person
  let person: Person
  let sessionId: string
  let paymentId: string
  const calls: [name: string, call: () => Promise<{ status: number; body: { code?: string } }>][] = [
    ['edit', () => actor.post(`${ADMIN}/users/${person.user.id}/update`, { role: ROLE_ADMIN })],
    ['deletion', () => actor.delete(`${ADMIN}/users/${person.user.id}`)],
    ['end of a session', () => actor.delete(`${ADMIN}/users/${person.user.id}/sessions/${sessionId}`)],
    ['end of all sessions', () => actor.delete(`${ADMIN}/users/${person.user.id}/sessions`)],
    ['rate', () => actor.post(`${ADMIN}/settings/rate`, { rate: 7 })],
    ['exempt address', () => actor.post(`${ADMIN}/exempt_ips`, { ip: '192.0.2.7' })],
    ['exception', () => actor.post(`${ADMIN}/ip_exceptions`, { ip_address: '192.0.2.8', name: 'Офис' })],
    ['news', () => actor.post(`${ADMIN}/news`, { title: 'Т', category: 'Информация', summary: 'Т' })],
    ['new index', () => actor.post(`${ADMIN}/es_indices`, { index_name: 'late_index' })],
    ['disabled index', () => actor.post(`${ADMIN}/es_indices/kit_registry/disable`, {})],
    ['deleted index', () => actor.delete(`${ADMIN}/es_indices/kit_registry`)],
    ['upload', () => actor.post(`${ADMIN}/imports`, { file_name: 'a.csv', size: 9, fingerprint: 'a' })],
    ['confirmed payment', () => actor.post(`${ADMIN}/payments/${paymentId}/confirm`, {})],
    ['reset of metrics', () => actor.post('/admin/api/es_performance/reset', {})]
  ]

  beforeAll(async () => {
    actor = await signedInAs(app, ROLE_ADMIN)
    person = await registerAndLogin(app)
    sessionId = (await admin.get(`${ADMIN}/users/${person.user.id}`)).body.sessions[0].id
    paymentId = (await person.post('/api/payment/create', { usd_amount: '10' })).body.data.id
    await demote(actor)
    const { sessions } = app.context
    const userOf = sessions.userOf.bind(sessions)
    // As if the role had been read before the demotion.
    spyOn(sessions, 'userOf').mockImplementation(async request => {
      const user = await userOf(request)
      return user && { ...user, role: ROLE_ADMIN }
    })
  })

  test.each(calls)('changes nothing: %s', async (_name, call) => {
    const before = (await admin.get(`${ADMIN}/overview`)).body
    const answer = await call()
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await admin.get(`${ADMIN}/overview`)).body).toEqual(before)
    const left = (await admin.get(`${ADMIN}/users/${person.user.id}`)).body
    expect([left.user.role, left.sessions.length]).toEqual([ROLE_USER, 1])
    expect(await actsBy(actor)).toEqual([])
  })
})
