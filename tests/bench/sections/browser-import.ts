import { join } from 'node:path'
import { RECORDS_PER_PERSON } from '#api/db/seed/amounts.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { createBrowserImports } from '#tests/bench/browser-importing.ts'
import { startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'

const OF_SHELL = 0.8
const ROUNDS = 3
const ROWS_MOST = 1_000_000
const OTHER_SEED = 99

/** P9 in the browser: uploaded in pieces, started and waited for, against the shell's command on the same file. */
export const browserImport: Section = {
  ids: ['P9'],
  async run(bench) {
    const [stage, product] = [await bench.stage(), await bench.product()]
    const { owner } = stage.database
    const file = join(bench.shelf, 'browser.csv')
    const people = Math.min(ROWS_MOST, Math.round(bench.people * RECORDS_PER_PERSON))
    const rows = await writePeopleFile(file, people, OTHER_SEED)
    const inBrowser = await createBrowserImports(stage, product)
    const [shell, browser, uploads]: [number[], number[], number[]] = [[], [], []]
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        shell.push(rows / (await (await startImport(stage.dataDir, file)).done))
        await takeImportsBack(owner, stage.context.book)
        const importing = await inBrowser(file)
        browser.push(rows / (await importing.done()))
        uploads.push(importing.uploaded)
        await takeImportsBack(owner, stage.context.book)
      }
    } finally {
      await takeImportsBack(owner, stage.context.book)
      await Bun.file(file).delete()
    }
    bench.say(`${rows} rows, uploaded in ${roundsText(uploads, ' s', 1)}`)
    judgeBrowserImport(bench, shell, browser)
  }
}

/** @param shell Rows a second of each round, like `browser`. */
export function judgeBrowserImport(
  { row }: Pick<Bench, 'row'>,
  shell: number[],
  browser: number[],
  { id = 'P9', what = 'import in the browser, with its upload' } = {}
): void {
  const inThousands = (rates: number[]) =>
    roundsText(
      rates.map(rate => rate / 1000),
      ' k/s',
      1
    )
  const ratio = median(browser.map((rate, round) => rate / (shell[round] ?? rate)))
  row(
    id,
    `${what} ≥ ${OF_SHELL}× bun run import of the same file`,
    `${inThousands(browser)} against ${inThousands(shell)}`,
    ratio >= OF_SHELL,
    `${ratio.toFixed(2)}×`
  )
}
