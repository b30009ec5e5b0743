import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { expect, expectNoSidewaysScroll, type Page, test } from './walk.ts'

const example = async (page: Page, title: string) =>
  (await page.locator('#search').getByLabel(`Пример на ${title}`, { exact: true }).textContent()) ?? ''

test('a newcomer comes from the front page to a token, a search by it and the balance', async ({ page }) => {
  const username = uniqueName('developer')

  await test.step('registers and logs in', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Зарегистрироваться' }).first().click()
    await page.getByLabel('Имя пользователя').fill(username)
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Подтвердите пароль').fill(PASSWORD)
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('Имя пользователя').fill(username)
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL('**/dashboard')
  })

  await test.step('finds the page of the API, and what it is about', async () => {
    await page.getByRole('button', { name: /Меню пользователя/ }).click()
    await page.getByRole('link', { name: 'API' }).first().click()
    await page.waitForURL('**/apidocs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
    for (const title of ['Токен', 'Поиск', 'Баланс', 'Коды ошибок', 'Ограничения'])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Выполнить за 1 запрос' })).toBeDisabled()
    await expect(page.getByText('Создайте токен выше').first()).toBeVisible()
  })

  const token = await test.step('makes a token, sees it once', async () => {
    await page.getByRole('button', { name: 'Создать токен' }).click()
    await expect(page.getByText('Токен создан.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Создать токен' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Скопировать токен' })).toBeFocused()
    await expect(page.getByText('У вас уже есть токен (больше одного нельзя).')).toBeVisible()
    return (await page.locator('.value code').textContent()) ?? ''
  })
  expect(token).toMatch(/^ps_[\w-]{43}$/)

  await test.step('searches from the page, and is told what it cost', async () => {
    await expect(page.getByText('Осталось запросов: 5.')).toBeVisible()
    await page.getByRole('button', { name: 'Выполнить за 1 запрос' }).click()
    const outcome = page.locator('#search').getByRole('status')
    await expect(outcome).toContainText('200')
    await expect(outcome).toContainText(/\d+ мс/)
    await expect(outcome).toContainText('списано: 1')
    await expect(page.locator('#search').getByLabel('Ответ', { exact: true })).toContainText('Примеров Илья')
    await expect(page.getByText('Осталось запросов: 4.')).toBeVisible()
    await page.getByLabel('limit').fill('0')
    await expect(outcome, 'no answer stands under what is refused').toHaveCount(0)
    await page.getByLabel('limit').fill('50')
  })

  await test.step('asks for the balance', async () => {
    await page.getByRole('button', { name: 'Выполнить бесплатно' }).click()
    await expect(page.locator('#balance').getByLabel('Ответ', { exact: true })).toContainText('"balance": 4')
  })

  await test.step('takes the examples along, which do the same outside', async () => {
    const curl = await example(page, 'curl')
    expect(curl).toContain(token)
    await expect.poll(() => printed(['sh', '-c', `${curl} -s`])).toContain('"status":"ok"')
    await page.locator('#search').getByRole('tab', { name: 'TypeScript' }).click()
    const script = await example(page, 'TypeScript')
    await expect.poll(() => printed([process.execPath, '-e', script])).toMatch(/^200 \d+/)
    await page.locator('#search').getByRole('tab', { name: 'Python' }).click()
    expect(await example(page, 'Python')).toContain(`"token": "${token}"`)
  })

  await test.step('deletes the token, which ends at once', async () => {
    await page.getByRole('button', { name: /Удалить токен/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('перестанут работать сразу')
    await dialog.getByRole('button', { name: 'Удалить токен' }).click()
    await expect(page.getByText('Токен успешно удален')).toBeVisible()
    await expect(page.getByText('Токенов пока нет')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Создать токен' })).toBeFocused()
    expect(await example(page, 'Python')).not.toContain(token)
    await page.getByLabel('Ваш токен').first().fill(token)
    await page.getByRole('button', { name: 'Выполнить за 1 запрос' }).click()
    await expect(page.locator('#search').getByRole('status')).toContainText('401')
    await expect(page.locator('#search').getByRole('status')).toContainText('ничего не списано')
    await page.locator('#search').getByRole('tab', { name: 'TypeScript' }).click()
    const script = await example(page, 'TypeScript')
    await expect.poll(() => printed([process.execPath, '-e', script])).toMatch(/^401 Токен неверен/)
  })

  await test.step('leaves nothing of the token behind', async () => {
    await page.reload()
    await expect(page.getByText('Токенов пока нет')).toBeVisible()
    const storage = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    expect(storage).not.toContain(token)
    await expect(page.getByLabel('Ваш токен').first()).toHaveValue('')
  })
})

test('a token is limited, used and changed, and nobody changes what they did not touch', async ({
  page,
  person: _person
}) => {
  await page.goto('/apidocs')
  await page.getByRole('button', { name: 'Создать токен' }).click()
  const token = (await page.locator('.value code').textContent()) ?? ''
  const listed = async () => (await (await page.request.get('/api/tokens')).json()).api_tokens[0]
  // Half past one at night in Moscow, another day in UTC.
  const ending = '2090-12-20T22:30:00.000Z'
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  await page.request.put(`/api/tokens/${(await listed()).id}`, { headers, data: { expires_at: ending } })
  await page.request.post('/api/balance', { headers, data: { token } })
  await page.reload()
  const open = () => page.getByRole('button', { name: /Настроить токен/ }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Сохранить' })

  await test.step('its end is the day of Moscow and stays exact', async () => {
    await open()
    await expect(dialog.getByLabel('Действует по')).toHaveValue('2090-12-21')
    await expect(dialog.getByText(/^Всего за 90 дней: 1.обращение\.$/)).toBeVisible()
    await dialog.getByLabel('Название').fill('Ночная сверка')
    await dialog.getByLabel('Только с адресов').fill('127.0.0.1, ::1; 203.0.113.0/33')
    await save.click()
    await expect(dialog.getByText(/^Не адрес: 203\.0\.113\.0\/33\./)).toBeVisible()
    await dialog.getByLabel('Только с адресов').fill('0.0.0.0/0')
    await save.click()
    await expect(dialog.getByText(/это все адреса/)).toBeVisible()
    await dialog.getByLabel('Только с адресов').fill('127.0.0.1 ::1')
    await save.click()
    await expect(dialog).toHaveCount(0)
    expect(await listed()).toMatchObject({
      title: 'Ночная сверка',
      expires_at: ending,
      networks: ['127.0.0.1/32', '::1/128']
    })
  })

  await test.step('another day is its last, and none ends it never', async () => {
    for (const [day, end] of [
      ['2090-12-30', '2090-12-30T20:59:59.000Z'],
      ['', null]
    ] as const) {
      await open()
      await dialog.getByLabel('Действует по').fill(day)
      await save.click()
      await expect(dialog).toHaveCount(0)
      expect((await listed()).expires_at).toBe(end)
    }
  })

  await test.step('its former text ends after a yes', async () => {
    await page.getByRole('button', { name: /Сменить токен/ }).click()
    await dialog.getByRole('button', { name: 'Сменить токен' }).click()
    await expect(page.getByText('Токен сменён.')).toBeVisible()
    await page.getByRole('button', { name: 'Закончить прежний' }).click()
    await expect(dialog).toContainText('перестанут работать сразу')
    await dialog.getByRole('button', { name: 'Отмена' }).click()
    await expect(page.getByText('Прежний токен действует до')).toBeVisible()
    await page.getByRole('button', { name: 'Закончить прежний' }).click()
    await dialog.getByRole('button', { name: 'Закончить прежний' }).click()
    await expect(page.getByText('Прежний токен действует до')).toHaveCount(0)
  })
})

test('a token states a purpose of its own, where searches state one', async ({ page, person: _person }) => {
  // As under SEARCH_PURPOSE=optional.
  await page.route('**/api/auth/me', async route => {
    const response = await route.fetch()
    const body = await response.json()
    const search_purpose = { is_required: false, code: null, case_ref: null }
    await route.fulfill({ response, json: { ...body, user: { ...body.user, search_purpose } } })
  })
  await page.goto('/apidocs')
  await page.getByRole('button', { name: 'Создать токен' }).click()
  await page.getByRole('button', { name: /Настроить токен/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Номер дела').fill('<дело>')
  await dialog.getByLabel('Цель поисков').selectOption('Проверка клиента')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Номер дела: до 64 знаков')).toBeVisible()
  await dialog.getByLabel('Номер дела').fill('Д-17/2')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('цель: Проверка клиента')).toBeVisible()
  await page.getByRole('button', { name: /Настроить токен/ }).click()
  await expect(dialog.getByLabel('Номер дела')).toHaveValue('Д-17/2')
  await dialog.getByLabel('Цель поисков').selectOption('Как у учётной записи')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('цель:')).toBeHidden()
})

async function printed(command: string[]): Promise<string> {
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdout: 'pipe',
    stderr: 'ignore'
  })
  return (await new Response(child.stdout).text()).trim()
}

test('the contents stay beside the page of the API, or are one line where there is no room', async ({
  page,
  person: _person
}) => {
  const contents = page.getByRole('navigation', { name: 'Содержание' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/apidocs')
  const title = await page.getByRole('heading', { level: 1, name: 'API' }).boundingBox()
  const beside = await contents.boundingBox()
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(title?.x ?? 0)
  await contents.getByRole('link', { name: 'Ограничения' }).click()
  await expect(page.getByRole('heading', { name: 'Ограничения' })).toBeInViewport()
  await expect(contents).toBeInViewport()
  await page.setViewportSize({ width: 360, height: 900 })
  await expect.poll(async () => (await contents.boundingBox())?.height).toBeLessThan(70)
})
