import type { Page } from 'playwright/test'
import { CASUALTY_WARNING } from '#site/features/search/casualty-warning.ts'
import { fill, search } from './acts.ts'
import { withAnswer } from './changed-answer.ts'
import { expect, newAccount, signIn, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981 89732041740'
const NAME = 'Примеров Илья Андреевич'

const rows = (page: Page) => page.locator('.people .who')
const names = (page: Page) => page.locator('.people h3').allInnerTexts()
const credits = (page: Page) =>
  page
    .getByText(/Осталось запросов: \d+/)
    .or(page.getByLabel(/Осталось запросов: \d+/))
    .first()

test('the verdict comes first, under it how complete it is, and the line where the field has another', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Совпадает один человек')
  const line = page.locator('.answer q')
  await expect(line).toHaveText(`«${HERO}»`)
  await expect(line).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(line).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('.complete')).toContainText(
    /Ответили все \d+\sисточник(?:а|ов)?\. Показаны все записи: \d+/
  )
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue(HERO)
  await expect(rows(page).first()).toContainText('совпадает')
  await expect(rows(page).first()).toContainText('14.03.1981')
  await page.getByLabel('Поисковый запрос').fill('Примеров')
  await expect(line).toBeVisible()
})

/** Of the page with eighteen records before the second round of its density. */
const FORMER_HEIGHT = 5_052

test('six people stand on the first screen at 1280 × 800, a whole one at 360 × 740', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await search(page, HERO)
  await expect(rows(page)).toHaveCount(6)
  const last = await rows(page).nth(5).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('.source')).not.toHaveCount(0)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(0.55 * FORMER_HEIGHT)
  await page.evaluate(() => scrollTo(0, 0))
  await page.setViewportSize({ width: 360, height: 740 })
  const first = await rows(page).first().boundingBox()
  const tabs = await page.getByRole('navigation', { name: 'Разделы' }).boundingBox()
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
})

test('a person opens with the three lists of reasons, which light what they speak of', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const name = page.getByRole('button', { name: NAME, exact: true }).first()
  await name.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-expanded', 'true')
  for (const title of ['С запросом', 'Между записями', 'Почему отдельно'])
    await expect(page.locator('.panel').getByRole('heading', { name: title })).toBeVisible()
  const reason = page.locator('.joint', { hasText: 'паспорт один и тот же' })
  await reason.focus()
  await expect(page.locator('.panel tr.is-lit')).toHaveCount(2)
  await expect(page.locator('.a-strip .is-lit')).toHaveCount(2)
  await name.focus()
  await expect(page.locator('.is-lit')).toHaveCount(0)
  await expect(page.locator('.apart-from')).toContainText('данных мало')
  await expect(page.locator('.panel')).toContainText('исключено')
  await name.press('Escape')
  await expect(name).toHaveAttribute('aria-expanded', 'false')
  await expect(name).toBeFocused()
})

test('the nearest other is named in initials with one full stop', async ({ page, person: _person }) => {
  await withAnswer(page, answer => ({
    ...answer,
    persons: answer.persons.map((person, at) =>
      at === 0 ? person : { ...person, name: 'Отцов С.\u00a0С.', birth_date: null }
    )
  }))
  await search(page, HERO)
  await page.getByRole('button', { name: NAME, exact: true }).first().click()
  await expect(page.locator('.apart-from')).toContainText('Ближе всех Отцов С.\u00a0С. Общее: ')
})

test('a record of a list of losses is warned of in the row of that person and at its source alone', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const row = page.locator('tr', { has: page.getByRole('button', { name: 'Примеров Илья А.', exact: true }) })
  await expect(row.locator('xpath=following-sibling::tr[1]')).toHaveText(CASUALTY_WARNING)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('details', { hasText: 'Демо-список потерь' })).toContainText(CASUALTY_WARNING)
  await expect(page.getByText(CASUALTY_WARNING)).toHaveCount(2)
})

