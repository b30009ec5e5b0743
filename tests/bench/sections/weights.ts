import { join, resolve } from 'node:path'
import type { Section } from '#tests/bench/bench.ts'
import { weighFonts, weighPage, weighSheets } from '#tests/shape/budget.ts'

const ROOT = resolve(import.meta.dir, '..', '..', '..')
const SITE = join(ROOT, 'dist', 'site')
const KB = 1000
/** Scripts of a page on first load in kB, gzipped. */
const PAGES = [
  ['index', 5],
  ['404', 5],
  ['login/index', 80],
  ['register/index', 80],
  ['search/index', 100]
] as const

/** P13: what a page makes a browser fetch. */
export const weights: Section = {
  ids: ['P13'],
  async run({ row }) {
    await Bun.$`${process.execPath} --bun node_modules/.bin/astro build`.cwd(ROOT).quiet()
    const weigh = (what: string, bytes: number, limit: number) =>
      row('P13', `${what} ≤ ${limit} kB`, `${(bytes / KB).toFixed(1)} kB`, bytes <= limit * KB)
    weigh('style sheets, gz', weighSheets(SITE), 10)
    weigh('fonts', weighFonts(SITE), 45)
    for (const [page, limit] of PAGES)
      weigh(`scripts of ${page}.html, gz`, weighPage(SITE, `${page}.html`).firstLoad, limit)
  }
}
