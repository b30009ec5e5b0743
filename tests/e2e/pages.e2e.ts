import { HEIGHT, SCENES, THEMES, WIDTHS } from './scenes.ts'
import { ADMIN } from './stage.ts'
import {
  expect,
  expectAccessible,
  expectCellsApart,
  expectNoSidewaysScroll,
  expectReadable,
  newAccount,
  signIn,
  test
} from './walk.ts'

const NARROWEST = 320
/** The dark page is the same page in other colours. */
const CHECKS = { light: expectAccessible, dark: expectReadable }
/** These states are made of calls that fail, and the browser or the page reports each. */
const SPEAKS_OF_FAILURE = /offline|login-check-failed/

for (const { name, who, open } of SCENES) {
  test(`${name} pleases axe and fits, at 360 and 1280 px, in the light and in the dark`, async ({
    page,
    context,
    complaints
  }) => {
    if (who === 'admin') await signIn(context, ADMIN)
    if (who === 'person') await signIn(context, await newAccount(context))
    await open(page)
    await expect(page).toHaveTitle(/\S/)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await test.step(`${width} px, ${colorScheme}`, () => CHECKS[colorScheme](page))
      }
      await expectNoSidewaysScroll(page)
      await expectCellsApart(page)
    }
    await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
    await expectNoSidewaysScroll(page)
    if (SPEAKS_OF_FAILURE.test(name)) complaints.length = 0
  })
}

test('a faint text displeases axe, with all rules and with those of colours alone', async ({ page }) => {
  await page.goto('/login')
  await expectAccessible(page)
  const title = page.getByRole('heading').first()
  // Axe had nothing against this heading before.
  await title.evaluate(element => Object.assign(element.style, { color: '#eee', background: '#fff' }))
  for (const check of Object.values(CHECKS)) await expect(check(page)).rejects.toThrow('color-contrast')
})

test('a text on another ground displeases axe, beside the same text that pleases it', async ({ page }) => {
  await page.goto('/login')
  const write = (ground: string) =>
    page.locator('main').evaluate((main, background) => {
      const box = main.appendChild(document.createElement('div'))
      Object.assign(box.style, { color: '#767676', background })
      box.append('Текст')
    }, ground)
  await write('#fff')
  await expectReadable(page)
  await write('#ddd')
  await expect(expectReadable(page)).rejects.toThrow('color-contrast')
})

test('a page whose texts pleased axe is not looked at again', async ({ page }) => {
  await page.goto('/login')
  await page.getByText(/Проверка безопасности пройдена/).waitFor()
  await expectReadable(page)
  await page.evaluate(() => {
    Object.assign(window, { axe: { run: () => Promise.reject('looked at again') } })
  })
  await expectReadable(page)
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
