import type { Browser, BrowserContext, Page } from 'playwright'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { findBrowser } from '#tests/kit/browser.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'

/** A phone of the middle class on a slow network, as Lighthouse has it. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true
}
const SLOWER = 4
const BYTES_PER_SECOND = 1_600_000 / 8
const LATENCY_MS = 150

/** What playwright starts a browser of this machine with. */
export async function browserOptions() {
  const { executablePath, args, env } = await findBrowser()
  return { executablePath, args, env: { ...process.env, ...env } as Record<string, string> }
}

/** Registers somebody new and signs in, without a page. */
export async function signIn({ request }: BrowserContext, origin: string): Promise<void> {
  const data = { username: uniqueName(), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  for (const path of ['register', 'login']) {
    const answer = await request.post(`${origin}/api/auth/${path}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
  }
}

/** An empty page on that phone, with nothing in its cache; somebody new is signed in when there is an origin. */
export async function onPhone<T>(
  browser: Browser,
  origin: string | null,
  visit: (page: Page) => Promise<T>
): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    if (origin !== null) await signIn(context, origin)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return await visit(page)
  } finally {
    await context.close()
  }
}
