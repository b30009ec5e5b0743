import { join } from 'node:path'
import { listBatches } from '#api/engines/batch-removal.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { IMPORT_SOURCE, startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk } from '#tests/bench/mix.ts'
import { median, told } from '#tests/bench/numbers.ts'
import type { Stage } from '#tests/bench/stage.ts'
import { assertPaid } from './paid.ts'

const MOST_MS = 20
const BESIDE_IMPORT = 2
const ROUNDS = 3
const SECONDS = 6
const CONNECTIONS = 32
const OTHER_SEED = 99
/** More than an import stores while it is looked at. */
const IMPORTED = 1_000_000
/** How long its first rows may take. */
const IMPORT_STARTS_MS = 90_000
const LOOK_MS = 250

const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`

/** P5: how long the unlucky wait when 32 ask at once, in quiet and beside an import. */
export const tail: Section = {
  ids: ['P5'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const asks = mixOf(stage).map(line => searchAsk(line))
    const order = { port: product.port, connections: CONNECTIONS, asks }
    const paid = async (seconds: number) => {
      const result = await bench.load({ ...order, seconds, cookies: askers.paying })
      assertPaid(result)
      return result
    }
    const [quiet, free]: [LoadResult[], LoadResult[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await paid(SECONDS))
      free.push(await bench.load({ ...order, seconds: SECONDS, cookies: askers.unlimited }))
    }
    const beside = await besideImport(bench, stage, () => paid(SECONDS))
    report(bench, quiet, free, beside)
  }
}

/** Does the work in the middle of an import, which is taken back afterwards. */
async function besideImport<T>(bench: Bench, stage: Stage, work: () => Promise<T>): Promise<T> {
  const file = join(bench.shelf, 'beside.csv')
  await writePeopleFile(file, IMPORTED, OTHER_SEED)
  const importing = await startImport(stage.dataDir, file)
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
    await takeImportsBack(stage.database.owner)
    await Bun.file(file).delete()
  }
}

function report({ row }: Bench, quiet: LoadResult[], free: LoadResult[], beside: LoadResult): void {
  const p99 = quiet.map(each => each.p99)
  const rate = `${median(quiet.map(each => each.perSecond)).toFixed(0)}/s`
  row(
    'P5',
    `p99 of paid searches on ${CONNECTIONS} connections ≤ ${MOST_MS} ms`,
    `${told(p99, ' ms', 1)} at ${rate}, p50 ${milliseconds(median(quiet.map(each => each.p50)))}`,
    median(p99) <= MOST_MS
  )
  const kinds = Object.keys(beside.kinds).map(kind => {
    const of = quiet.map(each => each.kinds[kind]?.p99 ?? 0)
    return `${kind} ${milliseconds(median(of))}`
  })
  row('P5', 'the same by kind', kinds.join(', '), null)
  const freeP99 = told(
    free.map(each => each.p99),
    ' ms',
    1
  )
  row(
    'P5',
    'the same with free searches',
    `${freeP99} at ${median(free.map(each => each.perSecond)).toFixed(0)}/s`,
    null
  )
  const ratio = beside.p99 / median(p99)
  row(
    'P5',
    `p99 of paid searches beside an import ≤ ${BESIDE_IMPORT}× quiet`,
    `${milliseconds(beside.p99)} at ${beside.perSecond.toFixed(0)}/s`,
    ratio <= BESIDE_IMPORT,
    `${ratio.toFixed(2)}×`
  )
}
