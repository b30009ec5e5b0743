import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { UsageError } from '#api/commands/frame/usage-error.ts'
import { rebuild } from '#api/commands/prepare.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { assertPortFree } from '#api/processes/port.ts'
import { HEIGHT, type Scene, THEMES, WIDTHS } from '#tests/e2e/scenes.ts'
import { ADMIN, demoServer } from '#tests/e2e/stage.ts'
import { violationsOf } from '#tests/e2e/violations.ts'
import { findBrowser } from '#tests/kit/browser.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { LOOK_SCENES, LOOK_WIDTHS } from './scenes.ts'

const ROOT = resolve(import.meta.dir, '..', '..')
const FOLDER = join(ROOT, 'look')
const PORT = 12_390
const ORIGIN = `http://localhost:${PORT}`
const START_MS = 120_000
/** The layouts between them hold nothing else. */
const AXE_WIDTHS: ReadonlySet<number> = new Set(WIDTHS)

/** Starts the product on an empty folder; resolves when it answers. */
async function startProduct(): Promise<Bun.Subprocess> {
  assertPortFree({ port: PORT, host: '127.0.0.1', advice: 'Остановите её: снимкам нужен этот порт.' })
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
  throw new OperatorError('Сервер для снимков не запустился.')
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

/** Pictures of the scenes whose name holds one of the words, of all without any. Answers the exit code: 1 for findings. */
export async function photograph(words: readonly string[]): Promise<number> {
  const scenes = LOOK_SCENES.filter(
    ({ name }) => words.length === 0 || words.some(word => name.includes(word))
  )
  if (scenes.length === 0)
    throw new UsageError(`Нет таких сцен. Есть: ${LOOK_SCENES.map(({ name }) => name).join(', ')}`)
  const installed = await findBrowser()
  await rebuild()
  const product = await startProduct()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const browser = await chromium.launch({
    executablePath: installed.executablePath,
    args: installed.args,
    env: { ...process.env, ...installed.env } as Record<string, string>
  })
  const findings: string[] = []
  let pictures = 0
  try {
    for (const scene of scenes) {
      const seen = await photographScene(browser, scene)
      pictures += seen.pictures
      findings.push(...seen.findings)
      if (seen.findings.length === 0) console.log(scene.name)
    }
  } finally {
    await browser.close()
    product.kill('SIGTERM')
    await product.exited
  }
  console.log(`\nСнимков: ${pictures}, папка ${FOLDER}`)
  for (const finding of findings) console.log(`  ${finding}`)
  console.log(findings.length === 0 ? 'axe ничего не находит' : `Замечаний: ${findings.length}`)
  return findings.length === 0 ? 0 : 1
}

async function photographScene(browser: Browser, { name, who, open }: Scene) {
  const findings: string[] = []
  let pictures = 0
  const context = await browser.newContext({
    baseURL: ORIGIN,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    // For the one rule below.
    bypassCSP: true
  })
  const page = await context.newPage()
  page.on('pageerror', error => findings.push(`${name}: ${error.message}`))
  try {
    await enter(context, who)
    await open(page)
    // A picture of the whole page is taken from above, where records further down are not laid out.
    await page.addStyleTag({ content: '.record { content-visibility: visible !important }' })
    for (const width of LOOK_WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        pictures += 1
        if (AXE_WIDTHS.has(width))
          findings.push(...(await violationsOf(page)).map(each => `${name} ${width} ${colorScheme}: ${each}`))
      }
    }
  } catch (error) {
    findings.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
  } finally {
    await context.close()
  }
  return { pictures, findings }
}
