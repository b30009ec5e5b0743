import { SCROLL_TOP_AFTER_PX } from '#shared/constants.ts'
import { search } from './acts.ts'
import { hugeAnswer, RECORDS, SOURCES, withAnswer } from './changed-answer.ts'
import { expect, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981'

test.beforeEach(async ({ page, person: _person }) => {
  await withAnswer(page, hugeAnswer)
  await search(page, HERO)
})

test('a key stands in the filter before five hundred people follow it', async ({ page }) => {
  await page.locator('.facets').waitFor()
  const drawn = await page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('#within')
    const rows = () => document.querySelectorAll('.people .who').length
    const before = rows()
    // As the browser does it: React does not see a value that was set by its own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Сергей 250')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    // What the key itself causes is done when no promise waits any more; only then the browser paints.
    for (let turn = 0; turn < 100; turn += 1) await null
    return { before, rows: rows(), text: field?.value }
  })
  expect(drawn.before).toBeGreaterThan(10)
  expect(drawn).toMatchObject({ rows: drawn.before, text: 'Сергей 250' })
  await expect(page.locator('.people .who')).toHaveCount(1)
  await expect(page.getByText(/Показано: 1.человек из 500/)).toBeVisible()
})

test('a box of a facet is ticked at once, and people follow', async ({ page }) => {
  const box = page.getByRole('checkbox', { name: /Источник номер 3 / })
  await page.locator('.facets summary', { hasText: 'Источник' }).click()
  await box.evaluate(async (element: HTMLInputElement) => {
    element.click()
    for (let turn = 0; turn < 100; turn += 1) await null
    if (!element.checked) throw new Error('the tick is lost until people are counted')
  })
  await expect(page.getByText(/Показано: 1\d.человек из 500/)).toBeVisible()
  await expect(box).toBeChecked()
})

test('records that nobody sees are not in the page, however many sources are open', async ({ page }) => {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('details.source').first().waitFor()
  await page.locator('details.source:not([open]) > summary').evaluateAll(summaries => {
    for (const summary of summaries) if (summary instanceof HTMLElement) summary.click()
  })
  await expect(page.locator('details.source[open]')).toHaveCount(SOURCES)
  await expect.poll(() => page.locator('.record').count()).toBeLessThan(RECORDS / 4)
  const first = page.locator('details.source').first()
  // The head: a group that is higher than the window is scrolled to its middle.
  await first.locator('summary').scrollIntoViewIfNeeded()
  await expect(first.locator('.record').first()).toBeInViewport()
})

test('far below the list none of its rows is drawn, and the page stands still', async ({ page }) => {
  const rows = page.locator('.people .who')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('.record').first().waitFor({ state: 'attached' })
  const settle = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return await rows.count()
  }
  await expect.poll(settle).toBeLessThan(3)
  const changes = await page.evaluate(async () => {
    let count = 0
    const watch = new MutationObserver(list => {
      count += list.length
    })
    watch.observe(document.querySelector('.people') as Element, { childList: true, subtree: true })
    await new Promise(resolve => setTimeout(resolve, 500))
    watch.disconnect()
    return count
  })
  expect(changes).toBe(0)
})

test('«Наверх» leads from far down a long list to the line', async ({ page }) => {
  const up = page.getByRole('button', { name: 'Наверх' })
  const rows = page.locator('.people .who')
  await expect(rows.first()).toBeVisible()
  await page.evaluate(top => scrollTo(0, top), SCROLL_TOP_AFTER_PX)
  await expect(page.locator('.people')).toBeInViewport()
  await expect(up).toHaveCount(0)
  await page.evaluate(() => document.querySelector('.people')?.scrollIntoView({ block: 'end' }))
  await expect(page.getByText('Иванов Сергей 499')).toBeInViewport()
  await up.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByLabel('Поисковый запрос')).toBeFocused()
  await expect(rows.first()).toBeInViewport()
  await expect(up).toHaveCount(0)
})
