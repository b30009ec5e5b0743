import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build } from '#api/commands/prepare.ts'
import { RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import { createPasswords } from '#api/features/auth/passwords.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { signIn } from '#tests/bench/askers.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { browserOptions } from '#tests/bench/browsing.ts'
import { IMPORT_SOURCE, startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { type Delays, importInPage, openImportPage, type Parts } from '#tests/bench/page-importing.ts'
import { PORT, type Product, startProduct } from '#tests/bench/product.ts'
import { WARM_SECONDS } from '#tests/bench/warming.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { judgeBeside } from './beside-import.ts'
import { judgeBrowserImport } from './browser-import.ts'

const ID = 'P21'
const PRESS_MS_MAX = 100
const ROUNDS = 3
const QUIET_ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32
const ROWS_MOST = 1_000_000
const OTHER_SEED = 99
const LOOK_MS = 50
const ADMINISTRATOR = { username: 'benchadministrator', role: ROLE_ADMIN }

/** What every measurement of this section works with. */
interface Fixture {
  bench: Bench
  browser: Browser
  file: string
  rows: number
  /** The product as it runs now: it is killed on the way. */
  product: Product
  /** Starts the product again where it was. */
  restart(): Promise<void>
  /** Removes all that imports have brought. */
  clear(): Promise<void>
}

/** An import by the page itself, in a real browser: its rate, searches beside it, the page, and kill -9 on its way. */
export const importPage: Section = {
  ids: [ID],
  async run(bench) {
    await build()
    const stage = await bench.stage()
    const { owner } = stage.database
    const hash = await createPasswords().hash(PASSWORD)
    await signIn({ owner, secrets: stage.context.secrets }, [ADMINISTRATOR], hash)
    const file = join(bench.shelf, 'page.csv')
    const people = Math.min(ROWS_MOST, Math.round(bench.people * RECORDS_PER_PERSON))
    const rows = await writePeopleFile(file, people, OTHER_SEED)
    const start = () => startProduct(stage.dataDir, { SEED: 'none', PORT: String(PORT + 5) })
    const clear = () => takeImportsBack(owner, stage.context.book)
    const browser = await chromium.launch(await browserOptions())
    const fixture: Fixture = {
      ...{ bench, browser, file, rows, clear, product: await start() },
      async restart() {
        fixture.product = await start()
      }
    }
    try {
      await compareRates(fixture)
      await searchBeside(fixture)
      await killOnItsWay(fixture)
    } finally {
      await browser.close()
      await fixture.product.stop()
      await clear()
      await Bun.file(file).delete()
    }
  }
}

const open = ({ browser, product: { port } }: Fixture) =>
  openImportPage(browser, `http://localhost:${port}`, ADMINISTRATOR.username)

/** One import in a page of its own. */
async function inPage(fixture: Fixture, presses: boolean): Promise<{ parts: Parts; delays: Delays }> {
  const shown = await open(fixture)
  try {
    return { parts: await importInPage(shown, fixture.file, presses), delays: await shown.delays() }
  } finally {
    await shown.close()
    await fixture.clear()
  }
}

async function compareRates(fixture: Fixture): Promise<void> {
  const { bench, file, rows, clear } = fixture
  const stage = await bench.stage()
  const [shell, page, delays]: [number[], number[], Delays[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    shell.push(rows / (await (await startImport(stage.dataDir, file)).done))
    await clear()
    const { parts, delays: noted } = await inPage(fixture, true)
    const { uploaded, reviewed, loaded } = parts
    page.push(rows / (uploaded + reviewed + loaded))
    delays.push(noted)
    bench.say(
      `${rows} rows in the page: ${uploaded.toFixed(1)} s to upload, ${reviewed.toFixed(1)} to look through and start, ${loaded.toFixed(1)} to load`
    )
  }
  judgeBrowserImport(bench, shell, page, { id: ID, what: 'import by the page, from the choice of the file' })
  judgePage(bench, delays)
}

/** Presses while a file is uploaded and loaded. */
export function judgePage({ row }: Pick<Bench, 'row'>, delays: readonly Delays[]): void {
  const holds = median(delays.map(({ press }) => press)) <= PRESS_MS_MAX
  row(ID, `the page of an import: slowest press ≤ ${PRESS_MS_MAX} ms`, tellDelays(delays), holds)
}

const tellDelays = (delays: readonly Delays[]) => {
  const of = (what: keyof Delays) =>
    roundsText(
      delays.map(each => each[what]),
      ' ms',
      0
    )
  return `${of('press')}, longest task ${of('task')}`
}

async function searchBeside(fixture: Fixture): Promise<void> {
  const { bench, product } = fixture
  const [stage, askers] = [await bench.stage(), await bench.askers()]
  const order = {
    port: product.port,
    connections: CONNECTIONS,
    asks: mixOf(stage).map(searchAsk),
    cookies: askers.paying
  }
  const load = (seconds: number) => bench.tryLoad({ ...order, seconds })
  const quiet: LoadResult[] = []
  const measureQuiet = async () => {
    for (let round = 0; round < QUIET_ROUNDS; round += 1) quiet.push(await load(SECONDS))
  }
  await load(WARM_SECONDS)
  await measureQuiet()
  const beside: LoadResult[] = []
  let isOver = false
  const importing = inPage(fixture, false)
  const over = importing.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    }
  )
  while (!isOver) {
    const round = await load(SECONDS)
    // One that outlasted the import was quiet in part.
    if (!isOver) beside.push(round)
  }
  await over
  const { parts } = await importing
  if (beside.length === 0) throw new Error('the import was over before searches beside it were measured')
  await measureQuiet()
  bench.say(`${beside.length} rounds beside an import of ${(parts.uploaded + parts.loaded).toFixed(1)} s`)
  const p95 = (rounds: LoadResult[]) =>
    roundsText(
      rounds.map(round => round.p95),
      ' ms',
      1
    )
  bench.say(`p95 ${p95(beside)} against ${p95(quiet)}, answers ${statusesOf(beside)}`)
  judgeBeside(bench, quiet, beside, { id: ID, what: 'an import by the page' })
}

const statusesOf = (rounds: readonly LoadResult[]) =>
  [
    ...Map.groupBy(
      rounds.flatMap(({ statuses }) => Object.entries(statuses)),
      ([status]) => status
    )
  ]
    .map(([status, counts]) => `${counts.reduce((sum, [, count]) => sum + count, 0)} × ${status}`)
    .join(', ')

/** kill -9 of the server while the file comes and once more while it is loaded, each followed by a reload. */
async function killOnItsWay(fixture: Fixture): Promise<void> {
  const { bench, file, rows } = fixture
  const { owner } = (await bench.stage()).database
  const shown = await open(fixture)
  const { page } = shown
  try {
    const cut = Promise.withResolvers<void>()
    let resumedAt = -1
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.endsWith('/piece')) return
      const offset = Number(searchParams.get('offset'))
      if (offset > 0) cut.resolve()
      resumedAt = offset
    })
    const sending = shown.choose(file)
    sending.catch(() => {})
    await cut.promise
    await fixture.product.kill()
    await fixture.restart()
    await page.reload()
    await page.getByText(/Выберите тот же файл/).waitFor()
    resumedAt = -1
    const pieces = page.waitForRequest(request => request.url().includes('/piece?'))
    await page.locator('input[type=file]').setInputFiles(file)
    await pieces
    const firstPiece = resumedAt
    await page.getByRole('progressbar', { name: 'Передано на сервер' }).waitFor({ state: 'detached' })
    await shown.start()
    const stored = async () => (await listBatches(owner, { sourceKey: IMPORT_SOURCE }))[0]?.stored ?? 0
    while ((await stored()) < rows / 4) await Bun.sleep(LOOK_MS)
    await fixture.product.kill()
    const before = await stored()
    await page.getByText(/Связи с сервером нет/).waitFor()
    await fixture.restart()
    await page.reload()
    const added = await shown.end()
    const [counted] = await owner<{ held: number; noted: number }[]>`SELECT records::int AS noted,
      (SELECT count(*)::int FROM rec WHERE src = source.id) AS held FROM source WHERE key = ${IMPORT_SOURCE}`
    const { held = 0, noted = 0 } = counted ?? {}
    bench.row(
      ID,
      'kill -9 while the file comes and while it is loaded, reloaded each time: exact counts',
      `went on from byte ${firstPiece} and row ${before}: ${rows} rows, the page says ${added}, ${held} are stored`,
      firstPiece > 0 && before > 0 && before < rows && added === rows && held === rows && noted === rows
    )
  } finally {
    await shown.close()
    await fixture.clear()
  }
}
