import type { Browser, BrowserContext } from 'playwright/test'
import { ADMIN, ORIGIN } from './stage.ts'
import {
  type Account,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Page,
  signIn,
  test
} from './walk.ts'

const PERSON = 'Примеров Илья Андреевич 14.03.1981'
const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** Nobody of these is found, and no two are one row. */
const MANY = Array.from({ length: 1_500 }, (_, day) => {
  const [date] = new Date(Date.UTC(1970, 0, 1 + day)).toISOString().split('T')
  return `Чудоюдов Роман ${date?.split('-').toReversed().join('.')}`
})

/** A call about lists without the page. */
async function call(context: BrowserContext, path: string, data?: object) {
  const answer = await context.request.fetch(`${ORIGIN}/api/lists${path}`, {
    method: data ? 'POST' : 'GET',
    headers,
    ...(data && { data })
  })
  expect(answer.ok(), path).toBe(true)
  return (await answer.json()).list
}

/** Gives somebody so many credits, as an administrator does. */
async function setCredits(browser: Browser, { username }: Account, credits: number): Promise<void> {
  const context = await browser.newContext({ baseURL: ORIGIN })
  await signIn(context, ADMIN)
  const users = await context.request.get(`/api/auth/admin/users?search=${username}`, { headers })
  const [user] = (await users.json()).users
  const form = { role: user.role, requests_count: credits }
  const answer = await context.request.post(`/api/auth/admin/users/${user.id}/update`, { headers, form })
  expect(answer.status(), 'credits').toBe(200)
  await context.close()
}

async function openDone(page: Page, lines: readonly string[]): Promise<string> {
  const { id } = await call(page.context(), '', { lines })
  await call(page.context(), `/${id}/start`, {})
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: /^Готово/ })).toBeVisible()
  return id
}

/** Nothing that axe objects to and nothing that sticks out, on a phone and a desk, in both themes. */
async function expectGood(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
}

const row = (page: Page, place: number) => page.locator(`[data-row="${place}"]`)
const figure = (page: Page, title: string) =>
  page.locator('.figures > div').filter({ has: page.getByText(title, { exact: true }) })
const digitsOf = async (text: Promise<string | null>) => Number((await text)?.replace(/\D/g, ''))

test.afterEach(({ complaints }) => {
  const others = complaints.filter(line => !/ERR_(FAILED|INTERNET_DISCONNECTED|INCOMPLETE)/.test(line))
  expect(others).toEqual([])
  complaints.length = 0
})

test('a list that is stopped says how many rows were not searched, and promises nothing', async ({
  page,
  browser,
  person
}) => {
  await setCredits(browser, person, MANY.length)
  const { id } = await call(page.context(), '', { lines: MANY })
  await call(page.context(), `/${id}/start`, {})
  await call(page.context(), `/${id}/pause`, {})
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: /^На паузе/ })).toBeVisible()
  await page.getByRole('button', { name: 'Остановить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Остановить' }).click()
  const heading = page.getByRole('heading', { name: /^Остановлен: [\d\s]+ из 1\s500$/ })
  await expect(heading).toBeVisible()
  const answered = await digitsOf(figure(page, 'Готово').locator('dd').textContent())
  await expect(heading).toHaveText(new RegExp(`: ${answered} из`))
  await expect(page.getByText('Осталось')).toHaveCount(0)
  expect(await digitsOf(figure(page, 'Не искались').locator('dd').textContent())).toBe(MANY.length - answered)
  await expect(page.getByRole('button', { name: 'Продолжить' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^ожидает/ })).toHaveCount(0)
  await expectGood(page)
  await page.getByRole('button', { name: /^пропущено/ }).click()
  await expect(row(page, 0)).toContainText('поиск остановлен')
})

test('a list that is deleted elsewhere while it runs ends with a text', async ({ page, browser, person }) => {
  await setCredits(browser, person, MANY.length)
  const { id } = await call(page.context(), '', { lines: MANY })
  await call(page.context(), `/${id}/start`, {})
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: /^Идёт поиск/ })).toBeVisible()
  const answer = await page.context().request.delete(`${ORIGIN}/api/lists/${id}`, { headers })
  expect(answer.status()).toBe(200)
  await expect(page.getByRole('alert')).toContainText('Такого списка нет среди ваших')
  await expect(page.getByRole('heading', { name: /^Идёт поиск/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Списки' })).toBeVisible()
  await expectGood(page)
})

test('a list that paused for want of credits goes on once another tab has bought some', async ({
  page,
  browser,
  person
}) => {
  await setCredits(browser, person, MANY.length)
  const { id } = await call(page.context(), '', { lines: MANY })
  await call(page.context(), `/${id}/start`, {})
  await setCredits(browser, person, 3)
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('alert')).toContainText('Закончились запросы')
  await expect(page.getByText('Не хватает')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Продолжить' })).toBeDisabled()
  await expectGood(page)
  await setCredits(browser, person, MANY.length)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'Продолжить' })).toBeEnabled()
  await expect(page.getByText('Теперь их хватает')).toBeVisible()
  await expect(page.getByText('Не хватает')).toHaveCount(0)

  await setCredits(browser, person, 4)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const some = page.getByRole('button', { name: 'Искать ещё 4 строки, 4 запроса' })
  await expect(some).toBeEnabled()
  await expect(page.getByText(/^Не хватает [\d\s]+запрос/)).toBeVisible()
  await expectGood(page)
  await some.click()
  await expect(page.getByRole('heading', { name: /^Готово: [\d\s]+ из 1\s500$/ })).toBeVisible()
  const answered = await digitsOf(figure(page, 'Готово').locator('dd').textContent())
  expect(await digitsOf(figure(page, 'Списано').locator('dd').textContent())).toBe(answered)
  expect(await digitsOf(figure(page, 'Не хватило запросов').locator('dd').textContent())).toBe(
    1_500 - answered
  )
})

