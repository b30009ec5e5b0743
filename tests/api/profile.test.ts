import { describe, expect, test } from 'bun:test'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { logIn, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const NEW = 'another horse 43'
const change = (person: Person, current: unknown, next: unknown, confirm: unknown = next) =>
  person.post('/api/profile/change-password', {
    current_password: current,
    new_password: next,
    confirm_password: confirm
  })
const actionsOf = async (person: Person) => {
  const rows = await app.database.owner<{ action: string; detail: object | null }[]>`SELECT action, detail
    FROM audit_event WHERE actor_id = ${person.user.id} ORDER BY id`
  return [...rows]
}

describe('a password change', () => {
  test('lets the new password in and the old one out, and ends all sessions but its own', async () => {
    const person = await registerAndLogin(app)
    const other = await logIn(app, person.username)
    const answer = await change(person, PASSWORD, NEW)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true, success: true, message: 'Пароль успешно изменен' })
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect((await person.post('/refresh')).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(401)
    expect((await other.post('/refresh')).status).toBe(401)
    const login = (password: string) =>
      createClient(app.url).post('/api/auth/login', {
        username: person.username,
        password,
        turnstile_token: 'test-token'
      })
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(NEW)).status).toBe(200)
    expect((await actionsOf(person)).map(row => row.action)).toContain('password_change')
  })

  const refused: [current: unknown, next: unknown, confirm: unknown, code: string, text: string][] = [
    [PASSWORD, NEW, undefined, 'BAD_INPUT', 'Заполните все поля'],
    ['', 'a', 'b', 'BAD_INPUT', 'Заполните все поля'],
    [PASSWORD, null, 'b', 'BAD_INPUT', 'Заполните все поля'],
    [PASSWORD, 'a', 'b', 'PASSWORDS_DIFFER', 'Новый пароль и подтверждение не совпадают'],
    ['wrong', 'abc12', 'abc12', 'BAD_INPUT', 'Новый пароль должен содержать минимум 6 символов'],
    ['wrong', 'abc123', 'abc123', 'BAD_INPUT', 'Пароль должен содержать минимум 10 символов'],
    ['wrong', '1234567890', '1234567890', 'BAD_INPUT', 'Пароль должен содержать буквы и цифры'],
    [PASSWORD, `${NEW}\u0000`, `${NEW}\u0000`, 'BAD_INPUT', 'Пароль содержит недопустимые символы'],
    ['wrong password 1', NEW, NEW, 'WRONG_PASSWORD', 'Неверный текущий пароль'],
    ['x'.repeat(5_000), NEW, NEW, 'WRONG_PASSWORD', 'Неверный текущий пароль'],
    ['nul\u0000', NEW, NEW, 'WRONG_PASSWORD', 'Неверный текущий пароль']
  ]
  test('is refused with the text of the first thing that is wrong', async () => {
    const person = await registerAndLogin(app)
    for (const [current, next, confirm, code, text] of refused) {
      const answer = await person.post('/api/profile/change-password', {
        current_password: current,
        new_password: next,
        confirm_password: confirm
      })
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, code, text])
    }
    expect((await change(person, PASSWORD, NEW)).status).toBe(200)
  })

  test('cannot be used to guess the password with a borrowed session', async () => {
    const person = await registerAndLogin(app)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => change(person, `guess number ${at}`, NEW))
    )
    const statuses = answers.map(answer => answer.status)
    expect(statuses.filter(status => status === 400)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(20)
  })

  test('is made once when it is asked twice at the same time', async () => {
    const person = await registerAndLogin(app)
    const answers = await Promise.all([change(person, PASSWORD, NEW), change(person, PASSWORD, `${NEW} x`)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400])
  })

  test('outlives no login with the old password that runs beside it', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await registerAndLogin(app)
      const client = createClient(app.url)
      const old = { username: person.username, password: PASSWORD, turnstile_token: 'test-token' }
      await Promise.all([change(person, PASSWORD, NEW), client.post('/api/auth/login', old)])
      const [row] = await app.database
        .owner`SELECT count(*)::int AS n FROM sessions WHERE user_id = ${person.user.id}`
      expect(row).toEqual({ n: 1 })
    }
  })

  test('needs a session, before anything is read', async () => {
    const answer = await createClient(app.url).post('/api/profile/change-password', { nonsense: true })
    expect([answer.status, answer.body.code]).toEqual([401, 'NOT_SIGNED_IN'])
  })
})

describe('settings', () => {
  test('keep the Telegram Chat ID of an administrator and note the change', async () => {
    const person = await signedInAs(app, 'Администратор')
    const put = (value: unknown) => person.put('/api/profile/settings', { telegram_chat_id: value })
    const answer = await put(' -1001234567890 ')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ok: true,
      success: true,
      message: 'Telegram Chat ID успешно обновлен',
      user: { ...person.user, telegram_chat_id: '-1001234567890' }
    })
    expect((await put(123456)).body.user.telegram_chat_id).toBe('123456')
    expect((await person.get('/api/auth/me')).body.user.telegram_chat_id).toBe('123456')
    expect((await put('')).body.user.telegram_chat_id).toBeNull()
    expect((await put('77')).status).toBe(200)
    expect((await put(null)).body.user.telegram_chat_id).toBeNull()
    const noted = (await actionsOf(person))
      .filter(row => row.action === 'settings_change')
      .map(row => row.detail)
    expect(noted[0]).toEqual({ before: null, after: '-1001234567890' })
    expect(noted.at(-1)).toEqual({ before: '77', after: null })
  })

  test.each([
    ['abc'],
    ['12-3'],
    ['1'.repeat(40)],
    [1.5],
    [{}],
    [[1]],
    [true],
    [undefined],
    ['\u0000'],
    ['1e5']
  ])('refuse %p as a chat id', async value => {
    const person = await signedInAs(app, 'Администратор')
    const answer = await person.put('/api/profile/settings', { telegram_chat_id: value })
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'Telegram Chat ID: до 16 цифр, у группы впереди минус'
    ])
  })

  test('are for administrators only, by exactly that role', async () => {
    for (const role of ['Обычный пользователь', 'Инфинити'] as const) {
      const person = await signedInAs(app, role)
      const answer = await person.put('/api/profile/settings', { telegram_chat_id: 'rubbish' })
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        403,
        'FORBIDDEN',
        'Доступ запрещен'
      ])
    }
    expect((await createClient(app.url).put('/api/profile/settings', {})).status).toBe(401)
  })
})
