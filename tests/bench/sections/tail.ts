import { join } from 'node:path'
import { listBatches } from '#api/features/imports/undo-store.ts'
import type { Bench, Section } from '#tests/bench/bench.ts'
import { IMPORT_SOURCE, startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import type { Ask, LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk, surnameLines } from '#tests/bench/mix.ts'
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

/** What 32 ask at once: the mix, and frequent surnames alone. */
interface Rounds {
  mix: LoadResult[]
  surname: LoadResult[]
}

/** P5: how long the unlucky wait when 32 ask at once, in quiet and beside an import. */
export const tail: Section = {
  ids: ['P5'],
  async run(bench) {
    const [stage, product, askers] = [await bench.stage(), await bench.product(), await bench.askers()]
    const mix = mixOf(stage).map(line => searchAsk(line))
    const surname = surnameLines().map(line => searchAsk(line))
    const load = (asks: Ask[], cookies: string[]) =>
      bench.load({ port: product.port, connections: CONNECTIONS, seconds: SECONDS, asks, cookies })
    const paid = async (asks: Ask[]) => {
      const result = await load(asks, askers.paying)
      assertPaid(result)
      return result
    }
    const measure = async () => {
      const rounds: Rounds = { mix: [], surname: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.mix.push(await paid(mix))
        rounds.surname.push(await paid(surname))
      }
      return rounds
    }
    // The first of each reads its pages; what is asked all day finds them in memory.
    await paid(surname)
    const before = await measure()
    const free: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round += 1) free.push(await load(mix, askers.unlimited))
    reportQuiet(bench, before, free)
    const beside = await besideImport(bench, stage, measure)
    // On both sides, since a machine that others use too may be another one a minute later.
    const after = await measure()
    const quiet = {
      mix: [...before.mix, ...after.mix],
      surname: [...before.surname, ...after.surname]
    }
    reportBeside(bench, quiet, beside)
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
    await takeImportsBack(stage.database.owner, stage.context.engine)
    await Bun.file(file).delete()
  }
}

const p99Of = (rounds: LoadResult[]) => rounds.map(({ p99 }) => p99)
const rateOf = (rounds: LoadResult[]) => `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}/s`
const p50Of = (rounds: LoadResult[]) => milliseconds(median(rounds.map(({ p50 }) => p50)))

const told99 = (rounds: LoadResult[]) =>
  `${told(p99Of(rounds), ' ms', 1)} at ${rateOf(rounds)}, p50 ${p50Of(rounds)}`

function reportQuiet({ row }: Bench, { mix, surname }: Rounds, free: LoadResult[]): void {
  row(
    'P5',
    `p99 of paid searches on ${CONNECTIONS} connections ≤ ${MOST_MS} ms`,
    told99(mix),
    median(p99Of(mix)) <= MOST_MS
  )
  const kinds = Object.keys(mix[0]?.kinds ?? {}).map(kind => {
    const of = mix.map(each => each.kinds[kind]?.p99 ?? 0)
    return `${kind} ${milliseconds(median(of))}`
  })
  row('P5', 'the same by kind', kinds.join(', '), null)
  row('P5', 'the same with free searches', told99(free), null)
  row('P5', 'frequent surnames alone, paid', told99(surname), median(p99Of(surname)) <= MOST_MS)
}

function reportBeside({ row }: Bench, quiet: Rounds, beside: Rounds): void {
  const goals: [keyof Rounds, string][] = [
    ['mix', 'paid searches'],
    ['surname', 'frequent surnames alone']
  ]
  for (const [what, title] of goals) {
    const ratio = median(p99Of(beside[what])) / median(p99Of(quiet[what]))
    row(
      'P5',
      `p99 of ${title} beside an import ≤ ${BESIDE_IMPORT}× quiet`,
      `${told99(beside[what])} against ${told99(quiet[what])}`,
      ratio <= BESIDE_IMPORT,
      `${ratio.toFixed(2)}×`
    )
  }
}
