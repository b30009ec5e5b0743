import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { expect, type Page, test } from './walk.ts'

const NEW_PASSWORD = 'another horse 43'

const credits = (page: Page) =>
  page.getByText(/Осталось запросов: \d+/).or(page.getByLabel(/Осталось запросов: \d+/))

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
}

test('a newcomer registers, logs in, finds people, looks at the history, changes the password and leaves', async ({
  page
}) => {
  const username = uniqueName('newcomer')

  await test.step('registers', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Зарегистрироваться' }).first().click()
    await expect(page.getByRole('heading', { name: 'Регистрация' })).toBeVisible()
    await expect(page.getByText('Создайте новый аккаунт для доступа к системе')).toBeVisible()
    await expect(page.getByText('✓ Проверка безопасности пройдена (тестовый режим)')).toBeVisible()
    await page.getByLabel('Имя пользователя').fill(username)
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Подтвердите пароль').fill(PASSWORD)
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
    await expect(
      page.getByText('Регистрация прошла успешно! Теперь вы можете войти в систему.')
    ).toBeVisible()
    await expect(page.getByLabel('Имя пользователя')).toHaveValue('')
    await page.waitForURL('**/login')
  })

  await test.step('logs in', async () => {
    await expect(page.getByRole('heading', { name: 'Вход в систему' })).toBeVisible()
    await logIn(page, username, PASSWORD)
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username)
    await expect(page.getByRole('heading', { name: 'Новости и обновления' })).toBeVisible()
    await expect(page.getByText(/Автор/).first()).toBeVisible()
    await expect(credits(page).first()).toContainText('5')
    await expect(page.getByRole('link', { name: 'Админка' })).toHaveCount(0)
  })

  await test.step('searches by name', async () => {
    await page.getByRole('link', { name: 'Поиск людей' }).click()
    await page.waitForURL('**/search')
    const field = page.getByLabel('Поисковый запрос')
    await expect(field).toBeFocused()
    await expect(page.getByRole('button', { name: 'Найти' })).toBeDisabled()
    await field.fill('Примеров Илья Андреевич')
    await expect(page.getByLabel('Как понят запрос')).toContainText('Примеров Илья Андреевич')
    await field.press('Enter')
    await expect(page.getByText('Последний поиск')).toBeVisible()
    const people = page.getByRole('table', { name: /Люди, найденные по запросу/ })
    await expect(people.getByRole('cell', { name: '14.03.1981', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Примеров Илья Андреевич', exact: true }).first().click()
    const panel = page.locator('.panel')
    for (const source of ['Демо-реестр 07', 'Демо-справочник связи 03'])
      await expect(panel.getByRole('button', { name: source }).first()).toBeVisible()
    await expect(credits(page).first()).toContainText('4')
  })

  await test.step('searches by phone, in the way people write it', async () => {
    await page.getByLabel('Поисковый запрос').fill('8 (973) 204-17-40')
    await page.getByRole('button', { name: 'Найти' }).click()
    await expect(page.getByText(/Последний поиск/)).toBeVisible()
    await expect(credits(page).first()).toContainText('3')
    await expect(page.getByRole('heading', { name: /Примеров Илья Андреевич/ }).first()).toBeVisible()
    await expect(page.getByText(/Демо-Связь/).first()).toBeVisible()
  })

  await test.step('finds the last results again after a reload, free', async () => {
    await page.reload()
    await expect(page.getByText(/Последний поиск/)).toBeVisible()
    await expect(credits(page).first()).toContainText('3')
  })

  await test.step('looks at the history', async () => {
    await page.getByRole('link', { name: 'История' }).first().click()
    await page.waitForURL('**/history')
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('8 (973) 204-17-40')
    await expect(rows.nth(1)).toContainText('Завершен')
    await expect(rows.nth(2)).toContainText('Примеров Илья Андреевич')
  })

  await test.step('changes the password', async () => {
    await page.getByRole('button', { name: /Меню пользователя/ }).click()
    await page.getByRole('link', { name: 'Личный кабинет' }).click()
    await page.waitForURL('**/profile')
    await expect(page.getByText('Telegram Chat ID')).toHaveCount(0)
    await page.getByLabel('Текущий пароль').fill(PASSWORD)
    await page.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Подтвердите новый пароль').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Изменить пароль' }).click()
    await expect(page.getByText('Пароль успешно изменен')).toBeVisible()
  })

  await test.step('logs out, and nothing of the results stays behind', async () => {
    await page.getByRole('button', { name: /Меню пользователя/ }).click()
    await page.getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
    await page.goto('/search')
    await page.waitForURL('**/login')
  })

  await test.step('gets in with the new password only', async () => {
    await logIn(page, username, PASSWORD)
    await expect(page.getByText('Неверное имя пользователя или пароль')).toBeVisible()
    await logIn(page, username, NEW_PASSWORD)
    await page.waitForURL('**/dashboard')
  })
})

test('a logout in one tab takes the people off the screen and out of the storage of another', async ({
  page,
  person: _person,
  context
}) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /Меню пользователя/ }).click()
  await other.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { name: 'Вход в систему' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
})

test('a search that finds nobody is said plainly, costs one credit and stands in the history', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill('Небывалов Акакий Ромуальдович')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('heading', { name: 'Ничего не найдено' })).toBeVisible()
  await expect(credits(page).first()).toContainText('4')
  await page.goto('/history')
  await expect(page.getByRole('row').nth(1)).toContainText('Не найдено')
})

test('an address with a query searches at once, and again from the own tab without a second credit', async ({
  page,
  person: _person
}) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  await expect(credits(page).first()).toContainText('4')
  await page.goto('/search?query=%2B79732041740')
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  await expect(credits(page).first()).toContainText('4')
})

test('a search pressed again within 30 seconds is a replay: one key, one credit', async ({
  page,
  person: _person
}) => {
  const keys: (string | undefined)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/search/perform')) keys.push(request.headers()['idempotency-key'])
  })
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText(/списан 1.запрос/)).toBeVisible()
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/без списания/)).toBeVisible()
  await expect(credits(page).first()).toContainText('4')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/\d/)
  expect(keys[1]).toBe(keys[0])
})

test('a click copies a value and says so for two seconds', async ({ page, person: _person, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(
    '/search?q=%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80%D0%BE%D0%B2%20%D0%98%D0%BB%D1%8C%D1%8F%20%D0%90%D0%BD%D0%B4%D1%80%D0%B5%D0%B5%D0%B2%D0%B8%D1%87'
  )
  const value = page.locator('button.copy').first()
  await value.click()
  await expect(value).toHaveAttribute('data-done', '')
  await expect(value).not.toHaveAttribute('data-done', '')
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
})

test('the button to the top appears after 400 px and leads there', async ({ page, person: _person }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  const up = page.getByRole('button', { name: /[Нн]аверх|[Нн]ачал/ })
  await expect(up).toBeHidden()
  // What is drawn as it comes near makes the page longer.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 900))
    await expect(up).toBeVisible({ timeout: 500 })
  }).toPass()
  await up.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})
