import type { Page } from 'playwright/test'
import type { WebhookDelivery } from '#shared/contracts/profile.ts'
import { search } from './acts.ts'
import { HERO } from './past-search.ts'

type Open = (page: Page) => Promise<void>

const at = '2026-11-28T09:14:00.000Z'
const delivery = (fields: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 1,
  event_id: crypto.randomUUID(),
  event: 'list.done',
  created_at: at,
  state: 'delivered',
  attempts: 1,
  tried_at: at,
  next_at: null,
  status: 200,
  failure: null,
  took_ms: 310,
  ...fields
})
export const DELIVERIES = [
  delivery({ id: 3 }),
  delivery({
    id: 2,
    event: 'credits.low',
    state: 'waiting',
    failure: 'late',
    status: null,
    next_at: '2026-11-28T10:02:00.000Z'
  }),
  delivery({
    id: 1,
    event: 'payment.completed',
    state: 'failed',
    failure: 'status',
    status: 500,
    attempts: 22
  })
]

/** An address of one's own system, and what was sent to it. */
export async function openDeliveries(page: Page): Promise<void> {
  await page.goto('/profile/webhooks')
  await page.route('**/deliveries', route => route.fulfill({ json: { ok: true, deliveries: DELIVERIES } }))
  await page.getByRole('textbox', { name: 'Адрес' }).fill('https://1.1.1.1/hook')
  await page.getByLabel('Список готов').check()
  await page.getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).last().click()
  await page.getByText('не доставлено за 24 часа').waitFor()
}

/** A list as it is before it is searched: a repeat and a line of nothing among its four. */
async function newList(page: Page): Promise<void> {
  const lines = [HERO, HERO.toUpperCase(), 'Чудоюдов Роман Игоревич', 'нет данных']
  await page.goto('/search/list')
  await page.getByRole('textbox', { name: 'Строки' }).fill(lines.join('\n'))
  await page.getByRole('row', { name: /повтор строки 1/ }).waitFor()
  await page.getByRole('button', { name: 'Искать, 2 запроса' }).waitFor()
}

/** What a person works with for longer than a search. */
export const WORK_STATES: Record<string, Open> = {
  'list-new': newList,
  'list-done': async page => {
    await newList(page)
    await page.getByRole('button', { name: 'Искать, 2 запроса' }).click()
    await page.getByRole('heading', { name: 'Готово: 2 из 2' }).waitFor()
    await page.locator('[data-row="0"]').getByText('тот же').click()
    await page.getByText('Ваших выводов 1 из 2.').waitFor()
  },
  'search-open': async page => {
    await search(page, HERO)
    await page.locator('.people h3 button').first().click()
    await page.locator('.panel .proof').first().click()
    await page.locator('.sums .dense').first().waitFor()
  },
  'search-several-people': page => search(page, 'Примеров Илья 14.03.1981; Другов Олег'),
  webhooks: openDeliveries
}
