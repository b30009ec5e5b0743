import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import type { Section } from '#tests/bench/bench.ts'
import { browserOptions, signIn } from '#tests/bench/browsing.ts'
import { newDataFolder, PORT, startProduct } from '#tests/bench/product.ts'

/** Speed first. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const PAGES = [
  { path: '/', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/dashboard', signedIn: true },
  { path: '/search', signedIn: true }
]
const FULL = 100
/** A busy machine spoils the speed of a page now and then; nothing else differs from visit to visit. */
const TRIES = 3
/** The browser's door, beside the servers of the bench. */
const DEBUG_PORT = PORT + 5

/** It weighs 160 MB, so it is no dependency of the project: this bench alone fetches it, once a machine. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

/** What is read of a Lighthouse result. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null }>
  finalDisplayedUrl: string
  runtimeError?: { message: string }
}
type Measure = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

interface Scores {
  of: number[]
  /** What took points, «audit score». */
  failing: string[]
}

/** P13: Lighthouse's own mobile preset, on the built site of the product with demo data. */
export const lighthouse: Section = {
  ids: ['P13'],
  async run({ row }) {
    const [data, profile] = [newDataFolder(), mkdtempSync(join(tmpdir(), 'sverka-bench-profile-'))]
    const measure = await fetchLighthouse()
    const product = await startProduct(data.path, { SEED: 'demo' })
    const origin = `http://localhost:${product.port}`
    try {
      const browser = await openBrowser(profile)
      try {
        for (const { path, signedIn } of PAGES) {
          if (signedIn) await signIn(browser, origin)
          const { of, failing } = await best(measure, `${origin}${path}`)
          const measured = [of.join('/'), ...failing].join(', ')
          row(
            'P13',
            `Lighthouse of ${path}: 100/100/100/100`,
            measured,
            of.every(score => score === FULL)
          )
        }
      } finally {
        await browser.close()
      }
    } finally {
      await product.stop()
      data.remove()
      rmSync(profile, { recursive: true, force: true })
    }
  }
}

async function fetchLighthouse(): Promise<Measure> {
  const folder = join(tmpdir(), `sverka-${LIGHTHOUSE}`)
  const main = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true })
    await Bun.write(join(folder, 'package.json'), '{}')
    await Bun.$`${process.execPath} add ${LIGHTHOUSE}`.cwd(folder).quiet()
  }
  return (await import(main)).default
}

/** A browser with a door for Lighthouse, whose pages share its cookies. */
async function openBrowser(profile: string): Promise<BrowserContext> {
  const { args, ...browser } = await browserOptions()
  return await chromium.launchPersistentContext(profile, {
    ...browser,
    args: [...args, `--remote-debugging-port=${DEBUG_PORT}`]
  })
}

async function best(measure: Measure, url: string): Promise<Scores> {
  const tries: Scores[] = []
  for (let at = 0; at < TRIES; at += 1) {
    const scores = await visit(measure, url)
    tries.push(scores)
    if (scores.of[0] === FULL) break
  }
  const sum = ({ of }: Scores) => of.reduce((all, score) => all + score, 0)
  return tries.toSorted((a, b) => sum(b) - sum(a))[0] ?? { of: [], failing: [] }
}

async function visit(measure: Measure, url: string): Promise<Scores> {
  const run = await measure(url, {
    port: DEBUG_PORT,
    onlyCategories: CATEGORIES,
    // A sign-in is kept in the storage that would be wiped.
    disableStorageReset: true,
    logLevel: 'error'
  })
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message}`)
  if (
    new URL(run.lhr.finalDisplayedUrl).pathname.replace(/\/$/, '') !==
    new URL(url).pathname.replace(/\/$/, '')
  )
    throw new Error(`${url} led to ${run.lhr.finalDisplayedUrl}`)
  return {
    of: CATEGORIES.map(id => Math.round((run.lhr.categories[id]?.score ?? 0) * FULL)),
    failing: failingOf(run.lhr)
  }
}

/** Audits with a weight that are not full, of the categories that are not. */
function failingOf({ categories, audits }: Report): string[] {
  return Object.values(categories)
    .filter(({ score }) => (score ?? 0) < 1)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.score}`)
}
