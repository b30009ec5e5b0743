import { describe, expect, test } from 'bun:test'
import { ROLE_ADMIN, ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { balanceOf, logIn, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'

const USERS = '/api/auth/admin/users'

const { app, admin } = administeredApp(loadPeople)

const update = (person: Person, body: unknown, by = admin) =>
  by.post(`${USERS}/${person.user.id}/update`, body)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('the list of users', () => {
  test('finds by a part of the name, by number and by chat id, page by page', async () => {
    const start = uniqueName('finder')
    for (const end of ['c', 'a', 'b']) await registerAndLogin(app, `${start}${end}`)
    const listWith = (query: string) =>
      admin.get(`${USERS}?search=${start.toUpperCase().slice(0, 30)}&${query}`)
    const first = (await listWith('limit=2&sort=username')).body
    expect(first).toMatchObject({ ok: true, total: 3 })
    expect(first.users.map((user: { username: string }) => user.username)).toEqual([`${start}a`, `${start}b`])
    const second = (await listWith('limit=2&offset=2&sort=username')).body
    expect(second.users.map((user: { username: string }) => user.username)).toEqual([`${start}c`])
    const turned = (await listWith('sort=-username')).body.users
    expect(turned[0].username).toBe(`${start}c`)
    const [one] = first.users
    expect(one).toEqual({
      id: expect.any(Number),
      username: `${start}a`,
      role: ROLE_USER,
      requests_count: 5,
      token_count: 0,
      telegram_chat_id: null,
      can_top_up: true,
      created_at: expect.any(String),
      last_login_at: expect.any(String),
      blocked_at: null,
      blocked_reason: null
    })
    const byNumber = (await admin.get(`${USERS}?search=${one.id}`)).body.users
    expect(byNumber.map((user: { id: number }) => user.id)).toContain(one.id)
    await admin.post(`${USERS}/${one.id}/update`, { role: ROLE_USER, telegram_chat_id: '-77001' })
    const byChat = (await admin.get(`${USERS}?search=-77001`)).body.users
    expect(byChat.map((user: { id: number }) => user.id)).toEqual([one.id])
  })

  test('knows roles, and finds signs of patterns as signs', async () => {
    await signedInAs(app, ROLE_INFINITY)
    const { users } = (await admin.get(`${USERS}?role=${encodeURIComponent(ROLE_INFINITY)}`)).body
    expect(new Set(users.map((user: { role: string }) => user.role))).toEqual(new Set([ROLE_INFINITY]))
    for (const sign of ['%25', '_', '%5C', "'", '%00-', '%ED%A0%80-']) {
      const answer = await admin.get(`${USERS}?search=${sign}`)
      expect([answer.status, answer.body.total]).toEqual([200, 0])
    }
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'offset=-1',
    'offset=x',
    'sort=password_hash',
    'role=Король'
  ])('refuses ?%s', async query => {
    expect(codeOf(await admin.get(`${USERS}?${query}`))).toEqual([400, 'BAD_INPUT'])
  })
})

describe('an edit', () => {
  test('changes role, balance and chat id, books the difference and is audited', async () => {
    const person = await registerAndLogin(app)
    const form = new FormData()
    form.set('role', ROLE_INFINITY)
    form.set('requests_count', ' 500 ')
    form.set('telegram_chat_id', '123456')
    const answer = await update(person, form)
    expect(answer.body).toMatchObject({
      ok: true,
      message: 'Пользователь успешно обновлен',
      user: { role: ROLE_INFINITY, requests_count: 500, telegram_chat_id: '123456', can_top_up: false }
    })
    expect(await balanceOf(app, person.username)).toEqual({ balance: 500, ledger: 500 })
    expect((await person.get('/api/auth/me')).body.user).toMatchObject({ role: ROLE_INFINITY })
    const [act] = await actsOf(app, admin, 'user_update', person.user.id)
    expect(act).toMatchObject({
      before: { role: ROLE_USER, requests_count: 5, telegram_chat_id: null },
      after: { role: ROLE_INFINITY, requests_count: 500, telegram_chat_id: '123456' }
    })
  })

  test('leaves alone what is not sent', async () => {
    const person = await signedInAs(app, ROLE_USER, 7)
    await update(person, { role: ROLE_USER, telegram_chat_id: '99' })
    const { user } = (await update(person, { role: ROLE_INFINITY })).body
    expect(user).toMatchObject({ role: ROLE_INFINITY, requests_count: 7, telegram_chat_id: '99' })
    expect(
      (await update(person, { role: ROLE_USER, telegram_chat_id: null })).body.user.telegram_chat_id
    ).toBeNull()
  })

  const TOO_MANY = 'Количество запросов не может быть больше 1 000 000 000'
  const CHAT_ID = 'Telegram Chat ID: до 16 цифр, у группы впереди минус'
  const refused: [body: unknown, text: string][] = [
    [{}, 'Роль обязательна'],
    [{ role: '' }, 'Роль обязательна'],
    [{ role: null }, 'Роль обязательна'],
    [{ role: 5 }, 'Роль обязательна'],
    [{ role: 'администратор' }, 'Такой роли нет'],
    [{ role: 'root' }, 'Такой роли нет'],
    [{ role: ROLE_USER, requests_count: -1 }, 'Количество запросов не может быть отрицательным'],
    [{ role: ROLE_USER, requests_count: '-5' }, 'Количество запросов не может быть отрицательным'],
    [{ role: ROLE_USER, requests_count: 1.5 }, 'Количество запросов: целое число'],
    [{ role: ROLE_USER, requests_count: '1e3' }, 'Количество запросов: целое число'],
    [{ role: ROLE_USER, requests_count: '' }, 'Количество запросов: целое число'],
    [{ role: ROLE_USER, requests_count: null }, 'Количество запросов: целое число'],
    [{ role: ROLE_USER, requests_count: '9'.repeat(40) }, TOO_MANY],
    [
      { role: ROLE_USER, requests_count: `-${'9'.repeat(40)}` },
      'Количество запросов не может быть отрицательным'
    ],
    [{ role: ROLE_USER, requests_count: 2 ** 31 }, TOO_MANY],
    [{ role: ROLE_USER, requests_count: 1e300 }, TOO_MANY],
    [{ role: ROLE_USER, telegram_chat_id: '1'.repeat(17) }, CHAT_ID],
    [{ role: ROLE_USER, telegram_chat_id: 'abc' }, CHAT_ID]
  ]
  test.each(refused)('of %p is refused and changes nothing', async (body, text) => {
    const person = await registerAndLogin(app)
    const answer = await update(person, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT'])
    expect(answer.body.error.replaceAll('\u00a0', ' ')).toBe(text)
    expect(await balanceOf(app, person.username)).toEqual({ balance: 5, ledger: 5 })
  })

  test.each(['0', '-1', 'x', '999999999', '9'.repeat(30), '1%20', '..'])(
    'of user %s is of nobody',
    async id => {
      expect((await admin.post(`${USERS}/${id}/update`, { role: ROLE_USER })).status).toBe(404)
    }
  )

  test('to 500 during 200 searches leaves 500 without those that came after it', async () => {
    const person = await signedInAs(app, ROLE_USER, 10_000)
    const edited = Promise.withResolvers<{ status: number }>()
    let answered = 0
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const answer = await person.post('/api/search/perform', { query: `Иванов ${1900 + at}` })
        answered += 1
        if (answered === 60) update(person, { role: ROLE_USER, requests_count: 500 }).then(edited.resolve)
        return answer
      })
    )
    expect((await edited.promise).status).toBe(200)
    // The edit may have come last.
    answers.push(await person.post('/api/search/perform', { query: 'Иванов 1899' }))
    // On a busy machine some do not get their turn.
    const late = ['TOO_MANY_SEARCHES', 'SEARCH_DOWN']
    expect(answers.filter(({ status, body }) => status !== 200 && !late.includes(body.code))).toEqual([])
    const charged = answers.filter(({ status }) => status === 200).length
    const [books] = await app.database.owner`SELECT
        (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = e.user_id AND kind = 'search' AND l.id > e.id) AS after,
        (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = e.user_id AND kind = 'search' AND l.id < e.id) AS before,
        (SELECT sum(delta)::int FROM credit_ledger l WHERE l.user_id = e.user_id AND l.id <= e.id) AS set_to
      FROM credit_ledger e WHERE e.user_id = ${person.user.id} AND e.kind = 'admin'`
    expect(books.set_to).toBe(500)
    expect(books.before + books.after).toBe(charged)
    expect(books.before).toBeGreaterThan(0)
    expect(books.after).toBeGreaterThan(0)
    const left = 500 - books.after
    expect(await balanceOf(app, person.username)).toEqual({ balance: left, ledger: left })
  })
})

