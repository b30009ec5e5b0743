import type { SearchAnswer } from '#shared/contracts/search.ts'
import { DATA_OF, letAnHourPass, search, sheetHead } from './acts.ts'
import { withAnswer } from './changed-answer.ts'
import { expect, test } from './walk.ts'

/** Of the sources that have nothing on the person one did not answer, and one has records that are not shown. */
function withSilent(answer: SearchAnswer): SearchAnswer {
  const [first, ...others] = answer.persons
  const strangers = Object.entries(answer.sources_meta).filter(([key]) => !first?.source_keys.includes(key))
  const keys = strangers.sort(([, a], [, b]) => a.number - b.number).map(([key]) => key)
  const [failed = '', unseen = ''] = keys.slice(-2)
  const without = new Set([failed, unseen])
  const persons = first
    ? [first, ...others.filter(({ source_keys }) => !source_keys.some(key => without.has(key)))]
    : []
  const meta = (key: string) => answer.sources_meta[key] as SearchAnswer['sources_meta'][string]
  return {
    ...answer,
    persons,
    failed_sources: [failed],
    results_by_source: { ...answer.results_by_source, [failed]: [], [unseen]: [] },
    sources_meta: {
      ...answer.sources_meta,
      [failed]: { ...meta(failed), state: 'failed', shown: 0, total: 0 },
      [unseen]: { ...meta(unseen), state: 'records', shown: 0, total: 3, more: true }
    }
  }
}

test('print without backgrounds and forced colours keep each shape of the strip and of a match', async ({
  page,
  person: _person
}) => {
  await withAnswer(page, withSilent)
  await search(page, 'Примеров Илья Андреевич 14.03.1981 89732041740')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const folded = page.locator('details.source:not([open]) .record').first()
  await expect(folded).toBeHidden()
  await page.locator('.people h3 button').first().click()
  const legend = page.locator('.legend')
  await expect(legend.getByRole('listitem')).toHaveText([
    '1подтверждает',
    '2частично',
    '3расходится',
    'молчит',
    '5записи не показаны',
    '6не ответил'
  ])
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.emulateMedia({ media: 'print' })
  const schemes = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(schemes).toBe('light')
  // What is folded on the screen is whole on paper, with the basis of its source.
  await expect(folded).toBeVisible()
  await expect(page.locator('.source .print-only').first()).toContainText('основание: ')

  const cells = await legend.locator('i').evaluateAll(all =>
    all.map(cell => {
      const { backgroundColor, backgroundImage, borderStyle, printColorAdjust } = getComputedStyle(cell)
      const { content } = getComputedStyle(cell, '::before')
      const isWhole = cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight
      return {
        shape: [backgroundColor, backgroundImage !== 'none', borderStyle, content].join(' '),
        printColorAdjust,
        isWhole
      }
    })
  )
  expect(new Set(cells.map(({ shape }) => shape)).size).toBe(6)
  expect(cells.every(({ printColorAdjust }) => printColorAdjust === 'exact')).toBe(true)
  expect(cells.every(({ isWhole }) => isWhole)).toBe(true)

  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  const borders = await legend
    .locator('i')
    .evaluateAll(all => all.map(cell => getComputedStyle(cell).borderStyle))
  expect(borders).toEqual(['none', 'solid', 'solid', 'none', 'dotted', 'dashed'])
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })

  const marks = await page.locator('.people .match').evaluateAll(all =>
    all.map(mark => {
      const { backgroundColor, backgroundImage, printColorAdjust } = getComputedStyle(mark, '::before')
      return `${mark.dataset.match} ${backgroundColor !== 'rgba(0, 0, 0, 0)'} ${backgroundImage !== 'none'} ${printColorAdjust}`
    })
  )
  expect([...new Set(marks)]).toEqual(
    expect.arrayContaining(['yes true false exact', 'maybe false true exact', 'no false false exact'])
  )
})

test('paper has no boxes to tick, no glued values and no heading alone', async ({
  page,
  person: _person
}) => {
  await search(page, 'Примеров Илья Андреевич 14.03.1981')
  await expect(page.locator('#summary dd').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.source dd').first()).toBeVisible()
  expect(await page.locator('.pick:visible, .source > summary > .icon:visible').count()).toBe(0)
  const gaps = await page.locator('.flow dd, #summary .row:has(> .flow)').evaluateAll(all =>
    all.flatMap(dd => {
      const shown = [...dd.children].map(each => each.getBoundingClientRect()).filter(box => box.width > 1)
      return shown.slice(1).map((box, at) => Math.round(box.left - (shown[at]?.right ?? 0)))
    })
  )
  expect(gaps.length).toBeGreaterThan(0)
  expect(Math.min(...gaps)).toBeGreaterThan(3)
  const breaks = await page
    .locator('.source > summary')
    .evaluateAll(all => all.map(each => getComputedStyle(each).breakAfter))
  expect(new Set(breaks)).toEqual(new Set(['avoid']))
})

test('the menu of the browser prints the answer an hour later, with the time of its data', async ({
  page,
  person: _person,
  complaints
}) => {
  await search(page, 'Примеров Илья Андреевич 14.03.1981 89732041740')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => sheetHead(page)).toMatch(DATA_OF)
  const head = await sheetHead(page)
  await page.route('**/api/search/**', route => route.abort())
  await letAnHourPass(page)
  await page.pdf()
  await expect(page.locator('.people').getByText('Примеров Илья Андреевич').first()).toBeVisible()
  expect(await sheetHead(page)).toBe(head)
  complaints.length = 0
})
