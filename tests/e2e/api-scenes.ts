import type { Page } from 'playwright/test'
import { visible } from './acts.ts'

const TOKENS = '**/api/tokens'

async function makeToken(page: Page): Promise<void> {
  await page.goto('/apidocs')
  await page.getByRole('button', { name: 'Создать токен' }).click()
  await visible(page, 'Токен создан.')
}

const run = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** The page of the API in its states. */
export const API_STATES: Record<string, (page: Page) => Promise<void>> = {
  apidocs: async page => {
    await page.goto('/apidocs')
    await visible(page, 'Токенов пока нет')
  },
  'apidocs-loading': async page => {
    await page.route(TOKENS, () => new Promise<void>(() => {}))
    await page.goto('/apidocs')
    await page.locator('[aria-busy=true]').first().waitFor()
  },
  'apidocs-failed': async page => {
    await page.route(TOKENS, route => route.fulfill({ json: { ok: true } }))
    await page.goto('/apidocs')
    await visible(page, 'Ошибка загрузки токенов: неверный формат ответа')
  },
  'apidocs-token': makeToken,
  'apidocs-delete': async page => {
    await makeToken(page)
    await page.getByRole('button', { name: /Удалить токен/ }).click()
    await page.getByRole('dialog').waitFor()
  },
  'apidocs-limits': async page => {
    await makeToken(page)
    await page.getByRole('button', { name: /Настроить токен/ }).click()
    await visible(page, 'Обращений ещё не было.')
  },
  'apidocs-usage': async page => {
    const days = Array.from({ length: 9 }, (_, at) => ({ day: `2026-11-${28 - at}`, calls: 10 ** (at % 5) }))
    await page.route('**/usage', route => route.fulfill({ json: { ok: true, days } }))
    await makeToken(page)
    await page.getByRole('button', { name: /Настроить токен/ }).click()
    await visible(page, 'Всего за 90 дней')
  },
  'apidocs-rotated': async page => {
    await makeToken(page)
    await page.getByRole('button', { name: /Сменить токен/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сменить токен' }).click()
    await visible(page, 'Прежний токен действует до')
  },
  'apidocs-tried': async page => {
    await makeToken(page)
    await run(page, 'Выполнить за 1 запрос')
    await run(page, 'Выполнить бесплатно')
    await visible(page, 'списано: 1')
    await visible(page, '"balance_status": "active"')
  },
  'apidocs-refused': async page => {
    await page.goto('/apidocs')
    await visible(page, 'Токенов пока нет')
    await page.getByLabel('Ваш токен').first().fill('ps_nobody')
    await run(page, 'Выполнить за 1 запрос')
    await visible(page, 'BAD_TOKEN')
    await page.getByLabel('limit').fill('5')
    await visible(page, 'limit — целое число')
  }
}
