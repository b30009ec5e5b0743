import { describe, expect, test } from 'bun:test'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { logIn, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'

const USERS = '/api/auth/admin/users'

const { app, admin } = administeredApp(loadPeople)

describe('the page of a user', () => {
  test('counts searches, shows the ledger with balances, and no query', async () => {
    const person = await signedInAs(app, ROLE_USER, 4)
    await person.post('/api/search/perform', { query: 'Сидорова Анна' })
    await person.post('/api/search/perform', { query: 'Неведомский Порфирий' })
    const answer = await admin.get(`${USERS}/${person.user.id}`)
    const counts = { searches: 2, via_api: 0, empty: 1, kept_days: app.context.config.auditDays }
    expect(answer.body.history).toMatchObject(counts)
    expect(JSON.stringify(answer.body)).not.toContain('Сидорова')
    const { rows, total } = (await admin.get(`${USERS}/${person.user.id}/ledger?limit=3`)).body
    expect(total).toBe(4)
    expect(rows.map(({ kind, delta, balance }: Record<string, unknown>) => [kind, delta, balance])).toEqual([
      ['search', -1, 2],
      ['search', -1, 3],
      ['grant', -1, 4]
    ])
    expect(rows[0].title).toBe('Поиск')
    const next = (await admin.get(`${USERS}/${person.user.id}/ledger?limit=3&offset=3`)).body.rows
    expect(next.map(({ kind, balance }: Record<string, unknown>) => [kind, balance])).toEqual([['signup', 5]])
    await person.delete('/api/search_history')
    expect((await admin.get(`${USERS}/${person.user.id}`)).body.history).toMatchObject(counts)
  })

  test('names in the ledger the list that a search was of', async () => {
    const person = await signedInAs(app, ROLE_USER, 4)
    await person.post('/api/search/perform', { query: 'Сидорова Анна' })
    await person.post('/api/search/perform', { query: 'Сидорова Мария' })
    const [list] = await app.database.owner`INSERT INTO list (public_id, user_id, title, is_api)
      VALUES (sha256('ledger'::bytea), ${person.user.id}, 'Тайное имя', false) RETURNING id::int`
    await app.database.owner`UPDATE search_history SET list_id = ${list.id}
      WHERE id = (SELECT max(id) FROM search_history WHERE user_id = ${person.user.id})`
    const { rows } = (await admin.get(`${USERS}/${person.user.id}/ledger?limit=2`)).body
    expect(rows.map(({ title }: { title: string }) => title)).toEqual([`Поиск, список ${list.id}`, 'Поиск'])
  })

  test('counts the payments that still wait for money', async () => {
    const person = await registerAndLogin(app)
    const pending = async () => (await admin.get(`${USERS}/${person.user.id}`)).body.pending_payments
    expect(await pending()).toBe(0)
    await person.post('/api/payment/create', { usd_amount: 10 })
    const { data } = (await person.post('/api/payment/create', { usd_amount: 12 })).body
    expect(await pending()).toBe(2)
    await person.post(`/api/payment/${data.id}/cancel`)
    expect(await pending()).toBe(1)
  })

  test('ends one session or all others, at once', async () => {
    const person = await registerAndLogin(app)
    const other = await logIn(app, person.username)
    const { sessions } = (await admin.get(`${USERS}/${person.user.id}`)).body
    expect(sessions).toHaveLength(2)
    const path = `${USERS}/${person.user.id}/sessions`
    // The last login was seen last.
    expect((await admin.delete(`${path}/${sessions[0].id}`)).body).toEqual({ ok: true, ended: 1 })
    expect([(await person.get('/api/auth/me')).status, (await other.get('/api/auth/me')).status]).toEqual([
      200, 401
    ])
    expect((await admin.delete(`${path}/${sessions[0].id}`)).status).toBe(404)
    expect((await admin.delete(`${path}/not-a-session`)).status).toBe(404)
    expect((await admin.delete(path)).body).toEqual({ ok: true, ended: 1 })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    await logIn(app, admin.username)
    const own = (await admin.get(`${USERS}/${admin.user.id}`)).body.sessions
    expect(own.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1)
    expect((await admin.delete(`${USERS}/${admin.user.id}/sessions`)).body.ended).toBe(own.length - 1)
    expect((await admin.get('/api/auth/me')).status).toBe(200)
    const acts = await actsOf(app, admin, 'session_end', person.user.id)
    expect(acts.map(act => act.ended)).toEqual([1, 1])
  })

  test('of another one does not end somebody else’s session', async () => {
    const [one, other] = [await registerAndLogin(app), await registerAndLogin(app)]
    const [session] = (await admin.get(`${USERS}/${one.user.id}`)).body.sessions
    expect((await admin.delete(`${USERS}/${other.user.id}/sessions/${session.id}`)).status).toBe(404)
    expect((await one.get('/api/auth/me')).status).toBe(200)
  })
})
