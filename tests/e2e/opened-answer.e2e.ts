import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { compareHref, searchHref } from '#site/lib/search-links.ts'
import { search } from './acts.ts'
import { HERO, peopleOf, performed } from './past-search.ts'
import { expect, newAccount, type Page, signIn, test } from './walk.ts'

const OTHER = 'Примеров Пётр'

const field = (page: Page) => page.getByLabel('Поисковый запрос')
const rows = (page: Page) => page.locator('.people h3 button')
const queryEcho = (page: Page) => page.locator('.answer q')
const keysAct = (page: Page) => page.getByRole('button', { name: 'Все клавиши' }).waitFor()

/** Keeps back what the page asks of its search, until it is let go. */
async function holdSearch(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/search\/[\w-]{22}$/, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a reloaded or linked answer has the focus on its heading, and its keys act', async ({
  page,
  person: _person
}) => {
  const { search_id } = await performed(page)
  await page.goto(searchHref(search_id))
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await keysAct(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Совпадает один человек' })).toBeFocused()
    await page.keyboard.press('j')
    // From where it was before the reload.
    await expect(rows(page).nth(isReloaded ? 1 : 0)).toBeFocused()
    await page.keyboard.press('f')
    await expect(page.locator('#within')).toBeFocused()
    await expect(field(page)).toHaveValue(HERO)
  }
  // A page without an answer is there to be written on.
  await page.goto('/history')
  await page.goto('/search')
  await expect(field(page)).toBeFocused()
})

test('what is typed before an opened answer has come stays, and is searched by Enter', async ({
  page,
  person: _person
}) => {
  const { search_id } = await performed(page)
  const release = await holdSearch(page)
  await page.goto(searchHref(search_id))
  await field(page).fill(OTHER)
  release()
  await expect(page.getByText(`Ниже ответ по прежнему запросу «${HERO}»`)).toBeVisible()
  await expect(field(page)).toHaveValue(OTHER)
  await expect(field(page)).toBeFocused()

  // Before the code that opens it has come, too.
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => sessionStorage.clear())
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/past\.[\w-]+\.js$/, async route => {
    await promise
    await route.continue()
  })
  await page.goto(searchHref(search_id))
  await field(page).fill(OTHER)
  await field(page).press('Enter')
  await expect(page.getByText(/Последний поиск/)).toContainText('списан 1')
  resolve()
  await page.waitForLoadState('networkidle')
  await expect(queryEcho(page)).toContainText(OTHER)
  await expect(field(page)).toHaveValue(OTHER)
})

test('Back walks to a link that another search overtook before its answer had come', async ({
  page,
  person: _person
}) => {
  const { search_id } = await performed(page)
  const release = await holdSearch(page)
  await page.goto('/history')
  await page.goto(searchHref(search_id))
  await field(page).fill(OTHER)
  await field(page).press('Enter')
  await expect(queryEcho(page)).toHaveText(`«${OTHER}»`)
  await expect(page).not.toHaveURL(new RegExp(search_id))
  release()
  const own = page.url()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(search_id))
  await expect(queryEcho(page)).toHaveText(`«${HERO}»`)
  await expect(field(page)).toHaveValue(HERO)
  await page.goForward()
  await expect(page).toHaveURL(own)
  await expect(queryEcho(page)).toHaveText(`«${OTHER}»`)
  await page.goBack()
  await expect(queryEcho(page)).toHaveText(`«${HERO}»`)
  await page.goBack()
  await expect(page).toHaveURL(/history/)
  await expect(page.getByLabel(/Осталось запросов: 3/)).toBeVisible()
})

