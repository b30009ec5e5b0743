import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, newAccount, type Page, signIn, test } from './walk.ts'

const SHORT_NAME = 'Имя пользователя должно содержать минимум 4 символа'
const OTHER_LETTERS = 'Имя пользователя должно содержать только английские буквы'
const SHORT_PASSWORD = 'Пароль должен содержать минимум 10 символов'
const PLAIN_PASSWORD = 'Пароль должен содержать буквы и цифры'

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

async function fillRegister(
  page: Page,
  username: string,
  password: string,
  confirm = password
): Promise<void> {
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByLabel('Подтвердите пароль').fill(confirm)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
}

async function fillPasswords(page: Page, current: string, next: string, confirm = next): Promise<void> {
  await page.getByLabel('Текущий пароль').fill(current)
  await page.getByLabel('Новый пароль', { exact: true }).fill(next)
  await page.getByLabel('Подтвердите новый пароль').fill(confirm)
  await page.getByRole('button', { name: 'Изменить пароль' }).click()
}

/** Each refusal stands at its field, and the field says that it is the one. */
const ofField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const expectRefused = async (page: Page, label: string, text: string) => {
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(ofField(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(ofField(page, label)).toHaveAccessibleDescription(text)
}

const FIELD_TEXTS: [username: string, password: string, label: string, text: string][] = [
  ['abc', PASSWORD, 'Имя пользователя', SHORT_NAME],
  ['иванов', PASSWORD, 'Имя пользователя', OTHER_LETTERS],
  ['user1234', PASSWORD, 'Имя пользователя', OTHER_LETTERS],
  ['someone', 'short1', 'Пароль', SHORT_PASSWORD],
  ['someone', 'lettersonly', 'Пароль', PLAIN_PASSWORD],
  ['someone', '1234567890', 'Пароль', PLAIN_PASSWORD]
]

test.describe('login', () => {
  test('says what is wrong with a field and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    for (const [username, password, label, text] of FIELD_TEXTS) {
      await fillLogin(page, username, password)
      await expectRefused(page, label, text)
      await expect(ofField(page, 'Имя пользователя')).toHaveValue(username)
    }
    await expect(ofField(page, 'Пароль')).toBeFocused()
  })

  test('answers a wrong password and an unknown name alike', async ({ page, context }) => {
    const { username } = await newAccount(context)
    await page.goto('/login')
    for (const name of [username, uniqueName('nobody')]) {
      await fillLogin(page, name, 'not the password 1')
      await expect(page.getByText('Неверное имя пользователя или пароль', { exact: true })).toBeVisible()
      await page.reload()
    }
  })

  test('says that there were too many tries', async ({ page, context }) => {
    const { username } = await newAccount(context)
    const tries = Array.from({ length: 10 }, () =>
      context.request.post(`${ORIGIN}/api/auth/login`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        data: { username, password: 'not the password 1', turnstile_token: 'test-token' }
      })
    )
    expect((await Promise.all(tries)).map(answer => answer.status())).toEqual(Array(10).fill(401))
    await page.goto('/login')
    await fillLogin(page, username, PASSWORD)
    await expect(page.getByText('Слишком много попыток входа. Попробуйте через 10 мин.')).toBeVisible()
  })

  const FAILURES: [what: string, body: unknown, status: number, text: string][] = [
    ['the words of `detail` first', { detail: 'Сначала это', error: 'Потом это' }, 400, 'Сначала это'],
    ['then the words of `error`', { error: 'Потом это' }, 400, 'Потом это'],
    ['its own where there are no words, with the status', {}, 502, 'Ошибка авторизации (HTTP 502)'],
    ['«Login failed» where the answer names nobody', { success: true }, 200, 'Login failed']
  ]
  for (const [what, json, status, text] of FAILURES) {
    test(`shows ${what}`, async ({ page }) => {
      await page.route('**/api/auth/login', route => route.fulfill({ status, json }))
      await page.goto('/login')
      await fillLogin(page, 'someone', PASSWORD)
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    })
  }

  test('says that the network is gone, and works when it is back', async ({ page, context, complaints }) => {
    const account = await newAccount(context)
    await page.route('**/api/auth/login', route => route.abort())
    await page.goto('/login')
    await fillLogin(page, account.username, account.password)
    await expect(page.getByText('Связи с сервером нет', { exact: true })).toBeVisible()
    await page.unroute('**/api/auth/login')
    await page.getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL('**/dashboard')
    // The browser reports the call that found no network.
    complaints.length = 0
  })

  test('shows «Вход...» and lets nobody send twice', async ({ page }) => {
    let calls = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async route => {
      calls += 1
      await promise
      await route.fulfill({ status: 400, json: { error: 'Готово' } })
    })
    await page.goto('/login')
    await fillLogin(page, 'someone', PASSWORD)
    await expect(page.getByRole('button', { name: 'Вход...' })).toBeDisabled()
    await expect(ofField(page, 'Имя пользователя')).toBeDisabled()
    resolve()
    await expect(page.getByText('Готово', { exact: true })).toBeVisible()
    expect(calls).toBe(1)
  })
})

