import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { violationsOf } from './violations.ts'

export { expect, type Page } from 'playwright/test'

export interface Account {
  username: string
  password: string
}

/** What a browser says of its own calls; the calls that prepare a walk say it too. */
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const BYPASS = { turnstile_token: 'test-token' }

/** A new account that nobody is signed in with. */
export async function newAccount(context: BrowserContext, username = uniqueName()): Promise<Account> {
  const account = { username, password: PASSWORD }
  const answer = await context.request.post(`${ORIGIN}/api/auth/register`, {
    headers,
    data: { ...account, ...BYPASS }
  })
  expect(answer.status(), 'registration').toBe(200)
  return account
}

/** Signs in without the page, so that a walk begins where its subject does. */
export async function signIn(context: BrowserContext, { username, password }: Account): Promise<void> {
  const data = { username, password, ...BYPASS }
  const answer = await context.request.post(`${ORIGIN}/api/auth/login`, { headers, data })
  expect(answer.status(), 'login').toBe(200)
}

/** Searches without the page; each costs the account a credit. */
export async function searchFor(context: BrowserContext, query: string): Promise<void> {
  const answer = await context.request.post(`${ORIGIN}/api/search/perform`, { headers, data: { query } })
  expect(answer.status(), 'search').toBe(200)
}

/** What a visitor may see in the console: the browser itself reports a refused call, and some calls are refused. */
const OWN_REPORT = /^Failed to load resource: the server responded with a status of (\d+)/

interface Fixtures {
  /** Lines of the console and exceptions that nobody should see. Checked at the end of every walk. */
  complaints: string[]
  /** A new person, signed in. */
  person: Account
  /** The administrator, signed in. */
  admin: Account
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', error => complaints.push(`exception: ${error.message}`))
      page.on('console', message => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const text = message.text()
        if (!OWN_REPORT.test(text)) complaints.push(`${message.type()}: ${text}`)
      })
      await use(complaints)
      expect(complaints, 'console').toEqual([])
    },
    { auto: true }
  ],
  person: async ({ context }, use) => {
    const account = await newAccount(context)
    await signIn(context, account)
    await use(account)
  },
  admin: async ({ context }, use) => {
    await signIn(context, ADMIN)
    await use(ADMIN)
  }
})

/** The page as it is now has nothing that axe objects to. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
}

/** Nothing sticks out sideways: the page scrolls down only. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const room = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= room) return []
    return [...document.body.querySelectorAll('*')]
      .filter(element => element.getBoundingClientRect().right > room + 1)
      .slice(0, 5)
      .map(
        element =>
          `${element.tagName.toLowerCase()}.${element.className} ends at ${element.getBoundingClientRect().right}`
      )
  })
  expect(wide).toEqual([])
}

/** No table writes from one cell into the next, or out of its card, which would cut it off. */
export async function expectCellsApart(page: Page): Promise<void> {
  const spilling = await page.evaluate(() => [
    ...[...document.querySelectorAll('.card.flush')]
      .filter(card => card.scrollWidth > card.clientWidth + 1)
      .map(card => `${card.className} is cut off: ${card.textContent?.slice(0, 40)}`),
    ...[...document.querySelectorAll('td, th')].flatMap(cell => {
      const room = cell.getBoundingClientRect().right + 1
      const isClipped = (head: Element | null) => head !== null && getComputedStyle(head).clipPath !== 'none'
      const content = [...cell.querySelectorAll('*')].filter(
        element => element.closest('.sr') === null && !isClipped(element.closest('thead'))
      )
      const widest = content.find(element => element.getBoundingClientRect().right > room)
      return widest
        ? [`${widest.tagName.toLowerCase()}.${widest.className}: ${cell.textContent?.slice(0, 40)}`]
        : []
    })
  ])
  expect(spilling.slice(0, 5)).toEqual([])
}
