import type { Page } from 'playwright/test'
import { search } from './acts.ts'
import { expect, test } from './walk.ts'

/** As many records of the demo have it as an answer shows. */
const NAME = 'Александр'
const RECORDS_MIN = 40
const RECORDS_AT_FIRST = 20
const RECORDS_MORE = 40

/** The longest source, every record of it unfolded. */
async function unfoldLongest(page: Page) {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('details.source').first().waitFor()
  const counts = await page.locator('details.source .count').allTextContents()
  // What is shown of a source counts duplicates, which are drawn as one.
  const lengths = counts.map(text => {
    const [number, duplicates] = [/\d+/, /\d+(?=\s+дубл)/].map(one => Number(one.exec(text)?.[0] ?? 0))
    return (number ?? 0) - (text.startsWith('показано') ? (duplicates ?? 0) : 0)
  })
  const records = Math.max(...lengths)
  expect(records).toBeGreaterThan(RECORDS_MIN)
  const source = page.locator('details.source').nth(lengths.indexOf(records))
  if ((await source.getAttribute('open')) === null) await source.locator('summary').click()
  for (let left = records - RECORDS_AT_FIRST; left > 0; left -= RECORDS_MORE)
    await source
      .getByRole('button', { name: new RegExp(`^Показать ещё ${Math.min(left, RECORDS_MORE)}\\D`) })
      .click()
  return { source, records }
}

const inWindow = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('article.record')]
    const isSeen = (row: Element) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    return rows.filter(isSeen).length
  })

test('of a long source the records near the window are in the page, wherever one scrolls', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, NAME)
  const { source, records } = await unfoldLongest(page)
  const drawn = source.locator('article.record')
  await source.locator('summary').scrollIntoViewIfNeeded()
  await expect.poll(() => drawn.count()).toBeLessThan(records / 2)

  const height = await source.evaluate(element => element.getBoundingClientRect().height)
  for (const part of [0.25, 0.5, 0.75, 0.5, 0.25]) {
    await source.evaluate((element, y) => scrollBy(0, element.getBoundingClientRect().top + y), height * part)
    await expect.poll(() => inWindow(page)).toBeGreaterThan(1)
    await expect.poll(() => drawn.count()).toBeLessThan(records / 2)
  }
})

test('a record with the focus stays, one that is jumped to is drawn, and print has them all', async ({
  page,
  person: _person
}) => {
  await search(page, NAME)
  const { source, records } = await unfoldLongest(page)
  const drawn = source.locator('article.record')
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => drawn.count()).toBe(0)
  await source.locator('summary').scrollIntoViewIfNeeded()
  await expect.poll(() => drawn.count()).toBeGreaterThan(2)
  const copy = page
    .locator(`[id="${await drawn.first().getAttribute('id')}"]`)
    .getByRole('button', { name: 'Скопировать запись' })
  await copy.focus()
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => drawn.count()).toBe(1)
  await expect(copy).toBeFocused()

  // From the last record to its person, and back to it from there.
  await source.evaluate(element => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight))
  await expect.poll(() => drawn.count()).toBeGreaterThan(2)
  const title = await source.getByRole('heading').textContent()
  await drawn.last().locator('header .link').click()
  await page.locator('.people h3 button:focus').press('Enter')
  await expect.poll(() => drawn.count()).toBeLessThan(3)
  await page
    .locator('.panel')
    .getByRole('button', { name: title ?? '' })
    .last()
    .click()
  await expect(source.locator('.record.is-lit')).toBeFocused()
  await expect(source.locator('.record.is-lit')).toBeInViewport()
  // It is no target any more when its light has gone, and keeps the focus.
  await page.evaluate(() => scrollTo(0, 0))
  await expect(source.locator('.record.is-lit')).toHaveCount(0)
  await expect.poll(() => drawn.count()).toBeLessThan(3)
  await expect(source.locator('.record:focus')).toHaveCount(1)

  const printed = await source.evaluate(element => {
    dispatchEvent(new Event('beforeprint'))
    return element.querySelectorAll('article.record').length
  })
  expect(printed).toBe(records)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => drawn.count()).toBeLessThan(records / 2)
})

test('what shortens the page above shows records where there was a gap', async ({
  page,
  person: _person
}) => {
  await search(page, NAME)
  await unfoldLongest(page)
  const list = page.locator('#records')
  await list.evaluate(element => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight))
  await page.evaluate(() => {
    const above = document.createElement('div')
    above.id = 'above'
    above.style.height = '30000px'
    document.querySelector('#records')?.before(above)
    scrollTo(0, above.getBoundingClientRect().top + scrollY)
  })
  await expect.poll(() => page.locator('article.record').count()).toBeLessThan(3)
  await page.evaluate(() => document.querySelector('#above')?.remove())
  await expect.poll(() => inWindow(page)).toBeGreaterThan(1)
})
