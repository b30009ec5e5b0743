import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { weighFonts, weighPage, weighSheets } from './budget.ts'
import { ROOT } from './tree.ts'

const SITE = join(ROOT, 'dist', 'site')
const KB = 1000
const BUILD_MS = 120_000

const LIMITS: [page: string, kilobytes: number][] = [
  ['index.html', 5],
  ['404.html', 5],
  ['login/index.html', 80],
  ['register/index.html', 80],
  ['dashboard/index.html', 95],
  ['search/index.html', 95],
  ['history/index.html', 95],
  ['profile/index.html', 95]
]

beforeAll(async () => {
  if (!existsSync(SITE))
    await Bun.$`${process.execPath} --bun node_modules/.bin/astro build`.cwd(ROOT).quiet()
}, BUILD_MS)

describe('what a page weighs after gzip', () => {
  test.each(LIMITS)('keeps the scripts of %s within %d kB, lazy ones too', (page, kilobytes) => {
    expect(weighPage(SITE, page).script).toBeLessThanOrEqual(kilobytes * KB)
  })

  test('finds the scripts of an island at all', () => {
    expect(weighPage(SITE, 'login/index.html').script).toBeGreaterThan(40 * KB)
  })

  test('keeps all style sheets together within 10 kB', () => {
    expect(weighSheets(SITE)).toBeGreaterThan(0)
    expect(weighSheets(SITE)).toBeLessThanOrEqual(10 * KB)
  })

  test('keeps the fonts within 45 kB', () => {
    expect(weighFonts(SITE)).toBeGreaterThan(0)
    expect(weighFonts(SITE)).toBeLessThanOrEqual(45 * KB)
  })
})
