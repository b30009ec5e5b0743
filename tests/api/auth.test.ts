import { describe, expect, spyOn, test } from 'bun:test'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { balanceOf, logIn, register, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(
  async app => {
    // As costly as everybody's.
    app.context.passwords = createPasswords()
  },
  () => startApp({ NO_TOP_UP_USERNAMES: 'Piotr,guest' })
)

const visitor = () => createClient(app.url)
const account = (username: string, password = PASSWORD) => ({
  username,
  password,
  turnstile_token: 'test-token'
})

describe('registration', () => {
  test('makes an ordinary user with credits, ledger and audit, and signs nobody in', async () => {
    const name = uniqueName()
    const client = visitor()
    const answer = await client.post('/api/auth/register', account(name))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: 'Регистрация прошла успешно! Теперь вы можете войти в систему.'
    })
    expect(client.cookies.size).toBe(0)
    expect(await balanceOf(app, name)).toEqual({ balance: 5, ledger: 5 })
    const [row] = await app.database.owner`SELECT u.id, u.role, u.password_hash, l.kind, l.ref, a.action
      FROM users u JOIN credit_ledger l ON l.user_id = u.id JOIN audit_event a ON a.actor_id = u.id
      WHERE u.username = ${name}`
    expect(row).toMatchObject({
      role: 'Обычный пользователь',
      kind: 'signup',
      ref: String(row.id),
      action: 'register'
    })
    expect(row.password_hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  test('refuses a name that differs only in case', async () => {
    const name = await register(app)
    const answer = await visitor().post('/api/auth/register', account(name.toUpperCase()))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'USERNAME_TAKEN',
      error: 'Пользователь с таким именем уже существует'
    })
    expect(answer.body.message).toBe(answer.body.error)
  })

  test.each(['guest', 'GUEST', 'piotr'])('keeps the special name %s for whom it is made', async name => {
    const answer = await visitor().post('/api/auth/register', account(name))
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('USERNAME_TAKEN')
    expect(await app.database.owner`SELECT 1 FROM users WHERE username_key = ${name.toLowerCase()}`).toEqual(
      []
    )
  })

  test('gives one name to one of twenty who ask at once', async () => {
    const name = uniqueName()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor().post('/api/auth/register', account(name)))
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    const [count] = await app.database.owner`SELECT count(*)::int AS users,
      (SELECT count(*)::int FROM credit_ledger l JOIN users u ON u.id = l.user_id WHERE u.username = ${name}) AS booked
      FROM users WHERE username = ${name}`
    expect(count).toEqual({ users: 1, booked: 1 })
  })

  test('takes nothing but the three fields', async () => {
    const name = uniqueName()
    const more = { role: 'Администратор', requests_count: 999, id: 77, is_admin: true }
    expect((await visitor().post('/api/auth/register', { ...account(name), ...more })).status).toBe(200)
    const [row] = await app.database.owner`SELECT role, requests_count FROM users WHERE username = ${name}`
    expect(row).toEqual({ role: 'Обычный пользователь', requests_count: 5 })
  })

  const refused: [field: string, value: unknown, text: string][] = [
    ['username', 'abc', 'Имя пользователя должно содержать минимум 4 символа'],
    ['username', undefined, 'Имя пользователя должно содержать минимум 4 символа'],
    ['username', 12, 'Имя пользователя должно содержать минимум 4 символа'],
    ['username', 'ivan7', 'Имя пользователя должно содержать только английские буквы'],
    ['username', 'аdmin', 'Имя пользователя должно содержать только английские буквы'],
    ['username', 'anna\u0000', 'Имя пользователя должно содержать только английские буквы'],
    ['username', 'a'.repeat(65), 'Имя пользователя должно содержать не больше 64 символов'],
    ['password', 'short1', 'Пароль должен содержать минимум 10 символов'],
    ['password', null, 'Пароль должен содержать минимум 10 символов'],
    ['password', 'onlyletters', 'Пароль должен содержать буквы и цифры'],
    ['password', '1234567890', 'Пароль должен содержать буквы и цифры'],
    ['password', 'password12\u0000', 'Пароль содержит недопустимые символы'],
    ['password', 'password12\ud800', 'Пароль содержит недопустимые символы'],
    ['password', `a1${'x'.repeat(255)}`, 'Пароль должен содержать не больше 256 символов']
  ]
  test.each(refused)('and login refuse %s %p with the text of the rule', async (field, value, text) => {
    for (const path of ['/api/auth/register', '/api/auth/login']) {
      const answer = await visitor().post(path, { ...account('somebody'), [field]: value })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        ok: false,
        success: false,
        code: 'BAD_INPUT',
        error: text,
        message: text
      })
      expect(answer.body.fields).toEqual({ [field]: text })
      expect(Object.keys(answer.body)).not.toContain('detail')
    }
  })
})

