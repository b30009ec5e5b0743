import { gzipSync } from 'node:zlib'
import { ADMIN_SECTIONS } from '#shared/labels/admin-sections.ts'
import { ADMIN } from './stage.ts'
import { expect, newAccount, type Page, signIn, test } from './walk.ts'

const KB = 1000
const CSS_BYTES = 11.3 * KB
const FONT_BYTES = 45 * KB
/** Longer than an answer waits with what it fetches for the first press. */
const STILL_MS = 1_500

/** What a page may fetch until it stands still; what it loads when it is used is weighed in `tests/shape/budget.test.ts`. */
const PAGES: [path: string, who: 'visitor' | 'person' | 'admin', scriptBytes: number][] = [
  ['/', 'visitor', 5 * KB],
  ['/there-is-no-such-page', 'visitor', 5 * KB],
  ['/login', 'visitor', 80.4 * KB],
  ['/login/code', 'visitor', 81.8 * KB],
  ['/register', 'visitor', 80.4 * KB],
  ['/privacy', 'visitor', 91.5 * KB],
  ['/dashboard', 'person', 91.3 * KB],
  // The page itself, and beside it what only an answer draws: how the line is read, the table of identifiers, facets, and
  // what tells equal people apart. A second after it is drawn: the panel of a person and what marks an older answer, so that
  // both are there at the first press; what is asked for nothing once it is drawn.
  ['/search?q=%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80%D0%BE%D0%B2', 'person', 143.5 * KB],
  ['/search/list', 'person', 89.6 * KB],
  ['/search/compare', 'person', 105 * KB],
  ['/search/report', 'person', 108 * KB],
  ['/history', 'person', 91.2 * KB],
  ['/profile', 'person', 86.9 * KB],
  ['/profile/security', 'person', 91.8 * KB],
  ['/profile/webhooks', 'person', 90 * KB],
  ['/apidocs', 'person', 97 * KB],
  ['/payment', 'person', 91 * KB],
  ...['/admin', '/admin/user?id=1', ...ADMIN_SECTIONS.map(({ href }) => href)].map(
    (path): [string, 'admin', number] => [path, 'admin', 96.4 * KB]
  )
]

/** What the browser fetched for a page, in bytes after gzip, by kind. Inline scripts count too. */
async function weigh(page: Page, path: string): Promise<Record<'script' | 'stylesheet' | 'font', number>> {
  const weights = { script: 0, stylesheet: 0, font: 0 }
  const pending: Promise<void>[] = []
  page.on('response', response => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    pending.push(
      response.body().then(body => {
        // A font is packed already.
        weights[kind] += kind === 'font' ? body.byteLength : gzipSync(body, { level: 9 }).byteLength
      })
    )
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  if (path.startsWith('/search?')) await page.waitForTimeout(STILL_MS)
  await Promise.all(pending)
  const inline = await page.locator('script:not([src])').allTextContents()
  for (const text of inline.filter(each => each.trim() !== ''))
    weights.script += gzipSync(text, { level: 9 }).byteLength
  return weights
}

for (const [path, who, limit] of PAGES) {
  test(`${path} asks for at most ${limit / KB} kB of scripts`, async ({ page, context }) => {
    if (who !== 'visitor') await signIn(context, who === 'admin' ? ADMIN : await newAccount(context))
    const weights = await weigh(page, path)
    test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weights) })
    expect(weights.script).toBeLessThanOrEqual(limit)
    expect(weights.stylesheet).toBeLessThanOrEqual(CSS_BYTES)
    expect(weights.font).toBeLessThanOrEqual(FONT_BYTES)
  })
}

test('assets with a hash in their name are kept for a year, pages are asked again', async ({
  page,
  context
}) => {
  const answer = await page.goto('/login')
  expect(answer?.headers()['cache-control']).toMatch(/no-cache|no-store|max-age=0/)
  const script = await page.locator('link[rel=stylesheet]').first().getAttribute('href')
  const asset = await context.request.get(script ?? '', { headers: { 'Accept-Encoding': 'br' } })
  expect(asset.headers()['cache-control']).toContain('immutable')
  expect(asset.headers()['content-encoding']).toBe('br')
  expect(asset.headers().etag).toBeTruthy()
})
