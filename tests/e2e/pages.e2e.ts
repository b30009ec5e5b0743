import { HEIGHT, SCENES, THEMES, WIDTHS } from './scenes.ts'
import { ADMIN } from './stage.ts'
import {
  expect,
  expectAccessible,
  expectCellsApart,
  expectNoSidewaysScroll,
  newAccount,
  signIn,
  test
} from './walk.ts'

const NARROWEST = 320
/** These states are made of calls that fail, and the browser or the page reports each. */
const SPEAKS_OF_FAILURE = /offline|login-check-failed/

/** A scene has one theme at each width, and the next scene the other one. */
const pairsOf = (place: number) =>
  WIDTHS.map((width, at) => ({ width, colorScheme: THEMES[(place + at) % THEMES.length] }) as const)

for (const [place, { name, who, open }] of SCENES.entries()) {
  test(`${name} pleases axe and fits, narrow and wide, in the light and in the dark`, async ({
    page,
    context,
    complaints
  }) => {
    if (who === 'admin') await signIn(context, ADMIN)
    if (who === 'person') await signIn(context, await newAccount(context))
    await open(page)
    await expect(page).toHaveTitle(/\S/)
    for (const { width, colorScheme } of pairsOf(place)) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.step(`${width} px, ${colorScheme}`, () => expectAccessible(page))
      await expectNoSidewaysScroll(page)
      await expectCellsApart(page)
    }
    await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
    await expectNoSidewaysScroll(page)
    if (SPEAKS_OF_FAILURE.test(name)) complaints.length = 0
  })
}

test('a faint text displeases axe', async ({ page }) => {
  await page.goto('/login')
  await expectAccessible(page)
  const title = page.getByRole('heading').first()
  await title.evaluate(element => Object.assign(element.style, { color: '#eee', background: '#fff' }))
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
})

test('no page moves what stands on it while its data arrive', async ({ page, person: _person }) => {
  await page.request.post('/api/payment/create', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    form: { usd_amount: '10', network: 'sandbox' }
  })
  for (const path of ['/dashboard', '/search', '/history', '/profile', '/payment', '/apidocs']) {
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        })[]) {
          if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
    expect(shifted, path).toBeLessThanOrEqual(0.02)
  }
})
