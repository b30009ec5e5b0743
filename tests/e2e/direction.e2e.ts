import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright/test'
import { compareHref, reportHref, searchHref } from '#site/lib/search-links.ts'
import { dropSource, loadSource } from './loaded-source.ts'
import { performed } from './past-search.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, type Page, signIn, test } from './walk.ts'

const SURNAME = 'Разворотов'
const SOURCE = `turned_${Date.now()}`
const RLO = '\u202E'
const STREET = `ул. ${RLO}абвгд 12`
const SHOWN = 'ул. [знак направления U+202E]абвгд 12'
const HEBREW = 'שלום עולם'
const FILE = [
  'ФИО;Дата рождения;Телефон;Адрес;Место работы;Примечание',
  `${SURNAME} Илья Ильич;03.01.1970;+79731115001;${STREET};ООО «${RLO}21 кеВ»;${HEBREW}`,
  `${SURNAME} Пётр Ильич;04.02.1971;+79731115001;${STREET};ООО «${RLO}21 кеВ»;${HEBREW}`
].join('\n')

let office: BrowserContext

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  office = await browser.newContext({ baseURL: ORIGIN })
  await signIn(office, ADMIN)
  await loadSource(office.request, { name: SOURCE, title: 'Реестр поворотов', file: FILE })
})
test.afterAll(async () => {
  await dropSource(office.request, SOURCE)
  await office.close()
})

/** All that the page says, names for readers included, turns nowhere. */
async function reads(page: Page): Promise<void> {
  const text = await page.evaluate(() =>
    [
      document.body.textContent,
      ...[...document.querySelectorAll('[aria-label]')].map(element => element.getAttribute('aria-label'))
    ].join('\n')
  )
  expect(text).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
  expect(text).toContain(SHOWN)
}

test('a value with signs that turn it is read as it is stored, wherever it is shown', async ({
  page,
  person: _person
}) => {
  const { search_id, persons } = await performed(page, SURNAME)
  await page.goto(searchHref(search_id))
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('details.source > summary').first().waitFor()
  if ((await page.locator('details.source').first().getAttribute('open')) === null)
    await page.locator('details.source > summary').first().click()
  const record = page.locator('article.record').first()
  await expect(record).toContainText(SHOWN)
  await expect(record).toContainText(HEBREW)
  await page.locator('.people h3 button').first().click()
  await expect(page.locator('.panel')).toBeVisible()
  const proof = page.locator('.summary').getByRole('button', { name: /Доказательства: Адрес/ })
  await proof.first().click()
  await expect(page.locator('.summary .dense')).toContainText(SHOWN)
  await reads(page)

  const [a = '', b = ''] = persons.map(({ id }) => id)
  await page.goto(compareHref(search_id, a, b))
  await expect(page.getByText(SHOWN).first()).toBeVisible()
  await reads(page)
  await page.goto(reportHref(search_id))
  await expect(page.getByText(SHOWN).first()).toBeVisible()
  await reads(page)
})

test('a table writes out what turns its text, JSON has the value as the source has it', async ({
  page,
  person: _person
}) => {
  const { search_id } = await performed(page, SURNAME)
  await page.goto(searchHref(search_id))
  for (const [format, written] of [
    ['CSV', SHOWN],
    ['JSON', STREET]
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: true }).click()
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain(written)
    expect(text.includes('знак направления')).toBe(format === 'CSV')
  }
})
