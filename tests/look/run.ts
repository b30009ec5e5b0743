import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, chromium } from 'playwright'
import { HEIGHT, SCENES, type Scene, THEMES, WIDTHS } from '#tests/e2e/scenes.ts'
import { ADMIN, demoServer } from '#tests/e2e/stage.ts'
import { describeViolation } from '#tests/e2e/violation.ts'
import { findBrowser } from '#tests/kit/browser.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'

const ROOT = resolve(import.meta.dir, '..', '..')
const FOLDER = join(ROOT, 'look')
const PORT = 12_390
const ORIGIN = `http://localhost:${PORT}`
const START_MS = 120_000

/** Only the scenes whose name holds one of the given words. */
const wanted = Bun.argv.slice(2)
const scenes = SCENES.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.includes(word)))

/** Starts the product on an empty folder; resolves when it answers. */
async function startProduct(): Promise<Bun.Subprocess> {
  const { command, env } = demoServer(PORT)
  const child = Bun.spawn(command.split(' '), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'ignore'
  })
  const until = Date.now() + START_MS
  while (Date.now() < until && child.exitCode === null) {
    const healthy = await fetch(`${ORIGIN}/api/search/health`).then(
      answer => answer.ok,
      () => false
    )
    if (healthy) return child
    await Bun.sleep(200)
  }
  child.kill()
  throw new Error('the product did not start')
}

async function enter(context: BrowserContext, who: Scene['who']): Promise<void> {
  if (who === 'visitor') return
  const account = who === 'admin' ? ADMIN : { username: uniqueName(), password: PASSWORD }
  const paths = who === 'admin' ? ['login'] : ['register', 'login']
  for (const path of paths) {
    const answer = await context.request.post(`${ORIGIN}/api/auth/${path}`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { ...account, turnstile_token: 'test-token' }
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
  }
}

const found = await findBrowser()
await Bun.$`bun run build`.cwd(ROOT).quiet()
const product = await startProduct()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: found.args,
  env: { ...process.env, ...found.env } as Record<string, string>
})
const findings: string[] = []
let pictures = 0
try {
  for (const { name, who, open } of scenes) {
    const context = await browser.newContext({
      baseURL: ORIGIN,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      reducedMotion: 'reduce'
    })
    const page = await context.newPage()
    page.on('pageerror', error => findings.push(`${name}: ${error.message}`))
    try {
      await enter(context, who)
      await open(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT })
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true })
          pictures += 1
          const { violations } = await new AxeBuilder({ page }).analyze()
          findings.push(
            ...violations.map(each => `${name} ${width} ${colorScheme}: ${describeViolation(each)}`)
          )
        }
      }
      console.log(`${name}`)
    } catch (error) {
      findings.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    } finally {
      await context.close()
    }
  }
} finally {
  await browser.close()
  product.kill('SIGTERM')
  await product.exited
}
console.log(`\n${pictures} pictures in ${FOLDER}`)
for (const finding of findings) console.log(`  ${finding}`)
console.log(findings.length === 0 ? 'axe finds nothing' : `${findings.length} findings`)
process.exit(findings.length === 0 ? 0 : 1)
