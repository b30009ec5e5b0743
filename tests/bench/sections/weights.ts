import { join } from 'node:path'
import { PROJECT, rebuild } from '#api/commands/prepare.ts'
import type { Section } from '#tests/bench/bench.ts'
import { pagesOf, weighFonts, weighPage, weighSheets } from '#tests/shape/budget.ts'

const SITE = join(PROJECT, 'dist', 'site')
const KB = 1000
/** Scripts of a page on first load in kB, gzipped. */
const LIMITS = new Map([
  ['index.html', 5],
  ['404.html', 5],
  ['login/index.html', 80.1],
  ['register/index.html', 80.1],
  ['search/index.html', 100],
  ['search/compare/index.html', 95.3],
  ['search/report/index.html', 95.3]
])
const LIMIT_OF_ADMIN = 96
const LIMIT_OF_OTHERS = 91.6

const limitOf = (page: string): number =>
  LIMITS.get(page) ?? (page.startsWith('admin/') ? LIMIT_OF_ADMIN : LIMIT_OF_OTHERS)

/** P13: what a page makes a browser fetch. */
export const weights: Section = {
  ids: ['P13'],
  async run({ row }) {
    await rebuild()
    const weigh = (what: string, bytes: number, limit: number) =>
      row('P13', `${what} ≤ ${limit} kB`, `${(bytes / KB).toFixed(1)} kB`, bytes <= limit * KB)
    weigh('style sheets, gz', weighSheets(SITE), 11.3)
    weigh('fonts', weighFonts(SITE), 45)
    for (const page of pagesOf(SITE).sort())
      weigh(`scripts of ${page}, gz`, weighPage(SITE, page).firstLoad, limitOf(page))
  }
}
