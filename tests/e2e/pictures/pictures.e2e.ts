import { SCENES, type THEMES } from '../scenes.ts'
import { ADMIN } from '../stage.ts'
import { expect, newAccount, type Page, signIn, test } from '../walk.ts'
import { holdStill } from './hold-still.ts'

type Shape = 'wide' | 'phone'
type Theme = (typeof THEMES)[number]

const SIZES: Record<Shape, { width: number; height: number }> = {
  wide: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 }
}

/** A scene for each page, and for what has its own shape; the dark and the narrow where they differ most. */
const PICTURES: Record<`${Shape} ${Theme}`, readonly string[]> = {
  'wide light': [
    'landing',
    'login-refused-fields',
    'dashboard',
    'search-first',
    'search-person',
    'search-open',
    'search-nothing',
    'compare',
    'report',
    'list-new',
    'list-done',
    'history-verdicts',
    'payment-open',
    'security-full',
    'privacy',
    'apidocs',
    'not-found',
    'admin-users',
    'admin-payments',
    'admin-import-review',
    'compliance-requests'
  ],
  'wide dark': ['search-several-people', 'admin-statistics', 'compliance-signals', 'webhooks'],
  'phone light': ['search-open', 'admin-users', 'privacy-report', 'list-done'],
  'phone dark': ['landing', 'search-offline', 'compare', 'payment-short', 'login-code']
}

/** Whether what is in view is still to come. A part further down comes when it is reached. */
const isLoading = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-busy=true], .skeleton, .spinner')].some(
      part => part.checkVisibility() && part.getBoundingClientRect().top < innerHeight
    )
  )

const byName = new Map(SCENES.map(scene => [scene.name, scene]))

for (const [kind, names] of Object.entries(PICTURES)) {
  const [shape, colorScheme] = kind.split(' ') as [Shape, Theme]
  for (const name of names)
    test.describe(kind, () => {
      test.use({
        viewport: SIZES[shape],
        isMobile: shape === 'phone',
        hasTouch: shape === 'phone',
        colorScheme
      })

      test(`${name} looks as it was accepted`, async ({ page, context, complaints }) => {
        const scene = byName.get(name)
        if (!scene) throw new Error(`There is no scene ${name}`)
        const account =
          scene.who === 'visitor' ? undefined : scene.who === 'admin' ? ADMIN : await newAccount(context)
        if (account) await signIn(context, account)
        await holdStill(page, account?.username)
        await scene.open(page)
        await page.mouse.move(0, 0)
        await expect.poll(() => isLoading(page)).toBe(false)
        await expect(page).toHaveScreenshot(`${name}-${shape}-${colorScheme}.png`, {
          // The number of a report is drawn by lot.
          mask: [page.getByText(/^Отчёт [\dA-Z]{4}-[\dA-Z]{4}$/)]
        })
        // Some states are made of calls that fail, and the browser reports each; the walks hold the console.
        complaints.length = 0
      })
    })
}
