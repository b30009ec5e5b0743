import type { Locator, Page } from 'playwright'

/** Milliseconds of the slowest interaction, by what was done. */
export type Delays = Map<string, number>

/** How far things moved that nobody had just asked for, by what was done before. */
export type Shifts = Map<string, number>

/** What the browser noted while an answer was used. */
export interface Use {
  delays: Delays
  shifts: Shifts
}

interface Watched {
  /** Milliseconds from an input to the next paint, rounded by the browser to eight. */
  delays: number[]
  shift: number
}

/** More would mean that a press does nothing. */
const PRESSES_MAX = 100

/**
 * From here on every interaction is timed by the browser, one of less than 16 ms counts as 0; and every shift is added up
 * that does not follow an input within half a second.
 */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { delays: [], shift: 0 }
    Object.assign(window, { watched })
    const take = (entry: PerformanceEntry & { interactionId?: number }) => {
      if (entry.interactionId) watched.delays.push(entry.duration)
    }
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16
    }
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe(options)
    const add = (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => {
      if (!entry.hadRecentInput) watched.shift += entry.value ?? 0
    }
    new PerformanceObserver(list => list.getEntries().forEach(add)).observe({ type: 'layout-shift' })
  })
}

/** The slowest interaction and all shifts since the last call, after everything that they have caused was painted. */
async function noted(page: Page): Promise<{ slowest: number; shift: number }> {
  return await page.evaluate(async () => {
    await new Promise(resolve =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))
    )
    const { watched } = window as unknown as { watched: Watched }
    const { shift } = watched
    watched.shift = 0
    return { slowest: Math.max(0, ...watched.delays.splice(0)), shift }
  })
}

function openWalk(page: Page) {
  const use: Use = { delays: new Map(), shifts: new Map() }
  const note = async (what: string) => {
    const { slowest, shift } = await noted(page)
    use.delays.set(what, Math.max(use.delays.get(what) ?? 0, slowest))
    use.shifts.set(what, (use.shifts.get(what) ?? 0) + shift)
  }
  const act = async (what: string, input: () => Promise<unknown>) => {
    await input()
    await note(what)
  }
  return {
    use,
    note,
    /** A click and nothing else: no look of playwright's at the page that would be timed with it. */
    async press(what: string, target: Locator) {
      await target.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      // A leap through a page that draws what is near moves more than anybody's scrolling: it is no shift of the press.
      await noted(page)
      await act(what, () => target.click({ force: true }))
    },
    key: (what: string, key: string) => act(what, () => page.keyboard.press(key))
  }
}

/** Milliseconds from Enter until the first person stands in a frame. */
export async function firstPerson(page: Page, line: string): Promise<number> {
  // People type, and what moves at once under a key is no shift to a browser; playwright has no key for a Russian letter.
  await page.locator('.ask input').press('Shift')
  await page.locator('.ask input').fill(line)
  await page.evaluate(() => {
    const timed = { at: 0, seen: 0 }
    Object.assign(window, { timed })
    document.addEventListener('keydown', ({ key, timeStamp }) => {
      if (key === 'Enter') timed.at ||= timeStamp
    })
    const look = () => {
      if (document.querySelector('.people .who')) timed.seen = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.keyboard.press('Enter')
  await page.locator('.people .who').first().waitFor()
  return await page.evaluate(() => {
    const { at, seen } = (window as unknown as { timed: { at: number; seen: number } }).timed
    return seen - at
  })
}

/**
 * What somebody does with an answer on a phone. Found by selectors: to name the role of every value that can be copied
 * takes playwright seconds. Everything is as before in the end, but for the records that «ещё» brought.
 */
export async function useAnswer(page: Page): Promise<Use> {
  const { use, note, press, key } = openWalk(page)
  const status = page.locator('[role="status"]', { hasText: /^Показано: \d+/ })

  // What stands below is drawn when it comes near.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('details.source').first().waitFor()

  const side = page.locator('.bands > [aria-expanded]')
  if ((await side.getAttribute('aria-expanded')) === 'false') await press('the facets unfolded', side)
  await press('into the filter', page.locator('#within'))
  for (const digit of '198') await key('a digit into the filter', digit)
  await status.waitFor()
  for (const _ of '198') await key('a digit out of the filter', 'Backspace')
  await status.waitFor({ state: 'detached' })

  const order = page.locator('select[aria-label="Порядок людей"]')
  for (const [arrow, chosen] of [
    ['ArrowDown', 'born'],
    ['ArrowUp', 'fit']
  ] as const) {
    await order.focus()
    for (const each of ['Space', arrow, 'Enter']) await key('another order', each)
    if ((await order.inputValue()) !== chosen) throw new Error('the order has not changed')
  }

  const facet = page.locator('.facets input[type=checkbox]').first()
  await press('a facet chosen', facet)
  await status.waitFor()
  await press('a facet taken off', facet)
  await status.waitFor({ state: 'detached' })

  const name = page.locator('.people h3 button').first()
  await press('a person opened', name)
  await page.locator('.panel .reasons').first().waitFor()
  await press('a person folded', name)

  const summary = page.locator('details.source > summary').last()
  await press('a source opened or folded', summary)
  await press('a source opened or folded', summary)
  await press('«ещё»', page.locator('#more .rest button'))
  // What it brings comes long after the press.
  await page.locator('#more .rest button[aria-busy="true"]').waitFor({ state: 'detached' })
  await note('«ещё»')
  return use
}

/** Opens every source and every record in it. */
export async function unfoldAnswer(page: Page): Promise<Use> {
  const { use, press } = openWalk(page)
  const folded = page.locator('details.source:not([open]) > summary')
  const more = page.locator('details.source > .note > button', { hasText: 'Показать ещё' })
  let presses = 0
  for (const [what, target] of [
    ['a source opened', folded],
    ['more records of a source', more]
  ] as const)
    for (; (await target.count()) > 0; presses += 1) {
      if (presses > PRESSES_MAX) throw new Error(`${what}: still ${await target.count()}`)
      await press(what, target.first())
    }
  return use
}