test('a repeat says what its row says, and no more, with its verdict', async ({ page, person: _person }) => {
  await openDone(page, ['Примеров Илья', 'ПРИМЕРОВ  ИЛЬЯ', PERSON])
  await expect(row(page, 0)).toContainText('нужно уточнить')
  await expect(row(page, 1)).toContainText('нужно уточнить')
  const words = await row(page, 0).getByRole('link').textContent()
  await expect(row(page, 1).getByRole('link')).toHaveText(words ?? '')
  await expect(row(page, 1)).not.toContainText('Андреевич')
  await expect(row(page, 1)).toContainText('Повтор строки 1')
  await row(page, 0).getByText('другой').click()
  await expect(row(page, 1)).toContainText('Ваш вывод: другой')
  await expect(row(page, 1).getByRole('radio')).toHaveCount(0)
  await expectGood(page)
})

test('digits judge nothing when single keys are turned off', async ({ page, person: _person }) => {
  await page.addInitScript(() => localStorage.setItem('single-keys', 'off'))
  await openDone(page, [PERSON])
  const sent: unknown[] = []
  page.on(
    'request',
    request => request.url().endsWith('/verdict') && sent.push(request.postDataJSON().verdict)
  )
  await row(page, 0).focus()
  await page.keyboard.press('1')
  await row(page, 0).getByText('неясно').click()
  await expect(row(page, 0).getByRole('radio', { name: 'неясно' })).toBeChecked()
  await expect(page.getByText('Ваших выводов 1 из 1.')).toBeVisible()
  expect(sent).toEqual(['unclear'])
})

test('a note that was typed without a net is kept and can be saved again', async ({
  page,
  context,
  person: _person
}) => {
  const id = await openDone(page, [PERSON])
  await row(page, 0).getByText('тот же').click()
  await row(page, 0).getByRole('button', { name: 'Заметка' }).click()
  await context.setOffline(true)
  await page.keyboard.type('По паспорту 4')
  await page.keyboard.press('Enter')
  await expect(row(page, 0)).toContainText('Заметка не сохранена')
  await expect(row(page, 0).getByRole('button', { name: 'По паспорту 4' })).toBeFocused()
  await context.setOffline(false)
  await expectGood(page)
  await page.goto(`/search/list/${id}`)
  await Promise.all([
    page.waitForResponse('**/verdict'),
    row(page, 0).getByRole('button', { name: 'Сохранить снова' }).click()
  ])
  await expect(row(page, 0)).not.toContainText('Заметка не сохранена')
  await page.goto(`/search/list/${id}`)
  await expect(row(page, 0).getByRole('button', { name: 'По паспорту 4' })).toBeVisible()
  await expect(row(page, 0)).not.toContainText('Заметка не сохранена')
})

test('a note whose answer was lost is found saved', async ({ page, person: _person }) => {
  const id = await openDone(page, [PERSON])
  await row(page, 0).getByText('тот же').click()
  await row(page, 0).getByRole('button', { name: 'Заметка' }).click()
  await page.route('**/verdict', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.type('По паспорту 4')
  await page.keyboard.press('Enter')
  await expect(row(page, 0)).toContainText('Заметка не сохранена')
  await page.goto(`/search/list/${id}`)
  await expect(row(page, 0).getByRole('button', { name: 'По паспорту 4' })).toBeVisible()
  await expect(row(page, 0)).not.toContainText('Заметка не сохранена')
})

test('a row that is left out is not paid for, with its repeats, until it is taken in again', async ({
  page,
  person: _person
}) => {
  await page.goto('/search/list')
  const lines = [PERSON, PERSON.toUpperCase(), 'Чудоюдов Роман', 'нет данных']
  await page.getByRole('textbox', { name: 'Строки' }).fill(lines.join('\n'))
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  const box = page.getByRole('checkbox', { name: 'Искать строку 1' })
  await box.uncheck()
  await expect(page.getByRole('button', { name: 'Искать, 1 запрос' })).toBeEnabled()
  await expect(page.getByRole('row', { name: /повтор строки 1: её вы убрали/ })).toBeVisible()
  await expect(page.locator('.quote')).toContainText('Убраны вами−1')
  await expectGood(page)
  await box.check()
  await expect(page.getByRole('button', { name: 'Искать, 2 запроса' })).toBeEnabled()
  await box.uncheck()
  await page.getByRole('button', { name: 'Искать, 1 запрос' }).click()
  await expect(page.getByRole('heading', { name: 'Готово: 1 из 1' })).toBeVisible()
  await expect(figure(page, 'Убраны вами')).toContainText('1')
  await expect(row(page, 0)).toContainText('убрана вами')
  await expect(row(page, 1)).toContainText('убрана вами')
})