test.describe('registration', () => {
  test('says what is wrong with a field', async ({ page }) => {
    await page.goto('/register')
    for (const [username, password, label, text] of FIELD_TEXTS) {
      await fillRegister(page, username, password)
      await expectRefused(page, label, text)
    }
    await fillRegister(page, 'someone', PASSWORD, `${PASSWORD}!`)
    await expectRefused(page, 'Подтвердите пароль', 'Пароли не совпадают')
  })

  test('says that the name is taken, in whatever case', async ({ page, context }) => {
    const { username } = await newAccount(context)
    await page.goto('/register')
    await fillRegister(page, username.toUpperCase(), PASSWORD)
    await expectRefused(page, 'Имя пользователя', 'Пользователь с таким именем уже существует')
  })

  test('shows «Registration failed» where the answer has no words', async ({ page }) => {
    await page.route('**/api/auth/register', route => route.fulfill({ json: { success: false } }))
    await page.goto('/register')
    await fillRegister(page, 'someone', PASSWORD)
    await expect(page.getByText('Registration failed', { exact: true })).toBeVisible()
  })

  test('shows «Регистрация...» while it is sent', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/auth/register', async route => {
      await promise
      await route.fulfill({ status: 400, json: { error: 'Готово' } })
    })
    await page.goto('/register')
    await fillRegister(page, 'someone', PASSWORD)
    await expect(page.getByRole('button', { name: 'Регистрация...' })).toBeDisabled()
    resolve()
    await expect(page.getByText('Готово', { exact: true })).toBeVisible()
  })
})

test.describe('profile', () => {
  test('says what is wrong with a new password, in the order of the rules', async ({ page, person }) => {
    await page.goto('/profile')
    const walk: [current: string, next: string, confirm: string, text: string][] = [
      ['', '', '', 'Заполните все поля'],
      [person.password, 'short1', 'other1', 'Новый пароль и подтверждение не совпадают'],
      [person.password, 'ab1', 'ab1', 'Новый пароль должен содержать минимум 6 символов'],
      [person.password, 'short12', 'short12', SHORT_PASSWORD],
      [person.password, 'lettersonly', 'lettersonly', PLAIN_PASSWORD],
      ['not the password 1', 'another horse 43', 'another horse 43', 'Неверный текущий пароль']
    ]
    for (const [current, next, confirm, text] of walk) {
      await fillPasswords(page, current, next, confirm)
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectRefused(page, 'Текущий пароль', 'Неверный текущий пароль')
    await fillPasswords(page, person.password, 'another horse 43', 'another horse 44')
    await expectRefused(page, 'Подтвердите новый пароль', 'Новый пароль и подтверждение не совпадают')
    await fillPasswords(page, person.password, 'password123', 'password123')
    await expectRefused(page, 'Новый пароль', 'Этот пароль слишком распространён, придумайте другой')
  })

  test('takes a Telegram Chat ID from an administrator and refuses what is none', async ({
    page,
    context
  }) => {
    await signIn(context, ADMIN)
    await page.goto('/profile')
    const field = page.getByLabel('Telegram Chat ID')
    const save = page.getByRole('button', { name: 'Сохранить' })
    await field.fill('не число')
    await save.click()
    await expect(page.getByText('Telegram Chat ID: до 16 цифр, у группы впереди минус')).toBeVisible()
    await field.fill('-1001234567')
    await save.click()
    await expect(page.getByText('Telegram Chat ID успешно обновлен')).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue('-1001234567')
    await field.fill('')
    await save.click()
    await expect(page.getByText('Telegram Chat ID успешно обновлен')).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue('')
  })
})

test.describe('search and history', () => {
  test('says that no credits are left, and leads to the page to top up on', async ({
    page,
    context,
    person: _person
  }) => {
    for (const year of [1950, 1951, 1952, 1953, 1954]) {
      const answer = await context.request.post(`${ORIGIN}/api/search/perform`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        data: { query: `Примеров ${year}` }
      })
      expect(answer.status()).toBe(200)
    }
    await page.goto('/search?q=Примеров')
    await expect(page.getByText('Недостаточно запросов. Пополните баланс.')).toBeVisible()
    for (const link of await page.getByRole('link', { name: /Пополнить/ }).all())
      await expect(link).toHaveAttribute('href', '/payment')
    await expect(page.getByRole('main').getByRole('link', { name: /Пополнить/ })).toBeVisible()
  })

  test('shows the server’s words, else its own, and forgets the stored results', async ({
    page,
    person: _person,
    complaints
  }) => {
    await page.goto('/search?q=Примеров+Илья')
    await expect(page.getByText(/Последний поиск/)).toBeVisible()
    await page.route('**/api/search/perform', route =>
      route.fulfill({ status: 503, json: { error: 'Сервер занят' } })
    )
    await page.getByRole('button', { name: 'Найти' }).click()
    await expect(page.getByRole('alert')).toContainText('Сервер занят')
    await page.route('**/api/search/perform', route => route.abort())
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByRole('alert')).toContainText('Произошла ошибка при поиске')
    await expect(page.getByLabel('Поисковый запрос')).toHaveValue('Примеров Илья')
    await page.goto('/search')
    await expect(page.getByText(/Последний поиск/)).toHaveCount(0)
    // The browser reports the call that found no network.
    complaints.length = 0
  })

  test('offers to load the history again', async ({ page, person: _person }) => {
    await page.route('**/api/search_history', route => route.fulfill({ status: 500, json: {} }))
    await page.goto('/history')
    await expect(page.getByText('Ошибка загрузки истории')).toBeVisible()
    await page.unroute('**/api/search_history')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText('Поисков пока нет')).toBeVisible()
  })

  test('says that the history needs a session', async ({ page, person: _person }) => {
    await page.route('**/api/search_history', route =>
      route.fulfill({ status: 401, json: { error: 'Необходимо войти' } })
    )
    await page.goto('/history')
    await expect(page.getByText('Необходимо войти в систему для просмотра истории')).toBeVisible()
  })
})
