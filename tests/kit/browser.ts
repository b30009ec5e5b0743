import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

/** A Chromium that starts on this machine. */
export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string>
  /** For the log. */
  origin: string
}

const ROOT = join(import.meta.dir, '..', '..')
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium')
const CACHE = join(ROOT, 'node_modules', '.cache')
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable'
]
// Chromium refuses its sandbox to root; the packaged one has no sandbox helper at all.
const ARGS = ['--no-sandbox']
/** What a machine may set otherwise. */
const DRAWS_ALIKE = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--disable-gpu'
]
const START_TIMEOUT_MS = 30_000

/**
 * `CHROME_PATH`, else an installed browser, else the one from npm (Linux x64), else Debian's when running as root.
 *
 * @throws When none of them starts; the message says what to do.
 */
export async function findBrowser(
  chromePath: string | undefined = process.env.CHROME_PATH
): Promise<Browser> {
  if (chromePath) {
    if (!(await starts(chromePath, {})))
      throw new Error(`CHROME_PATH is set but does not start: ${chromePath}`)
    return { executablePath: chromePath, args: ARGS, env: {}, origin: 'CHROME_PATH' }
  }
  const installed = await installedBrowser()
  if (installed) return installed
  if (process.platform === 'linux' && process.arch === 'x64') {
    const unpacked = await npmBrowser()
    if (unpacked) return unpacked
  }
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = await debianBrowser()
    if (apt) return apt
  }
  throw new Error('No browser was found. Install Chromium or Google Chrome, or name one in CHROME_PATH.')
}

async function installedBrowser(): Promise<Browser | undefined> {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  for (const path of [...INSTALLED, mac]) {
    if (existsSync(path) && (await starts(path, {}))) {
      return { executablePath: path, args: ARGS, env: {}, origin: path }
    }
  }
}

/**
 * The one from npm, which sees no font but its own and those of a page: it draws the same on every machine.
 *
 * @throws Where it does not start, as anywhere but on Linux x64.
 */
export async function drawingBrowser(): Promise<Browser> {
  const home = await npmHome()
  const file = join(home, 'own-fonts.conf')
  const fonts = `<dir>${join(home, 'fonts', 'fonts')}</dir><cachedir>${join(home, 'fonts-cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`)
  const browser = await npmBrowser({ FONTCONFIG_FILE: file })
  if (!browser)
    throw new Error('Pictures are compared on Linux x64, by the browser from npm: it does not start here.')
  return { ...browser, args: [...browser.args, ...DRAWS_ALIKE] }
}

/** Its folder, unpacked once. */
async function npmHome(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const home = join(CACHE, `chromium-${version}`)
  if (!existsSync(home)) await unpack(home)
  return home
}

/** With its own libraries where the machine lacks them. */
async function npmBrowser(
  fonts: Record<string, string> | undefined = undefined
): Promise<Browser | undefined> {
  const home = await npmHome()
  const executablePath = join(home, 'chromium')
  fonts ??= existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') }
  const libraries = join(home, 'al2023', 'lib')
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: libraries }]) {
    if (await starts(executablePath, env))
      return { executablePath, args: ARGS, env, origin: '@sparticuz/chromium' }
  }
}

/** The package unpacks into the temp folder; a private folder, renamed when complete, is safe from a concurrent run. */
async function unpack(home: string): Promise<void> {
  await Bun.$`mkdir -p ${CACHE}`.quiet()
  const part = mkdtempSync(`${home}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = part
  try {
    for (const file of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
      await inflate(join(PACKAGE, 'bin', file))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(part, home)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

async function debianBrowser(): Promise<Browser | undefined> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await Bun.$`apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium`
    .env(env)
    .quiet()
    .nothrow()
  return installedBrowser()
}

/** A browser that can be driven prints its debugging address. */
async function starts(path: string, env: Record<string, string>): Promise<boolean> {
  const profile = mkdtempSync(join(tmpdir(), 'sverka-browser-'))
  try {
    const child = Bun.spawn(
      [path, ...ARGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      {
        env: { ...process.env, ...env },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'pipe',
        timeout: START_TIMEOUT_MS
      }
    )
    let output = ''
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      output += chunk
      if (output.includes('DevTools listening on')) break
    }
    child.kill('SIGKILL')
    await child.exited
    return output.includes('DevTools listening on')
  } catch {
    return false
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}
