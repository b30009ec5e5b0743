import { DEAD_SESSION } from './stage.ts'
import { expect, type Page, test } from './walk.ts'

const LANDING = 'Пять записей. Один человек.'
const MISSING = '/there-is-no-such-page'

/** Holds back the answer to who is signed in until it is let go. */
async function holdSession(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/me', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Adds up the layout shifts of every page from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('the root says that it loads, then shows a visitor the landing page, and nothing jumps', async ({
  page,
  context
}) => {
  await context.addCookies([DEAD_SESSION])
  await watchShifts(page)
  const release = await holdSession(page)
  await page.goto('/')
  await expect(page.getByText('Загрузка...', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: LANDING })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Войти' })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  await expect(page.getByText('Загрузка...', { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Войти' }).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0)
})

test('the root sends a signed-in person to the home page, without a step back', async ({ page, person }) => {
  await page.goto(MISSING)
  await page.goto('/')
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username)
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe(MISSING)
})

test('the root shows the landing page where nobody answers who is signed in', async ({
  page,
  context,
  complaints
}) => {
  await context.addCookies([DEAD_SESSION])
  await page.route('**/api/auth/me', route => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  // The browser and the page report the call that found no network.
  complaints.length = 0
})

for (const path of ['/', '/login', '/register', '/dashboard', '/search', '/history', '/profile', MISSING]) {
  test(`a visitor of ${path} asks for nothing that is refused`, async ({ page }) => {
    const refused: string[] = []
    page.on('response', answer => {
      const isPage = answer.request().isNavigationRequest()
      if (answer.status() >= 400 && !isPage) refused.push(`${answer.status()} ${answer.url()}`)
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })
}

test('the root does not wait for a script that never comes', async ({ page, complaints }) => {
  await page.clock.install()
  await page.route('**/_astro/*.js', route => route.abort())
  await page.goto('/')
  await expect(page.getByText('Загрузка...', { exact: true })).toBeVisible()
  await page.clock.fastForward(8_000)
  await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
  complaints.length = 0
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the root is the landing page, and an unknown page knows nobody', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: LANDING })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Зарегистрироваться' })).toBeVisible()
    await expect(page.getByText('Загрузка...')).toBeHidden()
    await page.goto(MISSING)
    await expect(page.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
  })
})

test('an unknown page leads a visitor to the landing page and to the login', async ({ page }) => {
  await page.goto(MISSING)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
  await expect(main.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Поиск людей' })).toHaveCount(0)
})

test('an unknown page leads a signed-in person to the home page and to the search', async ({
  page,
  person: _person
}) => {
  await watchShifts(page)
  await page.goto(MISSING)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/dashboard')
  await expect(main.getByRole('link', { name: 'Поиск людей' })).toHaveAttribute('href', '/search')
  await expect(page.getByRole('link', { name: 'Войти' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Регистрация' })).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0)
})
