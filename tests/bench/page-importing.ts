import type { Browser, Page } from 'playwright'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { IMPORT_SOURCE } from './importing.ts'

const PATH = '/admin/indices/import'
const SCREEN = { width: 1280, height: 900 }
/** A pause between two presses: somebody who cannot keep still. */
const BETWEEN_PRESSES_MS = 200
const SECOND_MS = 1000
const PHASE_MS = 1_200_000
/** Of the passport's fields those that are chosen from a list; the others are typed. */
const CHOSEN = ['kind', 'origin', 'basis']

/** Milliseconds of the slowest press until its paint, and of the longest task of the page's main thread. */
export interface Delays {
  press: number
  task: number
}

/** Seconds of each part of an import in the page. */
export interface Parts {
  uploaded: number
  /** Until the columns were told, the passport written, and the start taken. */
  reviewed: number
  loaded: number
}

/** The page of imports in a real browser, with an administrator before it. */
export interface ImportPage {
  page: Page
  /** Chooses the file; what it gives is over once the server has all of it. */
  choose(file: string): Promise<void>
  start(): Promise<void>
  /** Answers how many records were new. Throws when the import fails. */
  end(): Promise<number>
  /** Presses something harmless again and again until the work is done. */
  pressing<T>(work: Promise<T>): Promise<T>
  /** Of the page since it was opened or loaded anew. */
  delays(): Promise<Delays>
  close(): Promise<void>
}

export async function openImportPage(
  browser: Browser,
  origin: string,
  username: string
): Promise<ImportPage> {
  const context = await browser.newContext({ viewport: SCREEN })
  context.setDefaultTimeout(PHASE_MS)
  const answer = await context.request.post(`${origin}/api/auth/login`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { username, password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  })
  if (!answer.ok()) throw new Error(`login: ${answer.status()}`)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const delays: Delays = { press: 0, task: 0 }
    Object.assign(window, { delays })
    const watch = (options: PerformanceObserverInit & { durationThreshold?: number }, what: keyof Delays) =>
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
          if (what === 'task' || entry.interactionId) delays[what] = Math.max(delays[what], entry.duration)
      }).observe(options)
    watch({ type: 'event', durationThreshold: 16 }, 'press')
    watch({ type: 'longtask' }, 'task')
  })
  await page.goto(`${origin}${PATH}`)
  const menu = page.getByRole('button', { name: /^Меню пользователя/ })

  async function pressing<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    while (!isOver) {
      // Twice: what opens is closed.
      for (let press = 0; press < 2; press += 1) await menu.click({ force: true })
      await page.waitForTimeout(BETWEEN_PRESSES_MS)
    }
    return await over
  }

  return {
    page,
    pressing,

    async choose(file) {
      await page.locator('input[type=file]').setInputFiles(file)
      const sent = page.getByRole('progressbar', { name: 'Передано на сервер' })
      await sent.waitFor()
      await sent.waitFor({ state: 'detached' })
    },

    async start() {
      await page.getByLabel('Имя индекса').fill(IMPORT_SOURCE)
      await page.getByRole('button', { name: 'Дальше' }).click()
      const start = page.getByRole('button', { name: 'Начать загрузку' })
      await start.waitFor()
      for (const [name, value] of Object.entries(KIT_PASSPORT)) {
        const field = page.locator(`form [name="${name}"]`)
        if (CHOSEN.includes(name)) await field.selectOption(String(value))
        else await field.fill(String(value))
      }
      await start.click()
    },

    async end() {
      const done = page.getByText('Источник отвечает на поиск.')
      const failed = page.getByRole('button', { name: 'Повторить' })
      await done.or(failed).first().waitFor()
      if (!(await done.isVisible()))
        throw new Error(`the import failed: ${await page.getByRole('main').textContent()}`)
      const figure = await page.locator('dl > div', { hasText: 'Новых' }).first().textContent()
      return Number(figure?.replace(/\D/g, ''))
    },

    delays: () => page.evaluate(() => (window as unknown as { delays: Delays }).delays),
    close: () => context.close()
  }
}

/**
 * An import from the choice of the file to its end. With `presses` somebody presses wherever the page has nothing to ask,
 * which costs processor time that no server spends.
 */
export async function importInPage(shown: ImportPage, file: string, presses: boolean): Promise<Parts> {
  const during = presses ? shown.pressing : <T>(work: Promise<T>) => work
  let before = performance.now()
  const lap = () => {
    const seconds = (performance.now() - before) / SECOND_MS
    before = performance.now()
    return seconds
  }
  await during(shown.choose(file))
  const uploaded = lap()
  await shown.start()
  const reviewed = lap()
  await during(shown.end())
  return { uploaded, reviewed, loaded: lap() }
}
