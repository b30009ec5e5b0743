import { type Browser, chromium, type Page } from 'playwright'
import { build } from '#api/commands/prepare.ts'
import { SHOWN_IN_ALL } from '#shared/constants.ts'
import {
  type Delays,
  firstPerson,
  type Shifts,
  unfoldAnswer,
  useAnswer,
  watchInteractions
} from '#tests/bench/answer-walk.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { browserOptions, onPhone } from '#tests/bench/browsing.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { newDataFolder, startProduct } from '#tests/bench/product.ts'

const LCP_S = 1.8
const CLS = 0.02
const INP_MS = 100
const VISITS = 3
const FIRST_PERSON_S = 1.5
const SLOWEST_TOLD = 3
/** As many of the demo's records as an answer shows at most have this name. */
const LINE = 'Александр'
const PAGES = [
  { path: '/', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/register', signedIn: false },
  { path: '/dashboard', signedIn: true },
  { path: '/search', signedIn: true },
  { path: '/history', signedIn: true },
  { path: '/profile', signedIn: true }
]

/** Of one visit: seconds until the largest thing was painted, and how far things moved. */
export interface Paints {
  lcp: number
  cls: number
}

/** P14: a phone with a slow processor on a slow network, in a real browser, on the product with demo data. */
export const vitals: Section = {
  ids: ['P14'],
  async run(bench) {
    await build()
    const data = newDataFolder()
    const browser = await chromium.launch(await browserOptions())
    try {
      const product = await startProduct(data.path, { SEED: 'demo', REGISTRATIONS_PER_HOUR: '1000' })
      const origin = `http://localhost:${product.port}`
      try {
        for (const { path, signedIn } of PAGES) {
          const visits = await repeat(() =>
            onPhone(browser, signedIn ? origin : null, page => openPage(page, `${origin}${path}`))
          )
          judgePaints(bench, path, visits)
        }
        await measureAnswer(bench, browser, origin)
      } finally {
        await product.stop()
      }
    } finally {
      await browser.close()
      data.remove()
    }
  }
}

async function measureAnswer(bench: Bench, browser: Browser, origin: string): Promise<void> {
  const visits = await repeat(() =>
    onPhone(browser, origin, async page => {
      await page.goto(`${origin}/search`)
      await page.waitForLoadState('networkidle')
      const first = await firstPerson(page, LINE)
      await page
        .getByText(new RegExp(`(?:Показан\\S+|показано) .*${SHOWN_IN_ALL}`))
        .first()
        .waitFor()
      const paints = await paintsOf(page)
      await watchInteractions(page)
      const folded = await useAnswer(page)
      const unfolding = await unfoldAnswer(page)
      const open = await page.locator('details.source[open] .count').allTextContents()
      const records = open.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
      const again = await useAnswer(page)
      const unfolded = new Map([...unfolding.delays, ...again.delays])
      // Not what «ещё» does to the unfolded page: where the browser keeps the place of the window over thousands of pixels,
      // it reports a shift of things that were out of sight before and after.
      const shifts = joined([folded.shifts, unfolding.shifts])
      return { first, paints, folded: folded.delays, unfolded, shifts, records }
    })
  )
  const of = `an answer of ${SHOWN_IN_ALL} records`
  judgeFirstPerson(
    bench,
    of,
    visits.map(({ first }) => first / 1000)
  )
  judgePaints(
    bench,
    of,
    visits.map(visit => visit.paints)
  )
  judgeInteractions(
    bench,
    `${of}, folded as it comes`,
    visits.map(visit => visit.folded)
  )
  judgeInteractions(
    bench,
    `${of}, unfolded to ${Math.min(...visits.map(visit => visit.records))} records`,
    visits.map(visit => visit.unfolded)
  )
  judgeShifts(
    bench,
    of,
    visits.map(visit => visit.shifts)
  )
}

const joined = (parts: readonly Shifts[]): Shifts => {
  const all: Shifts = new Map()
  for (const [what, shift] of parts.flatMap(part => [...part])) all.set(what, (all.get(what) ?? 0) + shift)
  return all
}

async function repeat<T>(visit: () => Promise<T>): Promise<T[]> {
  const visits: T[] = []
  for (let at = 0; at < VISITS; at += 1) visits.push(await visit())
  return visits
}

async function openPage(page: Page, url: string): Promise<Paints> {
  await page.goto(url)
  const paints = await paintsOf(page)
  if (page.url() !== url) throw new Error(`${url} led to ${page.url()}`)
  return paints
}

/** What the browser has noted until nothing is fetched any more. */
async function paintsOf(page: Page): Promise<Paints> {
  await page.waitForLoadState('networkidle')
  return await page.evaluate(async () => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean }
    const paints = { lcp: 0, cls: 0 }
    const note = (type: string, take: (entry: Entry) => void) =>
      new PerformanceObserver(list => (list.getEntries() as Entry[]).forEach(take)).observe({
        type,
        buffered: true
      })
    note('largest-contentful-paint', ({ startTime }) => {
      paints.lcp = startTime / 1000
    })
    note('layout-shift', ({ value, hadRecentInput }) => {
      if (!hadRecentInput) paints.cls += value
    })
    await new Promise(resolve => setTimeout(resolve, 500))
    return paints
  })
}

export function judgePaints({ row }: Pick<Bench, 'row'>, of: string, visits: readonly Paints[]): void {
  const [lcp, cls] = [visits.map(visit => visit.lcp), visits.map(visit => visit.cls)]
  const holds = median(lcp) > 0 && median(lcp) <= LCP_S && median(cls) <= CLS
  row(
    'P14',
    `LCP ≤ ${LCP_S} s and CLS ≤ ${CLS}: ${of}`,
    `${roundsText(lcp, ' s', 2)}, ${roundsText(cls, '', 3)}`,
    holds
  )
}

export function judgeFirstPerson({ row }: Pick<Bench, 'row'>, of: string, seconds: readonly number[]): void {
  const holds = median(seconds) <= FIRST_PERSON_S
  row('P14', `first person ≤ ${FIRST_PERSON_S} s after Enter: ${of}`, roundsText(seconds, ' s', 2), holds)
}

/** All shifts together, which is more than the worst five seconds that CLS means. */
export function judgeShifts({ row }: Pick<Bench, 'row'>, of: string, visits: readonly Shifts[]): void {
  const sums = visits.map(shifts => [...shifts.values()].reduce((sum, shift) => sum + shift, 0))
  const worst = [...(visits[0] ?? [])].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_TOLD)
  row(
    'P14',
    `CLS ≤ ${CLS} while it is used and unfolded: ${of}`,
    `${roundsText(sums, '', 3)}: ${worst.map(([what, shift]) => `${what} ${shift.toFixed(3)}`).join(', ')}`,
    median(sums) <= CLS
  )
}

/** INP of a visit of fewer than fifty interactions is its slowest one. */
export function judgeInteractions({ row }: Pick<Bench, 'row'>, of: string, visits: readonly Delays[]): void {
  const inp = visits.map(delays => Math.max(...delays.values()))
  const slowest = [...(visits[0]?.keys() ?? [])]
    .map(what => ({ what, ms: median(visits.map(delays => delays.get(what) ?? 0)) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_TOLD)
    .map(({ what, ms }) => `${what} ${ms}`)
  row(
    'P14',
    `INP ≤ ${INP_MS} ms: ${of}`,
    `${roundsText(inp, ' ms', 0)}: ${slowest.join(', ')}`,
    median(inp) <= INP_MS
  )
}