test('a value shows what each source wrote, its dates and its basis, and who is silent', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  await page.getByRole('button', { name: NAME, exact: true }).first().click()
  const proof = page.getByRole('button', { name: new RegExp(`Доказательства: ФИО, ${NAME}`) })
  await proof.click()
  await expect(proof).toBeFocused()
  const table = page.getByRole('table', { name: new RegExp(`Доказательства: ФИО, ${NAME}`) })
  await expect(table.getByRole('row', { name: /Демо-объявления 05/ })).toContainText('Ilya Primerov')
  await expect(table.getByRole('row', { name: /Демо-объявления 05/ })).toContainText('синтетические данные')
  await expect(page.getByText(/^Записей об этом лице нет: источники/)).toBeVisible()
  await table.getByRole('button', { name: /Демо-объявления 05/ }).click()
  await expect(page.locator('.record.is-lit')).toBeFocused()
  await expect(page.locator('.record.is-lit')).toContainText('Ilya Primerov')
})

test('one filter narrows people and records, says so in one sentence and keeps the focus', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const all = await rows(page).count()
  const filter = page.getByLabel('Фильтр по людям и записям')
  await filter.fill('1996')
  await expect(rows(page)).toHaveCount(1)
  await expect(filter).toBeFocused()
  await expect(page.getByText(new RegExp(`Показано: 1.человек из ${all}, \\d+.запис`))).toBeVisible()
  await expect(
    page.getByText(/Ответили все \d+\sисточник(?:а|ов)?\. До фильтра показаны все записи/)
  ).toBeVisible()
  await filter.fill('нет такого слова')
  await page.getByRole('button', { name: 'Показать всех' }).click()
  await expect(rows(page)).toHaveCount(all)
  const band = page.getByRole('button', { name: /^вероятно 2/ })
  await band.click()
  await expect(rows(page)).toHaveCount(2)
  await expect(band).toHaveAttribute('aria-pressed', 'true')
  await band.click()
  await expect(page.getByText('До фильтра')).toHaveCount(0)
  await page.locator('.side label', { hasText: '1979' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText(/До фильтра показаны все записи/)).toBeVisible()
})

test('a column sorts, turns at a second press, and has who has no date last either way', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  const born = page.getByRole('button', { name: 'Родился' })
  await born.click()
  await expect(page.getByRole('columnheader', { name: 'Родился' })).toHaveAttribute('aria-sort', 'ascending')
  await expectYears(false)
  await born.click()
  await expect(page.getByRole('columnheader', { name: 'Родился' })).toHaveAttribute('aria-sort', 'descending')
  await expectYears(true)

  /** The rows are drawn a little after the heading. */
  async function expectYears(isDown: boolean): Promise<void> {
    await expect(async () => {
      const texts = await page.locator('.people .born').allInnerTexts()
      const years = texts.flatMap(text => /\d{4}/.exec(text)?.[0] ?? [])
      const sorted = years.toSorted()
      expect(years).toEqual(isDown ? sorted.reverse() : sorted)
      expect(texts.at(-1)).toBe('нет данных')
    }).toPass()
  }
})

test('the address holds the search and the view and nothing of anybody, and brings both back', async ({
  page,
  context,
  person
}) => {
  await search(page, HERO)
  await expect(credits(page)).toContainText('4')
  await page.getByRole('button', { name: /^вероятно 2/ }).click()
  await page.getByRole('button', { name: 'Родился' }).click()
  await page.getByRole('button', { name: NAME, exact: true }).first().click()
  await expect(page.locator('.panel')).toBeVisible()
  await expect(page).toHaveURL(/\?s=[\w-]{22}&p=p[a-z\d]+&b=probable&o=born$/)
  const address = new URL(page.url())
  const shown = await names(page)
  const filter = page.getByLabel('Фильтр по людям и записям')
  await filter.fill('Примеров И')
  await page.reload()
  await expect(page.locator('.panel')).toBeVisible()
  await expect(filter).toHaveValue('Примеров И')
  await expect(page).toHaveURL(address.href)
  expect(await names(page)).toEqual(shown)

  const other = await context.newPage()
  await other.goto(address.href)
  await expect(other.locator('.panel')).toBeVisible()
  expect(await names(other)).toEqual(shown)
  await expect(credits(other)).toContainText('4')

  await context.clearCookies()
  await other.goto(address.href)
  await other.waitForURL('**/login')
  await fill(other, { 'Имя пользователя': person.username, Пароль: person.password }, 'Войти')
  await expect(other.locator('.panel')).toBeVisible()
  await expect(other).toHaveURL(address.href)
})