describe('administrators', () => {
  test('can neither demote nor delete themselves', async () => {
    expect(codeOf(await update(admin, { role: ROLE_USER }))).toEqual([409, 'OWN_ACCOUNT'])
    expect(codeOf(await admin.delete(`${USERS}/${admin.user.id}`))).toEqual([409, 'OWN_ACCOUNT'])
    expect((await update(admin, { role: ROLE_ADMIN, requests_count: 3 })).body.user.requests_count).toBe(3)
  })

  test('who demote or delete each other at the same time leave one', async () => {
    const own = await startApp()
    try {
      for (const way of ['demote', 'delete'] as const) {
        const [one, other] = [await signedInAs(own, ROLE_ADMIN), await signedInAs(own, ROLE_ADMIN)]
        const remove = (by: Person, whom: Person) =>
          way === 'demote'
            ? by.post(`${USERS}/${whom.user.id}/update`, { role: ROLE_USER })
            : by.delete(`${USERS}/${whom.user.id}`)
        await own.database.owner`UPDATE users SET role = ${ROLE_USER}
          WHERE role = ${ROLE_ADMIN} AND id <> ${one.user.id} AND id <> ${other.user.id}`
        const answers = await Promise.all([remove(one, other), remove(other, one)])
        expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
        const [left] = await own.database
          .owner`SELECT count(*)::int AS n FROM users WHERE role = ${ROLE_ADMIN}`
        expect(left).toEqual({ n: 1 })
      }
    } finally {
      await own.stop()
    }
  })

  test('lose what they may on the next request after they are demoted', async () => {
    const other = await signedInAs(app, ROLE_ADMIN)
    expect((await other.get(USERS)).status).toBe(200)
    await update(other, { role: ROLE_USER })
    expect(codeOf(await other.get(USERS))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('a password that an administrator sets', () => {
  test('works at once, and the old one and its sessions do not', async () => {
    const person = await registerAndLogin(app)
    const other = await logIn(app, person.username)
    const answer = await admin.post(
      `${USERS}/${person.user.id}/change_password`,
      new URLSearchParams({
        new_password: 'another horse 43'
      })
    )
    expect(answer.body).toEqual({ ok: true, message: 'Пароль успешно изменен' })
    for (const session of [person, other]) expect((await session.get('/api/auth/me')).status).toBe(401)
    const old = { username: person.username, password: PASSWORD, turnstile_token: 'test-token' }
    expect((await createClient(app.url).post('/api/auth/login', old)).status).toBe(401)
    await logIn(app, person.username, 'another horse 43')
    const [act] = await actsOf(app, admin, 'password_reset', person.user.id)
    expect(act).toMatchObject({ before: { sessions: 2 }, after: { sessions: 0 } })
    expect(JSON.stringify(act)).not.toContain('horse')
  })

  test('keeps the session from which an administrator sets their own', async () => {
    const own = await signedInAs(app, ROLE_ADMIN)
    const other = await logIn(app, own.username)
    await own.post(`${USERS}/${own.user.id}/change_password`, { new_password: 'another horse 43' })
    expect((await own.get('/api/auth/me')).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(401)
  })

  test.each([
    ['12345', 'BAD_INPUT', 'Пароль должен содержать минимум 6 символов'],
    ['', 'BAD_INPUT', 'Пароль должен содержать минимум 6 символов'],
    [undefined, 'BAD_INPUT', 'Пароль должен содержать минимум 6 символов'],
    ['abc123', 'BAD_INPUT', 'Пароль должен содержать минимум 10 символов'],
    ['1234567890', 'BAD_INPUT', 'Пароль должен содержать буквы и цифры'],
    ['password123', 'COMMON_PASSWORD', 'Этот пароль слишком распространён, придумайте другой']
  ])('is refused when it is %p', async (password, code, text) => {
    const person = await registerAndLogin(app)
    const answer = await admin.post(`${USERS}/${person.user.id}/change_password`, { new_password: password })
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, code, text])
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })
})

describe('a deleted user', () => {
  test('is gone on the next request with sessions and history; ledger and audit stay', async () => {
    const person = await signedInAs(app, ROLE_USER, 3)
    await person.post('/api/search/perform', { query: 'Сидорова Анна' })
    expect((await admin.delete(`${USERS}/${person.user.id}`)).body).toEqual({
      ok: true,
      message: 'Пользователь успешно удален'
    })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect((await admin.delete(`${USERS}/${person.user.id}`)).status).toBe(404)
    const [left] = await app.database.owner`SELECT
      (SELECT count(*)::int FROM search_history WHERE user_id = ${person.user.id}) AS history,
      (SELECT sum(delta)::int FROM credit_ledger WHERE user_id = ${person.user.id}) AS ledger`
    expect(left).toEqual({ history: 0, ledger: 2 })
    const [act] = await actsOf(app, admin, 'user_delete', person.user.id)
    expect(act).toMatchObject({ before: { username: person.username, requests_count: 2 }, after: null })
  })
})
