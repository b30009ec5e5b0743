import { PASSWORD } from '#tests/kit/names.ts'
import { expect, type Page, searchFor, test } from './walk.ts'

const LINES = ['+79732041740', 'Примеров 1981', 'Примеров 1955']
const HERO = 'Примеров Илья Андреевич'

const focusFell = (page: Page) => page.evaluate(() => document.activeElement === document.body)

test('deleted searches hand the focus on to the next one, the last one to what is left', async ({
  page,
  context,
  person: _person
}) => {
  for (const line of LINES) await searchFor(context, line)
  await page.goto('/history')
  const buttons = page.getByRole('button', { name: /Удалить из истории/ })
  await expect(buttons).toHaveCount(3)
  await buttons.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(buttons).toHaveCount(2)
  await expect(buttons.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(buttons).toHaveCount(1)
  await expect(buttons.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Поисков пока нет' })).toBeFocused()
})

test('a cleared history leaves the focus on its heading', async ({ page, context, person: _person }) => {
  await searchFor(context, HERO)
  await page.goto('/history')
  await page.getByRole('button', { name: 'Очистить историю' }).click()
  await page.getByRole('button', { name: /Удалить 1.поиск/ }).click()
  await expect(page.getByText('Поисков пока нет')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'История' })).toBeFocused()
})

test('a filter that is taken off, and a retry that works, leave the focus on the page', async ({
  page,
  context,
  person: _person
}) => {
  await searchFor(context, HERO)
  await page.route('**/api/search_history', route => route.fulfill({ status: 500, json: {} }))
  await page.goto('/history')
  await expect(page.getByText('Ошибка загрузки истории')).toBeVisible()
  await page.unroute('**/api/search_history')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('link', { name: HERO, exact: true })).toBeVisible()
  await expect.poll(() => focusFell(page)).toBe(false)
  await page.getByLabel('Фильтр по запросу').fill('нет такого')
  await page.getByRole('button', { name: 'Сбросить фильтр' }).click()
  await expect(page.getByRole('link', { name: HERO, exact: true })).toBeVisible()
  await expect.poll(() => focusFell(page)).toBe(false)
})

test('a page for visitors has the focus on its heading, a form on its first field', async ({
  page,
  browser,
  baseURL
}) => {
  for (const [path, heading] of [
    ['/', /./],
    ['/there-is-no-such-page', 'Страница не найдена']
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
  const phone = await browser.newContext({ baseURL, hasTouch: true, isMobile: true })
  const touched = await phone.newPage()
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page.getByLabel('Имя пользователя')).toBeFocused()
    // A field would bring up the keyboard of a phone.
    await touched.goto(path)
    await expect(touched.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await phone.close()
})

test('a logout leaves the focus on the login, also behind a Back', async ({ page, person: _person }) => {
  await page.goto('/search')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Имя пользователя')).toBeFocused()
  await page.goto('/register')
  await page.goBack()
  await expect(page).toHaveURL(/login/)
  await expect(page.getByLabel('Имя пользователя')).toBeFocused()
})

test('a search that the address asks for ends on the heading of its answer', async ({
  page,
  person: _person
}) => {
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(page).toHaveURL(/\?s=/)
  await expect(page.locator('.answer h1')).toBeFocused()
})

test('a page that is opened has the focus on its heading, the search on its line', async ({
  page,
  person
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [link, heading] of [
    ['История', 'История'],
    ['Главная', `Здравствуйте, ${person.username}`]
  ] as const) {
    await page.getByRole('link', { name: link }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
  await page.getByRole('link', { name: 'Поиск людей' }).first().click()
  await expect(page.getByLabel('Поисковый запрос')).toBeFocused()
})

test('the skip link leads to the content', async ({ page, person: _person }) => {
  for (const path of ['/login', '/']) {
    if (path === '/login') await page.context().clearCookies()
    await page.goto(path)
    await page.getByRole('link', { name: 'К содержанию' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  }
})

test('a search keeps the focus while it runs and when it fails', async ({ page, person: _person }) => {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill(HERO)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/search/perform', async route => {
    await promise
    await route.fulfill({ status: 503, json: { error: 'Поиск временно недоступен.' } })
  })
  const button = page.getByRole('button', { name: 'Найти' })
  await button.click()
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await expect(button).toBeFocused()
  resolve()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect.poll(() => focusFell(page)).toBe(false)
})

test('one thing is spoken of a search, and it is what it found', async ({ page, person: _person }) => {
  await page.goto('/search')
  const field = page.getByLabel('Поисковый запрос')
  await field.fill(HERO)
  await expect(page.getByLabel('Как понят запрос')).toBeVisible()
  await page.evaluate(() => {
    const REGION = '[role=status], [role=alert], [aria-live]'
    const spoken: string[] = []
    Object.assign(window, { spoken })
    const note = (element: Element | null | undefined) => {
      const text = element?.textContent?.trim()
      if (text) spoken.push(text)
    }
    new MutationObserver(changes => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(REGION)
        if (around) regions.add(around)
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue
          for (const region of [added, ...added.querySelectorAll('*')])
            if (region.matches(REGION)) regions.add(region)
        }
      }
      for (const region of regions) note(region)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await spoken()).toEqual([expect.stringMatching(/^\d+\sзапис\S+ в \d+\sисточник\S+$/)])
  await page.route('**/api/search/perform', async route => {
    const response = await route.fetch()
    const answer = await response.json()
    const failed = Object.keys(answer.sources_meta).slice(0, 1)
    await route.fulfill({ response, json: { ...answer, charged: 0, failed_sources: failed } })
  })
  await field.fill('Примеров Андрей Петрович')
  await field.press('Enter')
  await expect(page.getByText(/не ответил, запрос не списан/)).toBeVisible()
  expect(await spoken()).toHaveLength(2)
  expect((await spoken())[1]).toMatch(/Не ответили: 1.источник$/)
})

test('long lists can be passed over by the keyboard, short ones have no such link', async ({
  page,
  person: _person
}) => {
  await page.goto('/search?q=%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80%D0%BE%D0%B2')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  const people = await page.locator('.who').count()
  const skip = page.getByRole('link', { name: /^Пропустить список: \d+.человек/ })
  await expect(skip).toHaveCount(people > 17 ? 1 : 0)
  const records = page.getByRole('heading', { name: 'Записи по источникам' })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await records.scrollIntoViewIfNeeded()
  const skipRecords = page.getByRole('link', { name: /^Пропустить \d+.запис/ }).first()
  await skipRecords.focus()
  await expect(skipRecords).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Конец списка').last()).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')
  await page.goto(`/search?q=${encodeURIComponent('+79732041740')}`)
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Пропустить список/ })).toHaveCount(0)
})

