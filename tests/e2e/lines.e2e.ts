import { ALL_SYNTHETIC } from '#shared/labels/sources.ts'
import { expect, type Page, searchFor, test } from './walk.ts'

const PHONE = '+7 973 204-17-40'
const HERO = 'Примеров Илья Андреевич'
const FATHER = 'Примеров Андрей Петрович'
const field = (page: Page) => page.getByLabel('Поисковый запрос')
const find = (page: Page) => page.getByRole('button', { name: 'Найти' })
const last = (page: Page) => page.getByText('Последний поиск')

/** Counts the searches that the page sends from now on. */
function countSearches(page: Page): { count: number } {
  const sent = { count: 0 }
  page.on('request', request => {
    if (request.url().endsWith('/api/search/perform')) sent.count += 1
  })
  return sent
}

async function search(page: Page, line: string): Promise<void> {
  await field(page).fill(line)
  await find(page).click()
  await expect(page.getByText('Ниже прежний ответ')).toBeHidden()
  await expect(page).toHaveTitle(/запис/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

const balance = (page: Page) => page.locator('.credits').textContent()

test('examples, the history and recent searches fill the line and spend nothing', async ({
  page,
  context,
  person: _person
}) => {
  await searchFor(context, PHONE)
  const sent = countSearches(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Ghbvthjd Bkmz Fylhttdbx' }).click()
  await expect(field(page)).toHaveValue('Ghbvthjd Bkmz Fylhttdbx')
  await expect(field(page)).toBeFocused()
  await page.getByRole('link', { name: PHONE }).click()
  await page.waitForURL('**/search')
  await expect(field(page)).toHaveValue(PHONE)
  await page.goto('/history')
  await page.getByRole('link', { name: PHONE, exact: true }).click()
  await page.waitForURL('**/search?s=*')
  await expect(field(page)).toHaveValue(PHONE)
  await expect(page.getByText(/без списания/)).toBeVisible()
  const balanceBefore = await balance(page)
  sent.count = 0
  // It is written once the page has nothing else to do, or is left.
  await page.waitForFunction(() => JSON.stringify(sessionStorage).includes('results_by_source'))
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/search')
  await page.getByRole('button', { name: 'Primerov Ilya Andreevich' }).click()
  await expect(field(page)).toHaveValue('Primerov Ilya Andreevich')
  // What the page does by itself of a line is done: it tells how the line is read.
  await expect(page.getByLabel('Как понят запрос').getByRole('button').first()).toBeVisible()
  expect([sent.count, await balance(page)]).toEqual([0, balanceBefore])
  await find(page).click()
  await expect(last(page)).toBeVisible()
  expect(sent.count).toBe(1)
  await expect(page).toHaveURL(/\/search\?s=[\w-]{22}$/)
})

test('every example finds the person it stands for, in whatever spelling', async ({
  page,
  context,
  person: _person
}) => {
  const answer = await context.request.get('/api/search/examples')
  const { examples } = await answer.json()
  const labels = examples.map(({ label }: { label: string }) => label)
  for (const special of ['Не та раскладка', 'Опечатка', 'Латиница', 'Инициалы'])
    expect(labels).toContain(special)
  await page.goto('/search')
  for (const { query } of examples.slice(1, 5)) {
    await search(page, query)
    await expect(page.getByRole('heading', { name: HERO }).first(), query).toBeVisible()
  }
})

test('a line from the history stands alone, with its price', async ({ page, context, person: _person }) => {
  await searchFor(context, PHONE)
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(last(page)).toBeVisible()
  await page.goto('/history')
  await page.getByRole('link', { name: `Подставить в строку поиска: ${PHONE}` }).click()
  await expect(field(page)).toHaveValue(PHONE)
  await expect(page.getByText(`Выполнить поиск «${PHONE}»? Будет списан 1 запрос.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: HERO })).toHaveCount(0)
})

test('an answer is marked while another line is typed or searched, and can be gone back to', async ({
  page,
  person: _person
}) => {
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(last(page)).toBeVisible()
  await expect(page.getByText('Запрос изменён.')).toHaveCount(0)
  await field(page).fill(FATHER)
  await expect(page.getByText(`Ниже ответ по прежнему запросу «${HERO}»`)).toBeVisible()
  await page.getByRole('button', { name: 'Вернуть прежний запрос' }).click()
  await expect(field(page)).toHaveValue(HERO)
  await expect(page.getByText('Запрос изменён.')).toHaveCount(0)

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/search/perform', async route => {
    await promise
    await route.continue()
  })
  await field(page).fill(FATHER)
  await page.getByRole('button', { name: 'Искать заново, 1 запрос' }).click()
  await expect(page.getByText(`Ищем «${FATHER}». Ниже прежний ответ: «${HERO}»`)).toBeVisible()
  await expect(last(page)).toBeVisible()
  resolve()
  await expect(page.getByText('Ниже прежний ответ')).toBeHidden()
  await expect(page.getByRole('heading', { name: FATHER }).first()).toBeVisible()
})

test('Back and Forward walk the searches, the first one too, and spend nothing', async ({
  page,
  person: _person
}) => {
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(last(page)).toBeVisible()
  await search(page, PHONE)
  await search(page, FATHER)
  const sent = countSearches(page)
  const balanceBefore = await balance(page)
  const shows = async (line: string) => {
    await expect(field(page)).toHaveValue(line)
    await expect(last(page)).toBeVisible()
    await expect(page.getByText('Запрос изменён.')).toHaveCount(0)
  }
  await page.goBack()
  await shows(PHONE)
  await page.goBack()
  await shows(HERO)
  await page.goForward()
  await shows(PHONE)
  await page.reload()
  await shows(PHONE)

  await page.getByRole('link', { name: 'История' }).first().click()
  await page.waitForURL('**/history')
  await page.goBack()
  await shows(PHONE)
  expect(sent.count).toBe(0)
  // An answer behind a reload is asked for again by the name of its search: free of charge while it lives.
  await page.goBack()
  await shows(HERO)
  expect(await balance(page)).toBe(balanceBefore)
})

test('a jump within the page keeps the answer, and Back leads over it', async ({ page, person: _person }) => {
  await page.goto(`/search?q=${encodeURIComponent('Иванов')}`)
  await expect(last(page)).toBeVisible()
  const skip = page.getByRole('link', { name: 'К содержанию' })
  await skip.focus()
  await skip.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await expect(last(page)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/#/)
  await expect(last(page)).toBeVisible()
  await expect(field(page)).toHaveValue('Иванов')
  await page.getByRole('button', { name: 'Что не показано' }).click()
  await expect(page.getByRole('heading', { name: 'Что не показано' })).toBeFocused()
})

test('no credits are said before anything is sent, beside the button', async ({
  page,
  context,
  person: _person
}) => {
  for (const year of [1950, 1951, 1952, 1953, 1954]) await searchFor(context, `Примеров ${year}`)
  for (const path of ['/search', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByText('Запросов не осталось: новый поиск не начнётся.')).toBeVisible()
    await expect(find(page)).toHaveAccessibleDescription(/Запросов не осталось/)
    await expect(page.getByRole('banner').getByRole('link', { name: /Пополнить/ })).toHaveAttribute(
      'href',
      '/payment'
    )
  }
  await page.goto('/search')
  await field(page).fill(HERO)
  await find(page).click()
  await expect(page.getByRole('alert')).toContainText('Недостаточно запросов. Пополните баланс.')
  await expect(page.getByText('Запросов не осталось')).toHaveCount(0)
  await expect(field(page)).toHaveValue(HERO)
  // Nothing of it stands in the address, and it is there after a reload, also a second one.
  for (const _ of [1, 2]) {
    await page.reload()
    await expect(field(page)).toHaveValue(HERO)
    await expect(page).toHaveURL(/\/search$/)
  }
})

test('a balance that is used up by this search says so at once', async ({
  page,
  context,
  person: _person
}) => {
  for (const year of [1950, 1951, 1952, 1953]) await searchFor(context, `Примеров ${year}`)
  await page.goto('/search')
  await expect(page.getByText('Запросов не осталось')).toHaveCount(0)
  await search(page, HERO)
  await expect(page.getByText('Запросов не осталось')).toBeVisible()
  await field(page).fill('Примеров Пётр')
  await expect(page.getByRole('button', { name: 'Вернуть прежний запрос' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Искать заново, 1 запрос' })).toHaveCount(0)
  await find(page).click()
  await expect(page.getByRole('alert')).toContainText('Недостаточно запросов')
  await page.reload()
  await expect(field(page)).toHaveValue('Примеров Пётр')
  await expect(page.getByText(`Ниже ответ по прежнему запросу «${HERO}»`)).toBeVisible()
})

test('a lost connection is said once, over an answer that stays marked, and so are parts that did not come', async ({
  page,
  context,
  person: _person,
  complaints
}) => {
  const reload = page.getByRole('button', { name: 'Обновить страницу' })
  const person = /\/person\.[\w-]+\.js$/
  await page.route(person, route => route.abort())
  await page.goto('/search')
  await search(page, HERO)
  await page.locator('.people h3 button').first().click()
  await expect(page.getByRole('alert')).toHaveText(/^Часть страницы не загрузилась\./)
  await expect(reload).toHaveCount(1)
  await context.setOffline(true)
  // Out of sight it is not laid out, and then not clicked.
  await reload.evaluate(button => button.scrollIntoView({ block: 'center' }))
  await reload.click()
  await expect(page.getByRole('alert')).toHaveText(/^Связи с сервером всё ещё нет\./)
  await context.setOffline(false)
  await expect(page).toHaveURL(/&p=/)
  await page.unroute(person)
  const reloaded = page.waitForEvent('load')
  await reload.click()
  await reloaded
  await expect(page.locator('.panel')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  // Nothing of the page is on its way any more: its last parts are there, once somebody comes near them.
  await expect(async () => {
    // What is opened grows, and moves them away.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.locator('.summary')).toBeAttached({ timeout: 500 })
  }).toPass()
  await expect(page.getByText(ALL_SYNTHETIC)).toBeAttached()
  await context.setOffline(true)
  await field(page).fill(FATHER)
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Связи с сервером нет/)
  await expect(page.getByText('Новый поиск не выполнен. Ниже ответ по прежнему запросу')).toBeVisible()
  await expect(page.getByRole('button', { name: /Повторить|Обновить/ })).toHaveCount(1)
  // The browser reports the calls that found no network, and the code that did not come.
  expect(complaints.filter(line => !/ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([])
  complaints.length = 0
})
