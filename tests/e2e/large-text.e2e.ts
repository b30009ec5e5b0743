import { search } from './acts.ts'
import { ADMIN } from './stage.ts'
import { expect, expectNoSidewaysScroll, newAccount, searchFor, signIn, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981 89732041740'

test('the history fits a phone at 200 % of the text, with what can be done there', async ({
  page,
  context,
  person: _person
}) => {
  await searchFor(context, HERO)
  await page.goto('/history')
  const remove = page.getByRole('button', { name: /Удалить из истории/ })
  await remove.waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
    const { x = width, width: size = 0 } = (await remove.boundingBox()) ?? {}
    expect(x + size).toBeLessThanOrEqual(width)
  }
})

for (const path of ['/dashboard', '/profile', '/payment']) {
  test(`${path} fits a phone at 200 % of the text`, async ({ page, person: _person }) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.setViewportSize({ width: 320, height: 740 })
    await expectNoSidewaysScroll(page)
  })
}

test('text twice as large fits a phone, and what narrows people opens wherever it has no column', async ({
  browser,
  baseURL,
  launchOptions
}) => {
  const large = await browser.browserType().launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  })
  const context = await large.newContext({ baseURL, locale: 'ru-RU' })
  await signIn(context, await newAccount(context))
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  const line = page.getByLabel('Поисковый запрос')
  expect((await line.boundingBox())?.width).toBeGreaterThan(150)
  await expectNoSidewaysScroll(page)
  const reading = page.getByRole('region', { name: 'Как понят запрос' }).getByRole('button').first()
  expect((await reading.locator('span').first().boundingBox())?.width).toBeGreaterThan(100)
  for (const at of [0, 1]) await page.locator('.pick').nth(at).check()
  const marked = page.getByRole('region', { name: 'Отмеченные люди' })
  const bar = await marked.boundingBox()
  expect(bar?.height).toBeLessThan(740 / 4)
  await page.mouse.wheel(0, 700)
  const up = await page.getByRole('button', { name: 'Наверх' }).boundingBox()
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(up?.x ?? 0)
  // Two cells of a row stand one below the other, and its name takes the whole width.
  const row = page.locator('.people .who').first()
  const [why, amount] = await Promise.all(['.a-why', '.a-count'].map(cell => row.locator(cell).boundingBox()))
  expect(amount?.y).toBeGreaterThanOrEqual((why?.y ?? 0) + (why?.height ?? 0))
  expect((await row.locator('.a-man').boundingBox())?.width).toBeGreaterThan(200)
  await expectNoSidewaysScroll(page)
  await line.fill('Примеров Андрей')
  await expect(page.getByText('Запрос изменён.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  for (const [width, opens] of [
    [360, true],
    [1600, true],
    [2100, false]
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const opener = page.getByRole('button', { name: 'Уточнить' })
    await expect(opener).toBeVisible({ visible: opens })
    if (opens) await opener.click()
    await expect(page.getByRole('complementary', { name: 'Уточнить список' })).toBeVisible()
    if (opens) await opener.click()
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(context, ADMIN)
  await page.goto('/history')
  const tabs = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link')
  await expect(tabs).toHaveCount(4)
  const broken = await tabs.evaluateAll(links =>
    links.flatMap(link => {
      const words = link.textContent.trim()
      const range = document.createRange()
      range.selectNodeContents(link.lastChild ?? link)
      return range.getClientRects().length > words.split(' ').length ? words : []
    })
  )
  expect(broken).toEqual([])
  await expectNoSidewaysScroll(page)
  await large.close()
})
