import type { Page } from 'playwright/test'
import { isDetailed } from '#shared/identity/detailed.ts'
import { search } from './acts.ts'
import { hugeAnswer, SOURCES, withAnswer } from './changed-answer.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './walk.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981 89732041740'
const WIDTHS = [320, 360, 600, 768, 1024, 1280, 1600]
const HOSTILE = [
  'п'.repeat(300),
  '<img src=x onerror=alert(1)><b>жирный</b>',
  '👩‍👩‍👧‍👦🕵️‍♂️🏴‍☠️',
  'محمد بن عبد الله \u202Eокчурбо'
]

/** Everything that can be opened stands open. */
async function openAll(page: Page): Promise<void> {
  await page.locator('.people h3 button').first().click()
  await page.locator('.panel').first().waitFor()
  await page.locator('.proof').first().click()
  await page.locator('.sums .dense').first().waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Раскрыть все' }).click()
  await page.locator('.record').first().waitFor()
}

test('an answer with all that it can show fits from 320 to 1600 px and at 200 % of the text', async ({
  page,
  person: _person
}) => {
  await search(page, HERO)
  await openAll(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
    if (width === 600 || width === 768) await expectAccessible(page)
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  for (const width of [320, 360, 640, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`200 % at ${width} px`, async () => {
      await expectNoSidewaysScroll(page)
      // What is cut off by its card is no less lost than what widens the page.
      for (const part of await page.locator('.sums .copy, .sums .d').all()) {
        const { right = 0 } = (await part.evaluate(element =>
          element.getBoundingClientRect().toJSON()
        )) as DOMRect
        expect(right).toBeLessThanOrEqual(width)
      }
    })
  }
})

test('the longest verdict has three lines beside what is done with it', async ({ page, person: _person }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await search(page, HERO)
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Ещё', exact: true }).waitFor()
  for (const text of [
    'Из показанных похожи 356 человек и 15 организаций: решит отчество или дата. Ответ неполный',
    'Такое водительское удостоверение не найдено, похожее записано за 98 людьми'
  ]) {
    const lines = await heading.evaluate((element, words) => {
      element.textContent = words
      return element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)
    }, text)
    expect(Math.round(lines)).toBeLessThanOrEqual(3)
  }
})

test('on a phone the next reading is seen beside a long one, and a whole person under them', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  const readings = page.getByRole('region', { name: 'Как понят запрос' }).getByRole('button')
  expect(await readings.count()).toBeGreaterThan(2)
  expect((await readings.nth(1).boundingBox())?.x).toBeLessThan(360 - 24)
  await readings.last().focus()
  await expect(readings.last()).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.people .who').first()).toBeInViewport({ ratio: 1 })
})

test('a folded row ends with the date of somebody of whom nothing else is told', async ({
  page,
  person: _person
}) => {
  await withAnswer(page, answer => ({
    ...answer,
    persons: answer.persons.map(one => ({ ...one, birth_date: '2004', facts: [], region: null }))
  }))
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  await expect(page.locator('.a-man p').first()).toHaveText('2004')
})

/** What lies behind a row and each of its cells. */
const grounds = (page: Page) =>
  page
    .locator('.people .who')
    .last()
    .evaluate(row => [row, ...row.children].map(each => getComputedStyle(each).backgroundColor))

test('a folded row lights up as a whole under a mouse, and not at all under a finger', async ({
  page,
  browser,
  baseURL,
  person
}) => {
  const none = 'rgba(0, 0, 0, 0)'
  await page.setViewportSize({ width: 360, height: 740 })
  await search(page, HERO)
  await page.locator('.people .who .a-why').last().hover()
  const [row, ...cells] = await grounds(page)
  expect(row).not.toBe(none)
  expect(new Set(cells)).toEqual(new Set([none]))

  const context = await browser.newContext({
    baseURL,
    locale: 'ru-RU',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true
  })
  await signIn(context, person)
  const phone = await context.newPage()
  await search(phone, HERO)
  // A phone leaves `:hover` on what was touched last.
  await phone.locator('.people .who .a-why').last().hover()
  expect(new Set(await grounds(phone))).toEqual(new Set([none]))
  await context.close()
})

/** Of numbers on one line each: the signs that stand at its left and its right end. */
const placesOfEnds = (numbers: Element[]) =>
  numbers.map(number => {
    const text = number.firstChild as Text
    const signs = Array.from(text.data, (sign, at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return { sign, left: range.getBoundingClientRect().left }
    })
    const inOrder = signs.toSorted((a, b) => a.left - b.left)
    return [inOrder[0]?.sign, inOrder.at(-1)?.sign]
  })

test('words without end, markup, emoji and right-to-left text are shown as they are and break nothing', async ({
  page,
  person: _person
}) => {
  await withAnswer(page, answer => ({
    ...answer,
    persons: answer.persons.map((one, at) => {
      const text = HOSTILE[at % HOSTILE.length] ?? ''
      return {
        ...one,
        name: text,
        region: text,
        facts: [
          { field: 'Адрес', value: text },
          { field: 'Госномер', value: 'А123' }
        ],
        ...(isDetailed(one) && {
          summary: one.summary.map(row => ({
            ...row,
            value: row.field === 'Адрес' ? text : row.value,
            evidence: row.evidence.map(piece => ({ ...piece, text }))
          }))
        })
      }
    }),
    results_by_source: Object.fromEntries(
      Object.entries(answer.results_by_source).map(([key, records], at) => [
        key,
        records.map(record => ({ ...record, [`Поле ${HOSTILE[0]}`]: HOSTILE[at % HOSTILE.length] ?? '' }))
      ])
    )
  }))
  await search(page, HERO)
  await openAll(page)
  expect(await page.locator('main img').count()).toBe(0)
  // A sign in one value that turns the direction leaves the number behind it as it is.
  expect(await page.locator('.a-man bdi:last-child').evaluateAll(placesOfEnds)).toEqual(
    Array.from({ length: await page.locator('.people .who').count() }, () => ['А', '3'])
  )
  for (const width of [320, 600, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
  }
  await expectAccessible(page)
})

test('500 people of 40 sources are drawn as far as they are seen, and none of them is lost', async ({
  page,
  person: _person
}) => {
  await withAnswer(page, hugeAnswer)
  await search(page, HERO)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('500')
  const table = page.getByRole('table', { name: /Люди, найденные/ })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  const rows = page.locator('.people .who')
  expect(await rows.count()).toBeLessThan(80)
  await expect(rows.first().locator('.a-strip i')).toHaveCount(SOURCES)
  await page.locator('.pick').first().check()

  await page.evaluate(() =>
    scrollTo(0, document.querySelector('.people')?.getBoundingClientRect().bottom ?? 0)
  )
  await expect(page.getByText('Иванов Сергей 499')).toBeVisible()
  expect(await rows.count()).toBeLessThan(80)
  await expect(page.locator('[aria-rowindex="501"]')).toHaveCount(1)
  await expect(page.locator('[aria-rowindex="2"] .pick')).toBeChecked()
  await page.getByLabel('Фильтр по людям и записям').fill('Сергей 250')
  await expect(rows).toHaveCount(1)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})
