import type { HistoryItem } from '#shared/contracts/history.ts'
import { conclude, HERO, peopleOf, performed } from './past-search.ts'
import { expect, expectNoSidewaysScroll, type Page, test } from './walk.ts'

const LONG_NOTE = `Сошлось: ${'щ'.repeat(155)}`
const WIDTHS = [320, 360, 768, 1280]

/** A search with a verdict on one and another on two, of whom the first is one. */
async function judged(page: Page): Promise<string> {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  await conclude(page, answer.search_id, { a, verdict: 'same', note: LONG_NOTE })
  await conclude(page, answer.search_id, { a, b, verdict: 'other' })
  return answer.search_id
}

/** The server tells of each search that it is over. */
async function endSearches(page: Page): Promise<void> {
  const live_until = new Date(Date.now() - 60_000).toISOString()
  await page.route('**/api/search_history', async route => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: HistoryItem[] }
    await route.fulfill({ response, json: { ok: true, data: data.map(item => ({ ...item, live_until })) } })
  })
  await page.route(/\/api\/search\/[\w-]{22}(?:\?names=true)?$/, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), live_until } })
  })
}

const creditsOf = async (page: Page) =>
  (await (await page.request.get('/api/auth/me')).json()).user.requests_count

test('the verdicts of a search stand in its row of the history, and lead to the answer while it is free', async ({
  page,
  person: _person
}) => {
  await judged(page)
  await page.goto('/history')
  const badge = page.getByRole('button', { name: '2 вывода' })
  await expect(badge).toHaveAttribute('aria-expanded', 'false')
  await badge.press('Enter')
  await expect(badge).toHaveAttribute('aria-expanded', 'true')
  const lines = page.locator('.verdicts').getByRole('listitem')
  await expect(lines).toHaveText([
    /^\S+ .*, \d\d\.\d\d\.\d{4}: тот же\. Сошлось: щ+ \d\d\.\d\d\.\d{4} \d\d:\d\d /,
    /^\S+ .* и \S+ .*: разные люди /
  ])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
  }
  await lines
    .first()
    .getByRole('link', { name: /^Показать/ })
    .click()
  await expect(page.locator('.panel').first()).toBeVisible()
  expect(await creditsOf(page)).toBe(4)
})

test('they are read as long as the search is kept, and nothing is spent before a click on «Выполнить поиск»', async ({
  page,
  person: _person
}) => {
  const searchId = await judged(page)
  await endSearches(page)
  await page.goto('/history')
  await page.getByRole('button', { name: '2 вывода' }).click()
  const verdicts = page.locator('.verdicts')
  await expect(verdicts.getByRole('listitem')).toHaveText([/тот же\. Сошлось/, /разные люди/])
  await expect(verdicts.getByRole('link', { name: /^Показать/ })).toHaveCount(0)
  await expect(verdicts).toContainText('Примеров')
  await expect(verdicts).not.toContainText('Имена не сохраняются')
  await verdicts.getByRole('link', { name: 'Выполнить поиск' }).click()
  await expect(page.getByText(`Выполнить поиск «${HERO}»? Будет списан 1 запрос.`)).toBeVisible()
  expect(page.url()).toContain(searchId)
  expect(await creditsOf(page)).toBe(4)
})

test('what cannot be had of them says so and is asked for again', async ({ page, person: _person }) => {
  await judged(page)
  await page.goto('/history')
  await page.route(/\/api\/search\/[\w-]{22}\?names=true$/, route =>
    route.fulfill({
      status: 503,
      json: { ok: false, success: false, code: 'SEARCH_DOWN', error: 'Поиск отдыхает' }
    })
  )
  await page.getByRole('button', { name: '2 вывода' }).click()
  await expect(page.locator('.verdicts')).toContainText('Поиск отдыхает')
  await page.unrouteAll()
  await page.locator('.verdicts').getByRole('button', { name: 'Повторить' }).click()
  await expect(page.locator('.verdicts').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: /Удалить из истории/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить поиск из истории?' })
  await expect(dialog.getByRole('checkbox', { name: /Оставить выводы/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Удалить поиск' }).click()
  await expect(page.locator('.verdicts')).toHaveCount(0)
})
