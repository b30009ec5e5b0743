import type { Page } from 'playwright/test'
import { PASSWORD } from '#tests/kit/names.ts'

type Open = (page: Page) => Promise<void>

const HERO = 'Примеров Илья Андреевич'
const field = (page: Page) => page.getByLabel('Поисковый запрос')

async function answered(page: Page): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await page.getByText('Последний поиск').waitFor()
}

/** The account as the page is told, with no credits left. */
async function withoutCredits(page: Page, canTopUp: boolean): Promise<void> {
  await page.route('**/api/auth/me', async route => {
    const response = await route.fetch()
    const { user } = await response.json()
    await route.fulfill({
      json: { success: true, user: { ...user, requests_count: 0, can_top_up: canTopUp } }
    })
  })
}

export const VISITOR_STATES: Record<string, Open> = {
  'login-password-shown': async page => {
    await page.goto('/login')
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Показать' }).click()
  }
}

export const PERSON_STATES: Record<string, Open> = {
  'search-edited': async page => {
    await answered(page)
    await field(page).fill('Примеров Андрей Петрович 1955')
    await page.getByText('Запрос изменён.').waitFor()
    await page.getByLabel('Как понят запрос').getByText('1955').first().waitFor()
  },
  'search-running-over-older': async page => {
    await answered(page)
    await page.route('**/api/search/perform', () => new Promise<void>(() => {}))
    await field(page).fill('Примеров Андрей Петрович 1955')
    await page.getByRole('button', { name: 'Найти' }).click()
    await page.getByText('Ниже прежний ответ').waitFor()
  },
  'search-no-credits': async page => {
    await page.route('**/api/search/perform', route =>
      route.fulfill({
        status: 402,
        json: { code: 'NO_CREDITS', error: 'Недостаточно запросов. Пополните баланс.' }
      })
    )
    await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
    await page.getByText('Недостаточно запросов. Пополните баланс.').waitFor()
  },
  'search-without-credits': async page => {
    await withoutCredits(page, true)
    await page.goto('/search')
    await page.getByText('Запросов не осталось').waitFor()
  },
  'dashboard-without-credits': async page => {
    await withoutCredits(page, false)
    await page.goto('/dashboard')
    await page.getByText('Обратитесь к администратору.').waitFor()
  },
  'search-login-again': async page => {
    await answered(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Найти' }).click()
    await page.getByRole('dialog').waitFor()
    await page.getByText(/Проверка безопасности пройдена/).waitFor()
  }
}
