import type { Page } from 'playwright/test'
import { PASSWORD } from '#tests/kit/names.ts'
import { search } from './acts.ts'
import { hugeAnswer, withAnswer } from './changed-answer.ts'
import { PRIVACY_STATES } from './privacy-scenes.ts'

type Open = (page: Page) => Promise<void>

const HERO = 'Примеров Илья Андреевич'
const field = (page: Page) => page.getByLabel('Поисковый запрос')

const answered = (page: Page) => search(page, HERO)

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
  ...PRIVACY_STATES,
  'login-password-shown': async page => {
    await page.goto('/login')
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Показать' }).click()
  }
}

export const PERSON_STATES: Record<string, Open> = {
  'search-many-sources': async page => {
    await withAnswer(page, hugeAnswer)
    await answered(page)
    await page.locator('.facets').waitFor({ state: 'attached' })
  },
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
  'search-list-over-older': async page => {
    await answered(page)
    await field(page).fill('Иванов Иван; Петров Пётр; Сидоров Семён; Лебедев Олег')
    await field(page).press('Enter')
    await page.getByText('Разделите список').waitFor()
  },
  'search-phones': page => search(page, '89732041740 89732041799 89740000012'),
  'search-unread-date': page => search(page, `${HERO} 31.02.1981`),
  'search-facets-unfolded': async page => {
    await page.setViewportSize({ width: 360, height: 740 })
    await answered(page)
    await page.getByRole('button', { name: 'Уточнить' }).click()
    await page.locator('.facets').waitFor()
  },
  'search-verdict-other': async page => {
    await answered(page)
    await page.locator('.people h3 button').nth(1).click()
    await page.locator('.panel').getByText('другой', { exact: true }).click()
    await page.getByLabel('Заметка').fill('Дата рождения в паспорте другая')
    await page.getByRole('button', { name: 'Сохранить вывод' }).click()
    await page.getByText('ваш вывод: другой').waitFor()
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
