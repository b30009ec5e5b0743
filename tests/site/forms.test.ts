import { afterEach, describe, expect, test } from 'bun:test'
import { chatIdForm, passwordForm } from '#site/features/profile/profile-store.ts'
import { createLogin } from '#site/features/session/login-form.ts'
import { createRegistration } from '#site/features/session/registration-form.ts'
import { json, openPage, type Page } from './page.ts'

let page: Page
afterEach(async () => {
  passwordForm.reset()
  chatIdForm.reset()
  await page.close()
})

const waived = {
  'GET /api/auth/check-ip-exempt': json({ exempt: true, ip: null }),
  'GET /api/auth/turnstile-config': json({ enabled: false, siteKey: null })
}
const passed = async ({ check }: ReturnType<typeof createLogin>) => {
  check.start()
  while (!check.$token.get()) await Bun.sleep(10)
}
const GOOD = { username: 'analyst', password: 'longenough1', confirmPassword: 'longenough1' }

describe('the login form', () => {
  test('refuses by the shared rules without a call', async () => {
    page = openPage(waived)
    const { form } = createLogin()
    expect(await form.submit({ username: 'ab1', password: 'short' })).toBe(false)
    expect(form.$form.get()).toEqual({
      step: 'failed',
      text: '',
      fields: {
        username: 'Имя пользователя должно содержать минимум 4 символа',
        password: 'Пароль должен содержать минимум 10 символов'
      }
    })
    expect(page.calls).toEqual([])
  })

  test('drops the refusal of a field that is being corrected, and no other', async () => {
    page = openPage(waived)
    const { form } = createLogin()
    await form.submit({ username: 'ab1', password: 'short' })
    form.clearRefusal('username')
    expect(Object.keys(form.$form.get().fields)).toEqual(['password'])
  })

  test('takes back the words of a success when something is typed again', async () => {
    page = openPage({
      'PUT /api/profile/settings': json({ success: true, ok: true, message: 'ok', user: {} })
    })
    expect(await chatIdForm.submit({ telegram_chat_id: '-1001' })).toBe(true)
    expect(chatIdForm.$form.get().text).not.toBe('')
    chatIdForm.clearRefusal('telegram_chat_id')
    expect(chatIdForm.$form.get()).toEqual({ step: 'idle', text: '', fields: {} })
  })

  test('asks for the security check where there is no token', async () => {
    page = openPage(waived)
    const { form } = createLogin()
    await form.submit(GOOD)
    expect(form.$form.get().text).toBe('Пожалуйста, пройдите проверку безопасности')
    expect(page.calls).toEqual([])
  })

  test('shows the words of the server in the error line', async () => {
    page = openPage({
      ...waived,
      'POST /api/auth/login': json({ error: 'Неверное имя пользователя или пароль' }, 401)
    })
    const login = createLogin()
    await passed(login)
    await login.form.submit(GOOD)
    expect(login.form.$form.get()).toEqual({
      step: 'failed',
      text: 'Неверное имя пользователя или пароль',
      fields: {}
    })
  })

  test('is submitting meanwhile and takes no second submit', async () => {
    page = openPage({ ...waived, 'POST /api/auth/login': json({ error: 'нет' }, 401) })
    const login = createLogin()
    await passed(login)
    const first = login.form.submit(GOOD)
    expect(login.form.$form.get().step).toBe('submitting')
    expect(await login.form.submit(GOOD)).toBe(false)
    await first
    expect(page.calls.filter(call => call === 'POST /api/auth/login')).toHaveLength(1)
  })
})

describe('the registration form', () => {
  test('refuses a repeated password that differs, at its field', async () => {
    page = openPage(waived)
    const { form } = createRegistration()
    await form.submit({ ...GOOD, confirmPassword: 'longenough2' })
    expect(form.$form.get().fields).toEqual({ confirmPassword: 'Пароли не совпадают' })
  })

  test('sends no repeated password and says that it worked', async () => {
    let sent: unknown
    page = openPage({
      ...waived,
      'POST /api/auth/register': async request => {
        sent = await request.json()
        return Response.json({ success: true })
      }
    })
    const registration = createRegistration()
    await passed(registration)
    expect(await registration.form.submit(GOOD)).toBe(true)
    expect(sent).toEqual({ username: 'analyst', password: 'longenough1', turnstile_token: 'test-token' })
    expect(registration.form.$form.get()).toEqual({
      step: 'done',
      text: 'Регистрация прошла успешно! Теперь вы можете войти в систему.',
      fields: {}
    })
  })

  test("shows the server's refusal of a field at the field", async () => {
    const fields = { username: 'Пользователь с таким именем уже существует' }
    page = openPage({ ...waived, 'POST /api/auth/register': json({ error: 'нет', fields }, 409) })
    const registration = createRegistration()
    await passed(registration)
    await registration.form.submit(GOOD)
    expect(registration.form.$form.get()).toEqual({ step: 'failed', text: '', fields })
  })

  test('keeps the refusal of a field that it does not show in the error line', async () => {
    page = openPage({
      ...waived,
      'POST /api/auth/register': json({ error: 'нет', fields: { turnstile_token: 'нет' } }, 400)
    })
    const registration = createRegistration()
    await passed(registration)
    await registration.form.submit(GOOD)
    expect(registration.form.$form.get()).toEqual({ step: 'failed', text: 'нет', fields: {} })
  })
})

describe('the change of a password', () => {
  test.each([
    ['new_password', 'abc', 'abc', 'new_password', 'Новый пароль должен содержать минимум 6 символов'],
    [
      'confirm_password',
      'longenough1',
      'longenough2',
      'confirm_password',
      'Новый пароль и подтверждение не совпадают'
    ],
    ['new_password', '', '', 'new_password', 'Заполните все поля']
  ])('refuses %s in its words', async (_, fresh, repeated, field, text) => {
    page = openPage({})
    await passwordForm.submit({ current_password: 'old', new_password: fresh, confirm_password: repeated })
    expect(passwordForm.$form.get().fields[field]).toBe(text)
    expect(page.calls).toEqual([])
  })

  test('says that it worked', async () => {
    page = openPage({ 'POST /api/profile/change-password': json({ ok: true }) })
    const values = {
      current_password: 'oldenough1',
      new_password: 'longenough1',
      confirm_password: 'longenough1'
    }
    expect(await passwordForm.submit(values)).toBe(true)
    expect(passwordForm.$form.get().text).toBe('Пароль успешно изменен')
  })
})

describe('the Telegram chat id', () => {
  test('is sent as null where the line is empty', async () => {
    let sent: unknown
    page = openPage({
      'PUT /api/profile/settings': async request => {
        sent = await request.json()
        return Response.json({ ok: true })
      }
    })
    await chatIdForm.submit({ telegram_chat_id: ' ' })
    expect(sent).toEqual({ telegram_chat_id: null })
    expect(chatIdForm.$form.get().text).toBe('Telegram Chat ID успешно обновлен')
  })

  test('is refused where it is no number', async () => {
    page = openPage({})
    expect(await chatIdForm.submit({ telegram_chat_id: '@name' })).toBe(false)
    expect(chatIdForm.$form.get().fields.telegram_chat_id).toBeString()
  })
})

test('an error line goes with its reason, and another one stays', () => {
  page = openPage({})
  const { form } = createLogin()
  form.fail('первая')
  form.forgive('другая')
  expect(form.$form.get().text).toBe('первая')
  form.forgive('первая')
  expect(form.$form.get()).toMatchObject({ step: 'idle', text: '' })
})
