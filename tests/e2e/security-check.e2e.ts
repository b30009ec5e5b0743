import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { CHECKED_ORIGIN } from './stage.ts'
import { expect, type Page, test } from './walk.ts'

const LOADING = 'Загрузка проверки безопасности...'
const PASSED = '✓ Проверка безопасности пройдена (тестовый режим)'
const FAILED = 'Ошибка проверки безопасности'
const FAILED_IN_FORM = 'Ошибка проверки безопасности. Попробуйте еще раз.'
const NOT_STARTED = 'Ошибка инициализации Turnstile'

/** A provider that shows one button and does what the test tells it. */
const PROVIDER = `
  const widgets = []
  window.turnstile = {
    render(container, options) {
      container.innerHTML = '<button type="button">Я человек</button>'
      widgets.push(options)
      window.challenge = {
        options,
        resets: 0,
        pass: (what = 'pass') => options.callback(what + ':' + options.action),
        fail: () => options['error-callback'](),
        expire: () => options['expired-callback']()
      }
      return 'widget-' + widgets.length
    },
    reset() { window.challenge.resets += 1 },
    remove() {}
  }`

interface Challenge {
  options: { sitekey: string; action: string }
  resets: number
  pass(what?: 'pass' | 'fail' | 'down'): void
  fail(): void
  expire(): void
}

declare global {
  interface Window {
    challenge: Challenge
  }
}

async function withProvider(page: Page): Promise<void> {
  await page.route('https://challenges.cloudflare.com/**', route =>
    route.fulfill({ contentType: 'text/javascript', body: PROVIDER })
  )
}

async function openChecked(page: Page, path: '/login' | '/register'): Promise<void> {
  await withProvider(page)
  await page.goto(`${CHECKED_ORIGIN}${path}`)
  await expect(page.getByRole('button', { name: 'Я человек' })).toBeVisible()
}

async function register(page: Page, username: string): Promise<void> {
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Подтвердите пароль').fill(PASSWORD)
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
}

const enter = (page: Page) => page.getByRole('button', { name: 'Войти' })

test.describe('the security check is waived', () => {
  test('for an exempt address', async ({ page }) => {
    const { promise: seen, resolve: onSeen } = Promise.withResolvers<void>()
    await page.route('**/api/auth/check-ip-exempt', async route => {
      await seen
      await route.continue()
    })
    await page.goto('/login')
    await expect(page.getByText(LOADING)).toBeVisible()
    await expect(enter(page)).toBeDisabled()
    onSeen()
    await expect(page.getByText(PASSED)).toBeVisible()
    await expect(enter(page)).toBeEnabled()
  })

  for (const [what, config] of [
    ['when it is switched off', { enabled: false, siteKey: '0x4AAAAAAASTUBSITEKEY' }],
    ['without a site key', { enabled: true, siteKey: null }],
    ['for a site key that always passes', { enabled: true, siteKey: '1x00000000000000000000AA' }]
  ] as const) {
    test(what, async ({ page }) => {
      await page.route('**/api/auth/check-ip-exempt', route =>
        route.fulfill({ json: { exempt: false, ip: '192.0.2.7' } })
      )
      await page.route('**/api/auth/turnstile-config', route => route.fulfill({ json: config }))
      await page.goto('/login')
      await expect(page.getByText(PASSED)).toBeVisible()
      await expect(enter(page)).toBeEnabled()
    })
  }
})

test.describe('the security check is asked for', () => {
  test('and the button waits for its token', async ({ page }) => {
    await openChecked(page, '/login')
    await expect(enter(page)).toBeDisabled()
    expect(await page.evaluate(() => window.challenge.options.action)).toBe('login')
    expect(await page.evaluate(() => window.challenge.options.sitekey)).toBe('0x4AAAAAAASTUBSITEKEY')
    await page.evaluate(() => window.challenge.pass())
    await expect(enter(page)).toBeEnabled()
    await page.evaluate(() => window.challenge.expire())
    await expect(enter(page)).toBeDisabled()
  })

  test('and an error clears the token, in the widget’s words and the form’s', async ({ page }) => {
    await openChecked(page, '/login')
    await page.evaluate(() => window.challenge.pass())
    await expect(enter(page)).toBeEnabled()
    await page.evaluate(() => window.challenge.fail())
    await expect(page.getByText(FAILED, { exact: true })).toBeVisible()
    await expect(page.getByText(FAILED_IN_FORM, { exact: true })).toBeVisible()
    await expect(enter(page)).toBeDisabled()
    await page.evaluate(() => window.challenge.pass())
    await expect(page.getByText(FAILED, { exact: true })).toHaveCount(0)
    await expect(page.getByText(FAILED_IN_FORM, { exact: true })).toHaveCount(0)
    await expect(enter(page)).toBeEnabled()
  })

  test('and a script that does not come is said, while the server still refuses', async ({
    page,
    complaints
  }) => {
    await page.route('https://challenges.cloudflare.com/**', route => route.abort())
    await page.goto(`${CHECKED_ORIGIN}/login`)
    await expect(page.getByText(NOT_STARTED)).toBeVisible()
    await expect(enter(page)).toBeEnabled()
    await page.getByLabel('Имя пользователя').fill('someone')
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await enter(page).click()
    await expect(page.getByText(FAILED_IN_FORM, { exact: true })).toBeVisible()
    // The browser reports the script that did not come.
    complaints.length = 0
  })

  test('and the server asks the verifier itself: refused, out of order, then passed', async ({ page }) => {
    await openChecked(page, '/register')
    const username = uniqueName()
    await page.evaluate(() => window.challenge.pass('fail'))
    await register(page, username)
    await expect(page.getByText(FAILED_IN_FORM, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.challenge.resets)).toBe(1)
    await page.evaluate(() => window.challenge.pass('down'))
    await register(page, username)
    await expect(page.getByText('Проверка безопасности временно недоступна. Попробуйте позже.')).toBeVisible()
    await page.evaluate(() => window.challenge.pass())
    await register(page, username)
    await expect(
      page.getByText('Регистрация прошла успешно! Теперь вы можете войти в систему.')
    ).toBeVisible()
  })

  test('and a token of the other form does not pass', async ({ page }) => {
    await openChecked(page, '/login')
    await page.evaluate(() => {
      window.challenge.options.action = 'register'
      window.challenge.pass()
    })
    await page.getByLabel('Имя пользователя').fill('someone')
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await enter(page).click()
    await expect(page.getByText(FAILED_IN_FORM, { exact: true })).toBeVisible()
  })

  test('and an address that registers too often is told to wait', async ({ page }) => {
    await openChecked(page, '/register')
    const tooMany = page.getByText(/^Слишком много регистраций с этого адреса\. Попробуйте через \d+ мин\.$/)
    // Another walk may have used up a place already.
    for (let attempt = 0; attempt < 3 && !(await tooMany.isVisible()); attempt += 1) {
      await page.evaluate(() => window.challenge.pass())
      await register(page, uniqueName())
      await expect(tooMany.or(page.getByText('Регистрация прошла успешно!'))).toBeVisible()
      if (!(await tooMany.isVisible())) await openChecked(page, '/register')
    }
    await expect(tooMany).toBeVisible()
  })
})
