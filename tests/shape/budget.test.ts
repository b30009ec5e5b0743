import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pagesOf, weighFonts, weighPage, weighSheets, weighWorkbook } from './budget.ts'
import { ROOT } from './tree.ts'

const SITE = join(ROOT, 'dist', 'site')
const KB = 1000
const BUILD_MS = 120_000

/** Kilobytes of scripts after gzip: what a page loads by itself, and with all that it can come to load. First match wins. */
const LIMITS: [page: RegExp, firstLoad: number, everything: number][] = [
  [/^(index|404)\.html$/, 5, 5],
  // With what a login over the page loads where an account has a second step, 5.7 kB on press, as on every page below.
  [/^login\/code\//, 81.5, 90],
  [/^(login|register)\//, 80.1, 85.3],
  [/^search\/index/, 96.3, 176.3],
  [/^search\/list\//, 89.6, 125],
  [/^search\//, 95.3, 120.5],
  [/^(payment|apidocs)\//, 90.8, 117.4],
  // With the question for a factor, and how a key is asked.
  [/^profile\/security\//, 91.6, 116.2],
  // With what a code that is over leaves to do.
  [/^privacy\/index/, 91.4, 106.7],
  [/^admin\/(user|indices\/import)\//, 95.8, 125.2],
  // Its tabs come when they are chosen.
  [/^admin\/compliance\//, 88, 145.7],
  [/^admin\//, 95.9, 121.3],
  [/./, 91.1, 106.7]
]

const limitOf = (page: string) => LIMITS.find(([pattern]) => pattern.test(page)) ?? [/./, 0, 0]

beforeAll(async () => {
  if (existsSync(SITE)) return
  // The test runner's own NODE_ENV would put React's development build into the pages.
  await Bun.$`${process.execPath} --bun node_modules/.bin/astro build`
    .cwd(ROOT)
    .env({ ...process.env, NODE_ENV: 'production' })
    .quiet()
}, BUILD_MS)

describe('what a page weighs after gzip', () => {
  test('stays within the budget of its kind, at first and with all that is loaded later', () => {
    const pages = pagesOf(SITE)
    expect(pages.length).toBeGreaterThanOrEqual(8)
    const heavy = pages.filter(page => {
      const [, firstLoad, everything] = limitOf(page)
      const weight = weighPage(SITE, page)
      return weight.firstLoad > firstLoad * KB || weight.everything > everything * KB
    })
    expect(heavy.map(page => [page, weighPage(SITE, page)])).toEqual([])
  })

  test('counts the scripts of an island, and what it loads only when it is used', () => {
    const { firstLoad, everything } = weighPage(SITE, 'login/index.html')
    expect(firstLoad).toBeGreaterThan(40 * KB)
    expect(everything).toBeGreaterThan(firstLoad + KB)
  })

  test('keeps the library of workbooks within 38 kB', () => {
    expect(weighWorkbook(SITE)).toBeGreaterThan(10 * KB)
    expect(weighWorkbook(SITE)).toBeLessThanOrEqual(38 * KB)
  })

  test('keeps all style sheets together within 11.3 kB', () => {
    expect(weighSheets(SITE)).toBeGreaterThan(0)
    expect(weighSheets(SITE)).toBeLessThanOrEqual(11.3 * KB)
  })

  test('keeps the fonts within 45 kB', () => {
    expect(weighFonts(SITE)).toBeGreaterThan(0)
    expect(weighFonts(SITE)).toBeLessThanOrEqual(45 * KB)
  })
})