test('a history of more than 17 searches can be passed over', async ({ page, person: _person }) => {
  const item = (id: number) => ({
    id,
    query: `Примеров ${id}`,
    is_api: false,
    results_count: 1,
    created_at: '2026-01-31T12:00:00.000Z',
    created_at_str: '31.01.2026 15:00'
  })
  const items = Array.from({ length: 18 }, (_, place) => item(place + 1))
  await page.route('**/api/search_history', route => route.fulfill({ json: { ok: true, data: items } }))
  await page.goto('/history')
  await page.getByRole('link', { name: /Пропустить 18.поисков/ }).press('Enter')
  await expect(page.getByText('Конец списка')).toBeFocused()
  items.pop()
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(18)
  await expect(page.getByRole('link', { name: /Пропустить/ })).toHaveCount(0)
})

test('a password can be looked at, and is hidden while it is sent', async ({ page, complaints }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async route => {
    await promise
    await route.fulfill({ status: 400, json: { error: 'Готово' } })
  })
  await page.goto('/login')
  const field = page.getByLabel('Пароль', { exact: true })
  await page.getByLabel('Имя пользователя').fill('someone')
  await field.fill(PASSWORD)
  const show = page.getByRole('button', { name: 'Показать: Пароль' })
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await field.press('Tab')
  await expect(show).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(field).toHaveAttribute('type', 'password')
  resolve()
  await expect(page.getByText('Готово', { exact: true })).toBeVisible()
  await expect(field).toHaveAttribute('type', 'text')
  for (const [path, count] of [
    ['/register', 2],
    ['/login', 1]
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /Показать/ })).toHaveCount(count)
  }
  expect(complaints).toEqual([])
})

test('the page of the profile shows each of its passwords', async ({ page, person: _person }) => {
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: /Показать/ })).toHaveCount(3)
  await expect(page.getByLabel('Новый пароль', { exact: true })).toHaveAccessibleDescription(/Минимум 10/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/login', '/register', '/dashboard', '/search', '/history', '/profile']) {
    test(`${path} says what it needs and waits for nothing`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(/работает только с JavaScript/)).toBeVisible()
      await expect(page.getByText('Проверка авторизации...')).toBeHidden()
      await expect(page.getByRole('button')).toHaveCount(0)
    })
  }
})