test('a search of somebody else, garbage and one that is over spend nothing', async ({
  page,
  browser,
  person: _person,
  baseURL
}) => {
  await search(page, HERO)
  // The code that names the search in the address comes a little after the answer.
  await expect(page).toHaveURL(/\?s=[\w-]{22}$/)
  const address = page.url()
  const context = await browser.newContext({ baseURL, locale: 'ru-RU' })
  await signIn(context, await newAccount(context))
  const stranger = await context.newPage()
  await stranger.goto(address)
  await expect(stranger.getByText('Такого поиска нет среди ваших')).toBeVisible()
  await expect(credits(stranger)).toContainText('5')
  await stranger.goto('/search?s=garbage&p=%3Cscript%3E&f=~~~&o=-')
  await expect(stranger.getByRole('heading', { name: 'Поиск людей' })).toBeVisible()
  await context.close()

  await page.evaluate(() => sessionStorage.clear())
  await page.route(/\/api\/search\/[\w-]{22}$/, async route => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), live_until: '2020-01-01T00:00:00.000Z' }
    })
  })
  await page.goto(address)
  await expect(page.getByText(`Выполнить поиск «${HERO}»? Будет списан 1 запрос.`)).toBeVisible()
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue(HERO)
  await expect(credits(page)).toContainText('4')
})

test('nobody found says what to try and what an empty answer does not say', async ({
  page,
  person: _person
}) => {
  await search(page, 'Небывалов Акакий Ромуальдович 01.02.1950')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ничего не найдено')
  await expect(page.getByText('Ничего не найдено')).toHaveCount(1)
  await expect(page.getByText(/Пустой ответ ничего не\s+говорит о\s+самом человеке/)).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'Только фамилия' }).getByRole('button').click()
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue('Небывалов')
  await expect(credits(page)).toContainText('4')
})

test('a search that runs is stopped, and one whose source was silent is repeated at its price', async ({
  page,
  person: _person
}) => {
  const field = page.getByLabel('Поисковый запрос')
  const bodies: { query: string }[] = []
  await page.goto('/search')
  await field.fill(HERO)
  await page.route('**/api/search/perform', () => new Promise(() => {}), { times: 1 })
  await field.press('Enter')
  await page.getByRole('button', { name: 'Остановить' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(HERO)
  await expect(page.getByText('Поиск остановлен.')).toBeVisible()

  await page.route('**/api/search/perform', async route => {
    bodies.push(route.request().postDataJSON())
    const response = await route.fetch()
    const answer = await response.json()
    const failed = bodies.length === 1 ? Object.keys(answer.sources_meta).slice(0, 1) : []
    await route.fulfill({ response, json: { ...answer, failed_sources: failed } })
  })
  await field.press('Enter')
  await expect(page.getByText(/не ответил, запрос не списан/)).toBeVisible()
  await page.getByRole('button', { name: 'Повторить, 1 запрос' }).click()
  await expect(page.getByText(/не ответил, запрос не списан/)).toHaveCount(0)
  expect(bodies.map(({ query }) => query)).toEqual([HERO, HERO])
  await expect(credits(page)).toContainText('4')
})
