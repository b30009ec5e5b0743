import { join } from 'node:path'
import { listBatches } from '#api/features/imports/undo-store.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { createBrowserImports } from '#tests/bench/browser-importing.ts'
import { IMPORT_SOURCE, startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median } from '#tests/bench/numbers.ts'
import type { Stage } from '#tests/bench/stage.ts'
import { failuresIn, tellTail } from './tail.ts'

const OF_QUIET = 2
const ROUNDS = 3
const SECONDS = 6
const CONNECTIONS = 32
const OTHER_SEED = 99
/** More than an import stores while it is looked at. */
const IMPORTED = 1_000_000
/** How long its first rows may take. */
const IMPORT_STARTS_MS = 90_000
const LOOK_MS = 250

/** P5 beside an import: how long the unlucky wait then, against a quiet hour. */
export const besideImport: Section = {
  ids: ['P5'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const asks = mixOf(stage).map(searchAsk)
    const order = { port: product.port, connections: CONNECTIONS, asks, cookies: askers.paying }
    const measure = async () => {
      const rounds: LoadResult[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await bench.tryLoad({ ...order, seconds: SECONDS }))
      return rounds
    }
    const inBrowser = await createBrowserImports(stage, product)
    const ways: [string, Begin][] = [
      ['an import', file => startImport(stage.dataDir, file)],
      ['an import in the browser', inBrowser]
    ]
    for (const [what, begin] of ways) {
      const before = await measure()
      const beside = await duringImport(bench, stage, begin, measure)
      // On both sides, since a machine that others use too may be another one a minute later.
      judgeBeside(bench, [...before, ...(await measure())], beside, { what })
    }
  }
}

/** Begins an import of a file. */
type Begin = (file: string) => Promise<{ kill(): Promise<void> }>

/** Does the work in the middle of an import, which is taken back afterwards. */
async function duringImport<T>(bench: Bench, stage: Stage, begin: Begin, work: () => Promise<T>): Promise<T> {
  const file = join(bench.shelf, 'beside.csv')
  await writePeopleFile(file, IMPORTED, OTHER_SEED)
  const importing = await begin(file)
  try {
    const look = async () => (await listBatches(stage.database.owner, { sourceKey: IMPORT_SOURCE }))[0]
    for (const until = Date.now() + IMPORT_STARTS_MS; !(await look())?.stored; await Bun.sleep(LOOK_MS))
      if (Date.now() > until) throw new Error('the import has stored nothing')
    const done = await work()
    const batch = await look()
    if (batch?.state !== 'running') throw new Error('no import ran beside the searches')
    bench.say(`beside an import of ${batch.stored} rows so far`)
    return done
  } finally {
    await importing.kill()
    await takeImportsBack(stage.database.owner, stage.context.book)
    await Bun.file(file).delete()
  }
}

export function judgeBeside(
  { row }: Pick<Bench, 'row'>,
  quiet: LoadResult[],
  beside: LoadResult[],
  { id = 'P5', what = 'an import' } = {}
): void {
  const p99Of = (rounds: LoadResult[]) => median(rounds.map(({ p99 }) => p99))
  const failed = failuresIn([...quiet, ...beside])
  const ratio = p99Of(beside) / p99Of(quiet)
  row(
    id,
    `${CONNECTIONS} connections beside ${what}: p99 ≤ ${OF_QUIET}× quiet and no 5xx`,
    `${tellTail(beside)} against ${tellTail(quiet)}, ${failed} failed`,
    failed === 0 && ratio <= OF_QUIET,
    `${ratio.toFixed(2)}×`
  )
}
