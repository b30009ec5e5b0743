import { constants, inflateSync } from 'node:zlib'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { reportHref } from '#site/lib/search-links.ts'
import { withAnswer } from './changed-answer.ts'
import { conclude, peopleOf, performed } from './past-search.ts'
import { expect, expectCellsApart, expectNoSidewaysScroll, type Page, test } from './walk.ts'

const WIDTHS = [320, 360, 600, 768, 1024, 1280, 1600]
/** Of a sheet of A4 between its margins, in CSS pixels. */
const SHEET_PX = Math.floor(((210 - 2 * 14) / 25.4) * 96)
const WORD = 'щ'.repeat(155)
const EMAIL = `${'w'.repeat(100)}@example.com`

/** Each text that a table or a heading of the report may hold is one long word. */
function withLongWords(answer: SearchAnswer): SearchAnswer {
  const persons = answer.persons.map(person => ({
    ...person,
    name: `${WORD}${person.name}`,
    ...(isDetailed(person) && {
      summary: person.summary.map(row => ({
        ...row,
        value: `${row.value}${EMAIL}`,
        evidence: row.evidence.map(piece => ({ ...piece, text: `${piece.text}${WORD}` }))
      }))
    }),
    query_reasons: person.query_reasons.map(reason => ({ ...reason, text: `${reason.text}${WORD}` }))
  }))
  const sources = Object.entries(answer.sources_meta).map(([key, meta]) => [
    key,
    { ...meta, title: `${meta.title}${WORD}` }
  ])
  return { ...answer, persons, sources_meta: Object.fromEntries(sources) }
}

async function openLongReport(page: Page): Promise<void> {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  await conclude(page, answer.search_id, { a, verdict: 'same', note: WORD })
  await conclude(page, answer.search_id, { a, b, verdict: 'unclear' })
  await withAnswer(page, withLongWords)
  await page.goto(reportHref(answer.search_id))
  await page.getByRole('heading', { name: 'Что не показано' }).waitFor()
}

/** The heading of each column is in it as a whole, and so are dates and «нет данных». */
async function expectHeadingsWhole(page: Page): Promise<void> {
  const cut = await page
    .locator('.paper :is(th, td)')
    .evaluateAll(cells =>
      cells.flatMap(cell => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : []))
    )
  expect(cut).toEqual([])
}

/** In which scales a browser prints the sheets: it makes what is wider smaller, margins apart, and cuts off the rest. */
async function scalesOf(page: Page): Promise<number[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const streams = pdf.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)
  const scales = [...streams].flatMap(([, stream = '']) => {
    // A stream may end with the byte of a carriage return, which goes with the line break after it.
    const packed = Buffer.from(stream, 'latin1')
    const text = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
    return [...text.matchAll(/([\d.]+) 0 0 \1 [\d.]+ [\d.]+ cm/g)].map(([, scale]) => Number(scale))
  })
  return [...new Set(scales)]
}

test('words of any length break in their columns, from 320 to 1600 px', async ({ page, person: _person }) => {
  await openLongReport(page)
  await page.getByRole('button', { name: 'Состав отчёта' }).click()
  await page.getByLabel('Цель проверки').fill(WORD)
  for (const width of WIDTHS)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectCellsApart(page)
      await expectHeadingsWhole(page)
    })
})

test('and on A4, at the size of any other report', async ({ page, person: _person }) => {
  await openLongReport(page)
  await page.setViewportSize({ width: SHEET_PX, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expectNoSidewaysScroll(page)
  await expectCellsApart(page)
  await expectHeadingsWhole(page)
  expect(await scalesOf(page)).toHaveLength(1)
  await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.style.inlineSize = '2000px'
    document.querySelector('.paper')?.append(wide)
  })
  expect(await scalesOf(page)).toHaveLength(2)
})