test('a link of somebody else says that there is no such search, and leaves what is typed to be searched', async ({
  page,
  browser,
  baseURL,
  person: _person
}) => {
  const { search_id } = await performed(page)
  const context = await browser.newContext({ baseURL, locale: 'ru-RU' })
  await signIn(context, await newAccount(context))
  const stranger = await context.newPage()
  const release = await holdSearch(stranger)
  await stranger.goto(searchHref(search_id))
  await field(stranger).fill(OTHER)
  release()
  const sentence = stranger.getByText(NO_SUCH_SEARCH)
  await expect(sentence).toBeVisible()
  await expect(field(stranger)).toHaveValue(OTHER)
  await expect(field(stranger)).toBeFocused()
  await expect(stranger.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  await expect(stranger.locator('.answer, .people, .record')).toHaveCount(0)
  await field(stranger).press('Enter')
  await expect(queryEcho(stranger)).toHaveText(`«${OTHER}»`)
  await expect(sentence).toHaveCount(0)
  await expect(stranger.getByLabel(/Осталось запросов: 4/)).toBeVisible()
  await context.close()
})

test('«Наверх» covers nothing of the bar of marked people on a phone', async ({ page, person: _person }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  const up = page.getByRole('button', { name: 'Наверх' })
  const bar = page.getByRole('region', { name: 'Отмеченные люди' })
  for (const at of [0, 1, 2]) {
    await page.locator('.people input[type=checkbox]').nth(at).check()
    await page.mouse.wheel(0, 700)
    await expect(up).toBeVisible()
    await expect(bar).toBeInViewport()
    const over = await up.boundingBox()
    const covered = await bar.evaluate(
      (element, button) =>
        [...element.querySelectorAll('a, button, b')]
          .filter(part => {
            const { right, bottom, top } = part.getBoundingClientRect()
            return button && right > button.x && bottom > button.y && top < button.y + button.height
          })
          .map(part => part.textContent),
      over
    )
    expect(covered).toEqual([])
  }
})

test('Back and Forward walk three searches, each with its open person and its filter', async ({
  page,
  person: _person
}) => {
  const lines = [HERO, 'Примеров', 'Примерова'] as const
  const texts = ['примеров', '19', 'а'] as const
  await page.goto('/search')
  const names: string[] = []
  for (const [at, line] of lines.entries()) {
    await field(page).fill(line)
    await field(page).press('Enter')
    await expect(queryEcho(page)).toHaveText(`«${line}»`)
    await page.locator('#within').fill(texts[at] ?? '')
    await rows(page).nth(1).click()
    await expect(page).toHaveURL(/&p=/)
    names.push((await rows(page).nth(1).textContent()) ?? '')
  }
  const opened = page.locator('.people h3 button[aria-expanded=true]')
  const expectSearch = async (at: number) => {
    await expect(queryEcho(page)).toHaveText(`«${lines[at]}»`)
    await expect(field(page)).toHaveValue(lines[at] ?? '')
    await expect(opened).toHaveText(names[at] ?? '')
    await expect(page.locator('#within')).toHaveValue(texts[at] ?? '')
  }
  await expectSearch(2)
  for (const at of [1, 0]) {
    await page.goBack()
    await expectSearch(at)
  }
  await page.reload()
  await expectSearch(0)
  for (const at of [1, 2]) {
    await page.goForward()
    await expectSearch(at)
  }
  await expect(page.getByLabel(/Осталось запросов: 2/)).toBeVisible()
})

test('a page of an older build says so where its code is gone, and loses neither line nor credit', async ({
  page,
  complaints,
  person: _person
}) => {
  await page.goto('/search')
  await page.waitForLoadState('networkidle')
  const code = '**/_astro/*.js'
  await page.route(code, route => route.fulfill({ status: 404, body: '' }))
  await field(page).fill(HERO)
  await field(page).press('Enter')
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('Часть страницы не загрузилась. Обновите страницу.')
  await expect(page.getByText(/Последний поиск/)).toContainText('списан 1')
  await field(page).fill(OTHER)
  await page.unroute(code)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Обновить страницу' }).first().click()
  await reloaded
  await keysAct(page)
  await expect(queryEcho(page)).toContainText(HERO)
  await expect(field(page)).toHaveValue(OTHER)
  await expect(page.getByLabel(/Осталось запросов: 4/)).toBeVisible()

  await page.waitForLoadState('networkidle')
  await page.route(code, route => route.fulfill({ status: 404, body: '' }))
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Произошла ошибка при поиске. Часть страницы не загрузилась. Обновите страницу.'
  )
  await expect(field(page)).toHaveValue(OTHER)
  // The page goes on asking for what it lacks, and says so in the console.
  await page.goto('about:blank')
  complaints.length = 0
})

test('an answer whose page did not come with it is shown after a reload, for nothing', async ({
  page,
  complaints,
  person: _person
}) => {
  const code = /\/after\.[\w-]+\.js$/
  await page.route(code, route => route.abort('connectionreset'))
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(page.getByRole('alert').first()).toContainText('Часть страницы не загрузилась')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await field(page).fill(OTHER)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await keysAct(page)
  await expect(queryEcho(page)).toContainText(HERO)
  await expect(field(page)).toHaveValue(OTHER)
  await expect(page.getByLabel(/Осталось запросов: 4/)).toBeVisible()
  complaints.length = 0
})

test('why nothing is printed stands as long as a sentence takes to read', async ({
  page,
  complaints,
  person: _person
}) => {
  await search(page, HERO)
  await keysAct(page)
  await page.waitForLoadState('networkidle')
  await page.route(/\/api\/search\/[\w-]{22}$/, route => route.abort())
  const toast = page.locator('.toast')
  // The code that prints comes a little after the answer.
  await expect(async () => {
    await page.keyboard.press('Control+p')
    await expect(toast).toHaveText('Связи с сервером нет', { timeout: 1_000 })
  }).toPass()
  await page.waitForTimeout(5_000)
  await expect(toast).toHaveText('Связи с сервером нет')
  complaints.length = 0
})

test('a logout in one tab empties an answer, a comparison and a report in the others', async ({
  page,
  context,
  person: _person
}) => {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  const others = []
  for (const path of [
    searchHref(answer.search_id, a),
    compareHref(answer.search_id, a, b),
    `/search/report?s=${answer.search_id}`
  ]) {
    const other = await context.newPage()
    await other.goto(path)
    await expect(other.getByText('Примеров Илья').first()).toBeVisible()
    others.push(other)
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  for (const other of others) {
    await other.waitForURL('**/login')
    expect(await other.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    await other.goBack().catch(() => null)
    await expect(other.getByText('Примеров Илья')).toHaveCount(0)
  }
})
