import { conclude, HERO, performed } from './past-search.ts'
import { expect, expectNoSidewaysScroll, type Page, test } from './walk.ts'

/** The demo's man of the examples, by his INN. */
const INN = '001204175339'

const creditsOf = async (page: Page) =>
  (await (await page.request.get('/api/auth/me')).json()).user.requests_count

async function search(page: Page, line: string): Promise<void> {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill(line)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
}

test('from an INN to the whole person: two presses and one credit', async ({ page, person: _person }) => {
  await search(page, INN)
  const offer = page.locator('.further')
  await expect(offer).toContainText(/Ещё \d+\s(?:запись|записи|записей): .*возможно, тот же человек/)
  const add = offer.getByRole('button', { name: 'Добавить, бесплатно' })
  const before = await page.locator('article.record').count()
  await add.press('Enter')
  await expect(offer).toContainText('Добавлено')
  const added = page.locator('article.record').filter({ hasText: 'найдено не запросом' })
  await expect(added.first()).toBeAttached()
  expect(await page.locator('article.record').count()).toBeGreaterThan(before)
  await page.locator('h3 button').first().click()
  await expect(page.locator('.panel')).toContainText('возможно, тот же: ')
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
  }
  expect(await creditsOf(page)).toBe(4)
  // They are there after a reload, as they were brought.
  await page.reload()
  await expect(offer).toContainText('Добавлено')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(added.first()).toBeAttached()
  expect(await creditsOf(page)).toBe(4)
})

test('a value is searched from where it stands, by a press or «s», and the address names nobody', async ({
  page,
  person: _person
}) => {
  await search(page, INN)
  const value = page.locator('#summary dd').filter({ hasText: '+7' }).first()
  const phone = ((await value.locator('.copy').textContent()) ?? '').replace(', скопировать', '')
  await value.hover()
  await expect(value.getByRole('button', { name: /^Искать отсюда, 1 запрос/ })).toBeVisible()
  await value.locator('.copy').focus()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue(phone)
  await expect(page.locator('header.answer q')).toContainText(phone)
  expect(await creditsOf(page)).toBe(3)
  expect(decodeURIComponent(page.url())).not.toContain(phone.slice(-5))
})

test('the same line is for nothing while it is live, and anew for one request', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  await page.getByLabel('Поисковый запрос').fill(`${HERO} `)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByText(/Этот запрос уже оплачен в \d\d:\d\d/)).toBeVisible()
  expect(await creditsOf(page)).toBe(4)
})

test('an earlier verdict stands at the person of another search, and can be taken back', async ({
  page,
  person: _person
}) => {
  const { search_id, persons } = await performed(page)
  await conclude(page, search_id, { a: persons[0]?.id ?? '', verdict: 'same', note: 'ИНН и телефон совпали' })
  await search(page, INN)
  await expect(page.getByText(/^вы смотрели \d\d\.\d\d\.\d{4}: тот же$/)).toBeVisible()
  await page.locator('h3 button').first().click()
  const panel = page.locator('.panel').first()
  await expect(panel).toContainText(
    /Вы смотрели \d\d\.\d\d\.\d{4} в \d\d:\d\d: тот же, «ИНН и телефон совпали»/
  )
  await panel.getByRole('button', { name: 'Удалить прежний вывод' }).click()
  await expect(panel).not.toContainText('Вы смотрели')
})
