import { gzipSync } from 'node:zlib'
import { expect, newAccount, type Page, signIn, test } from './walk.ts'

const KB = 1000
const CSS_BYTES = 10 * KB
const FONT_BYTES = 45 * KB

/** What a page may fetch until it stands still; what it loads when it is used is weighed in `tests/shape/budget.test.ts`. */
const PAGES: [path: string, signedIn: boolean, scriptBytes: number][] = [
  ['/', false, 5 * KB],
  ['/there-is-no-such-page', false, 5 * KB],
  ['/login', false, 80 * KB],
  ['/register', false, 80 * KB],
  ['/dashboard', true, 90 * KB],
  ['/search?q=%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80%D0%BE%D0%B2', true, 100 * KB],
  ['/search/compare', true, 100 * KB],
  ['/search/report', true, 100 * KB],
  ['/history', true, 90 * KB],
  ['/profile', true, 90 * KB],
  ['/apidocs', true, 90 * KB]
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
  await Promise.all(pending)
  const inline = await page.locator('script:not([src])').allTextContents()
  for (const text of inline.filter(each => each.trim() !== ''))
    weights.script += gzipSync(text, { level: 9 }).byteLength
  return weights
}

for (const [path, signedIn, limit] of PAGES) {
  test(`${path} asks for at most ${limit / KB} kB of scripts`, async ({ page, context }) => {
    if (signedIn) await signIn(context, await newAccount(context))
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
