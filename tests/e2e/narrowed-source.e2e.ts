import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright/test'
import { reportHref } from '#site/lib/search-links.ts'
import { search } from './acts.ts'
import { dropSource, loadSource, PASSPORT } from './loaded-source.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, signIn, test } from './walk.ts'

const NAME = `narrowed_${Date.now()}`
const TITLE = 'Реестр примет'
const SECRET = 'шрам на левой руке'
const FILE = `ФИО;Дата рождения;Примета\nСуженцев Пётр Ильич;10.01.1950;${SECRET}`

let office: BrowserContext

test.beforeAll(async ({ browser }) => {
  office = await browser.newContext({ baseURL: ORIGIN })
  await signIn(office, ADMIN)
  await loadSource(office.request, { name: NAME, title: TITLE, file: FILE })
})
test.afterAll(async () => {
  await dropSource(office.request, NAME)
  await office.close()
})

test('a column that a passport takes out is neither shown nor exported nor put into a report any more', async ({
  page,
  context,
  person: _person
}) => {
  await search(page, 'Суженцев')
  await page.getByRole('button', { name: 'Суженцев Пётр Ильич' }).first().click()
  // A single record is folded.
  await page.locator('summary').filter({ hasText: TITLE }).click()
  await expect(page.getByText(SECRET).filter({ visible: true }).first()).toBeVisible()
  const id = new URL(page.url()).searchParams.get('s') ?? ''
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const narrowed = await office.request.put(`/api/auth/admin/es_indices/${NAME}/passport`, {
    headers,
    data: { ...PASSPORT, title: TITLE, fields: ['ФИО', 'Дата рождения'] }
  })
  expect(narrowed.status(), await narrowed.text()).toBe(200)
  const notice = page.getByText(`Показывают меньше полей, чем раньше: «${TITLE}».`)
  await expect(async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 5_000 }),
      page.getByRole('button', { name: 'JSON', exact: true }).click({ timeout: 2_000 })
    ])
    const saved = await readFile(await download.path(), 'utf8')
    expect(saved).toContain('Суженцев')
    expect(saved).not.toContain(SECRET)
  }).toPass()
  await expect(notice).toBeVisible()
  await expect(page.getByText(SECRET)).toHaveCount(0)
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(page.getByText(SECRET)).toHaveCount(0)
  const report = await context.newPage()
  await report.goto(reportHref(id))
  await expect(report.locator('.paper')).toContainText('Суженцев')
  await expect(report.locator('.paper')).toContainText(`меньше полей, чем раньше: «${TITLE}»`)
  await expect(report.getByText(SECRET)).toHaveCount(0)
})