/** Algorithm, memory and passes of the hash that a password was held against: all that its time depends on. */
const costOfHash = ([, hash]: [unknown, unknown, ...unknown[]]) =>
  String(hash).split('$').slice(0, 4).join('$')

describe('login', () => {
  test('answers the user and ignores the case of the name', async () => {
    const name = await register(app)
    const answer = await visitor().post('/api/auth/login', account(name.toUpperCase()))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      user: {
        id: expect.any(Number),
        username: name,
        role: 'Обычный пользователь',
        requests_count: 5,
        token_count: 0,
        telegram_chat_id: null,
        can_top_up: true
      }
    })
  })

  test('answers an unknown name like a wrong password, after as much work', async () => {
    const name = await register(app)
    const verifying = spyOn(Bun.password, 'verify')
    const answerTo = async (username: string) => {
      const { status, body } = await visitor().post('/api/auth/login', account(username, 'wrong password 1'))
      return {
        status,
        body: { ...body, request_id: '' },
        costs: verifying.mock.calls.splice(0).map(costOfHash)
      }
    }
    const wrong = await answerTo(name)
    const unknown = await answerTo(uniqueName())
    verifying.mockRestore()
    expect(unknown).toEqual(wrong)
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'BAD_CREDENTIALS', error: 'Неверное имя пользователя или пароль' },
      costs: ['$argon2id$v=19$m=19456,t=2,p=1']
    })
  })

  test('tells long and non-Latin passwords apart by their last character', async () => {
    const name = uniqueName()
    const password = `${'Ж'.repeat(250)}1`
    await visitor().post('/api/auth/register', account(name, `${password}а`))
    expect((await visitor().post('/api/auth/login', account(name, `${password}б`))).status).toBe(401)
    expect((await visitor().post('/api/auth/login', account(name, `${password}а`))).status).toBe(200)
  })

  test('leaves an audit row for a success and for a failure', async () => {
    const person = await registerAndLogin(app)
    await visitor().post('/api/auth/login', account(person.username, 'wrong password 1'))
    const rows = await app.database.owner`SELECT action, ip_prefix, detail FROM audit_event
      WHERE actor_id = ${person.user.id} ORDER BY id`
    expect(rows.map((row: { action: string }) => row.action)).toEqual(['register', 'login', 'login_failed'])
    expect(rows[2]).toMatchObject({ ip_prefix: '127.0.0.0/24', detail: null })
  })
})

describe('the user that is shown', () => {
  test('cannot top up as Инфинити or under a special name, whatever its case', async () => {
    expect((await signedInAs(app, 'Инфинити')).user.can_top_up).toBe(false)
    expect((await signedInAs(app, 'Администратор')).user.can_top_up).toBe(true)
    const name = await register(app)
    await app.database
      .owner`UPDATE users SET username = 'pIOTR', username_key = 'piotr' WHERE username = ${name}`
    expect((await logIn(app, 'Piotr')).user).toMatchObject({ username: 'pIOTR', can_top_up: false })
  })

  test('is told by me, and nobody without a session', async () => {
    const person = await registerAndLogin(app)
    expect((await person.get('/api/auth/me')).body).toEqual({ success: true, user: person.user })
    const answer = await visitor().get('/api/auth/me')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      ok: false,
      success: false,
      code: 'NOT_AUTHENTICATED',
      error: 'Not authenticated',
      message: 'Not authenticated',
      request_id: answer.headers.get('x-request-id')
    })
  })
})
