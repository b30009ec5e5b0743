import type { Page, Route } from 'playwright/test'
import { sectionTitle } from '#shared/labels/admin-sections.ts'
import { PAGE_BROKEN } from '#shared/texts/broken-page.ts'
import {
  ACTS,
  FAULTS,
  type Fault,
  HISTORY,
  INDICES,
  OPENED,
  SEARCH,
  type Texts,
  TOKENS,
  USUAL
} from './foreign-acts.ts'
import { button } from './questions.ts'
import { expect, expectNoSidewaysScroll, test } from './walk.ts'

const PAGES: [path: string, who: 'person' | 'admin', texts: Texts][] = [
  ['/dashboard', 'person', USUAL],
  ['/search?q=Примеров', 'person', SEARCH],
  ['/search?s=aaaaaaaaaaaaaaaaaaaaaa', 'person', OPENED],
  ['/search/report?s=aaaaaaaaaaaaaaaaaaaaaa', 'person', USUAL],
  ['/search/compare?s=aaaaaaaaaaaaaaaaaaaaaa&a=p1&b=p2', 'person', USUAL],
  ['/history', 'person', HISTORY],
  ['/payment', 'person', USUAL],
  ['/apidocs', 'person', TOKENS],
  ['/admin', 'admin', USUAL],
  ['/admin/users', 'admin', USUAL],
  ['/admin/user?id=1', 'admin', USUAL],
  ['/admin/payments', 'admin', USUAL],
  ['/admin/settings', 'admin', USUAL],
  ['/admin/statistics', 'admin', USUAL],
  ['/admin/telegram', 'admin', USUAL],
  ['/admin/ip-exceptions', 'admin', USUAL],
  ['/admin/indices', 'admin', INDICES],
  ['/admin/indices/source?name=demo_registry_01', 'admin', USUAL],
  ['/admin/indices/import', 'admin', USUAL],
  ['/admin/news', 'admin', USUAL],
  ['/admin/audit', 'admin', USUAL]
]

/** Breaks every call of the page but the one that says who looks at it. */
const breakCalls = (page: Page, fault: Fault) =>
  page.route(/\/(?:api|refresh)(?:\/|$)/, route =>
    route.request().url().endsWith('/api/auth/me') ? route.fallback() : FAULTS[fault](route)
  )

const expectFrame = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Меню пользователя/ })).toBeVisible()
}

// Of calls without an answer the browser says so itself; whatever the page throws stays a failure.
test.afterEach(({ complaints }) => {
  expect(complaints.filter(line => !line.includes('ERR_FAILED'))).toEqual([])
  complaints.length = 0
})

async function walkPages(page: Page, who: 'person' | 'admin', fault: Fault): Promise<void> {
  await breakCalls(page, fault)
  for (const [path, , texts] of PAGES.filter(([, reader]) => reader === who))
    await test.step(path, async () => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main).toContainText(texts[fault])
      await expectFrame(page)
      await expect(main).not.toContainText(/Cannot read|undefined|Unknown error|Network error/)
      await expect(page.getByText(PAGE_BROKEN)).toHaveCount(0)
    })
}

async function walkActs(page: Page, who: 'visitor' | 'person' | 'admin'): Promise<void> {
  for (const { what, call, act, texts } of ACTS.filter(each => each.who === who))
    for (const [fault, answer] of Object.entries(FAULTS))
      await test.step(`${what}: ${fault}`, async () => {
        const isRead = (route: Route) =>
          route.request().method() === 'GET' &&
          !route
            .request()
            .url()
            .match(/users\/\d+$/)
        await page.route(call, route => (isRead(route) ? route.fallback() : answer(route)))
        await act(page)
        await expect(page.getByText(texts[fault as Fault]).first()).toBeVisible()
        if (who !== 'visitor') await expectFrame(page)
        await page.unroute(call)
      })
}

test('what a visitor sends is said in Russian, whatever answers for the server', async ({ page }) => {
  await walkActs(page, 'visitor')
})

test('what a person sends is said in Russian, whatever answers for the server', async ({
  page,
  person: _person
}) => {
  await walkActs(page, 'person')
})

test('what an administrator sends is said in Russian, whatever answers for the server', async ({
  page,
  admin: _admin
}) => {
  await walkActs(page, 'admin')
})

for (const fault of Object.keys(FAULTS) as Fault[]) {
  test(`the pages of a person stand where every answer is ${fault}`, async ({ page, person: _person }) => {
    await walkPages(page, 'person', fault)
  })
  test(`the pages of the administration stand where every answer is ${fault}`, async ({
    page,
    admin: _admin
  }) => {
    await walkPages(page, 'admin', fault)
  })
}

for (const width of [390, 1280])
  test(`an error of the page itself leaves header and menu, and words, at ${width} px`, async ({
    page,
    admin: _admin,
    complaints
  }) => {
    await page.setViewportSize({ width, height: 800 })
    // Whole as far as the page checks, and nothing that it can draw.
    await page.route('**/api/auth/admin/settings', route =>
      route.fulfill({
        json: { ok: true, rate: 100, telegram_admins: [{ id: 1, username: {} }], exempt_ips: [] }
      })
    )
    await page.goto('/admin/settings')
    await expect(page.getByRole('alert')).toContainText(PAGE_BROKEN)
    await expectFrame(page)
    await expectNoSidewaysScroll(page)
    await page.unroute('**/api/auth/admin/settings')
    await button(page, 'Обновить страницу').click()
    await expect(page.getByRole('heading', { name: sectionTitle('settings') })).toBeVisible()
    // React reports what broke.
    complaints.length = 0
  })

test('an index without a name cannot be added', async ({ page, admin: _admin }) => {
  await page.goto('/admin/indices')
  const add = button(page, 'Добавить')
  await expect(add).toBeDisabled()
  await page.getByLabel('Добавить индекс').fill('   ')
  await expect(add).toBeDisabled()
  await page.getByLabel('Добавить индекс').fill('demo_registry_88')
  await expect(add).toBeEnabled()
})
