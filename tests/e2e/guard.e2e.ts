import { ADMIN_SECTIONS } from '#shared/labels/admin-sections.ts'
import { ORIGIN } from './stage.ts'
import { expect, newAccount, signIn, test } from './walk.ts'

const PROTECTED = [
  '/dashboard',
  '/search',
  '/search/compare',
  '/search/report',
  '/history',
  '/profile',
  '/profile/webhooks',
  '/payment',
  '/admin',
  '/admin/user',
  ...ADMIN_SECTIONS.map(({ href }) => href)
]

test('sends a visitor from every protected page to the login', async ({ page }) => {
  for (const path of PROTECTED)
    await test.step(path, async () => {
      await page.goto(path)
      await page.waitForURL('**/login')
      await expect(page.getByRole('heading', { name: 'Вход в систему' })).toBeVisible()
    })
})

test('shows that it checks, and nothing of the page, until it knows who looks', async ({ page, person }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/me', async route => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Проверка авторизации...')).toBeVisible()
  await expect(page.getByText(person.username)).toHaveCount(0)
  resolve()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username)
})

for (const path of ['/login', '/register']) {
  test(`sends a signed-in person from ${path} to the home page, without a step back`, async ({
    page,
    person: _person
  }) => {
    await page.goto('/there-is-no-such-page')
    await page.goto(path)
    await page.waitForURL('**/dashboard')
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/there-is-no-such-page')
  })
}

test('shows the administration to administrators only', async ({ page, context }) => {
  await signIn(context, await newAccount(context))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Админка' })).toHaveCount(0)
  await expect(page.getByText('Администрирование')).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Личный кабинет' })).toBeVisible()
  await expect(page.getByLabel('Telegram Chat ID')).toHaveCount(0)
})

test('asks an administrator alone for a Telegram Chat ID', async ({ page, admin }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(admin.username)
  await page.goto('/profile')
  await expect(page.getByLabel('Telegram Chat ID')).toBeVisible()
})

test('shows no link, not even to an administrator, that leads nowhere', async ({
  page,
  context,
  admin: _admin
}) => {
  const hrefs = new Set<string>()
  const collect = async () => {
    const links = page.locator('a[href^="/"]')
    for (const href of await links.evaluateAll(all => all.map(link => link.getAttribute('href')))) {
      if (href) hrefs.add(href)
    }
  }
  for (const path of ['/dashboard', '/search', '/history', '/profile', '/there-is-no-such-page']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await collect()
  }
  await context.clearCookies()
  for (const path of ['/', '/login', '/register', '/there-is-no-such-page']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await collect()
  }
  expect(hrefs.size).toBeGreaterThan(6)
  for (const href of hrefs) {
    const answer = await context.request.get(href, { maxRedirects: 0 })
    expect([href, answer.status()]).toEqual([href, 200])
  }
})

test('renews an expired session without a word', async ({ page, context, person }) => {
  await context.clearCookies({ name: 'access_token' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username)
})

test('forgets a session that ended elsewhere', async ({ page, context, person }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username)
  await context.request.post('/api/auth/logout', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
  await page.goto('/search')
  await page.waitForURL('**/login')
})

test('asks for a click before a link from another site spends a credit', async ({
  page,
  person: _person
}) => {
  await page.route('https://other.example/', route =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<a href="${ORIGIN}/search?q=Примеров">дальше</a>`
    })
  )
  await page.goto('https://other.example/')
  await page.getByRole('link', { name: 'дальше' }).click()
  const confirm = page.getByRole('button', { name: 'Выполнить поиск' })
  await expect(confirm).toBeVisible()
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue('Примеров')
  await confirm.click()
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
})

test('answers an unknown page with one of its own, and an unknown call with JSON', async ({
  page,
  context
}) => {
  const answer = await page.goto('/there-is-no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
  const call = await context.request.get('/api/there-is-no-such-call')
  expect(call.status()).toBe(404)
  expect((await call.json()).code).toBe('NO_SUCH_PATH')
})
