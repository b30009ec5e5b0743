import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInAskers } from '#tests/bench/askers.ts'
import type { Bench } from '#tests/bench/bench.ts'
import type { BothStages } from '#tests/bench/cluster-stage.ts'
import { openEmptyStage } from '#tests/bench/empty-stage.ts'
import { measureFuzzyOn } from '#tests/bench/fuzzy.ts'
import { startImport, writePeopleFile } from '#tests/bench/importing.ts'
import type { LoadResult } from '#tests/bench/load.ts'
import { mixOf, searchAsk, surnames } from '#tests/bench/mix.ts'
import { median, p95 } from '#tests/bench/numbers.ts'
import { PORT, startProduct } from '#tests/bench/product.ts'
import { timeReadyLoad } from '#tests/bench/ready-load.ts'
import { peopleFor } from '#tests/bench/stage.ts'
import { compareBesideWork } from './beside-work.ts'
import { linesOf, openPaid } from './single.ts'
import { failuresIn, tellTail } from './tail.ts'

const PER_SECOND = 25_000
/** A rate of fewer records is not judged: it says little. */
const RATE_FROM_RECORDS = 300_000
/** Records made before wait in memory. */
const READY_RECORDS_MAX = 500_000
const IMPORTED_SEED = 99
const WARM_LINES = 50
const LINES = 200
const CONNECTIONS = 32
const PRODUCT_WARM_SECONDS = 8
const ROUNDS = 3
const SECONDS = 3
const TYPO_COUNT = 200
const TYPO_RECORDS = 200_000

const asTimes = (times: readonly number[]) => `${median(times).toFixed(2)} / ${p95(times).toFixed(2)} ms`
const asRate = (perSecond: number) => `${(perSecond / 1000).toFixed(1)} k/s`
const beside = (elastic: string, postgres: string) => `Elasticsearch ${elastic}, Postgres ${postgres}`

/** What P9 asks, of both: `bun run import` from its start to its end, and the engine alone. */
export async function compareLoading(bench: Bench, server: string, records: number): Promise<void> {
  const readyRecords = Math.min(records, READY_RECORDS_MAX)
  const elastic = await readyRate(server, readyRecords)
  const postgres = await readyRate(null, readyRecords)
  judgeReady(bench, { elastic, postgres }, readyRecords)
  const folder = mkdtempSync(join(tmpdir(), 'sverka-bench-'))
  chmodSync(folder, 0o755)
  try {
    const file = join(folder, 'people.ndjson')
    const rows = await writePeopleFile(file, Math.min(records, RATE_FROM_RECORDS), IMPORTED_SEED)
    const onElastic = await importRate(server, file, rows)
    const onPostgres = await importRate(null, file, rows)
    const measured = beside(asRate(onElastic), asRate(onPostgres))
    bench.row('P15', `P9: bun run import of ${rows} lines, from start to end`, measured, null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readyRate(server: string | null, records: number): Promise<number> {
  const stage = await openEmptyStage(server)
  try {
    const loaded = await timeReadyLoad(stage, peopleFor(records))
    return loaded.records / loaded.seconds
  } finally {
    await stage.close()
  }
}

export function judgeReady(
  { row }: Pick<Bench, 'row'>,
  { elastic, postgres }: { elastic: number; postgres: number },
  records: number
): void {
  const goal = `P9: ${records} records made before, loaded and indexed ≥ ${PER_SECOND / 1000} k/s`
  const holds = records < RATE_FROM_RECORDS ? null : elastic >= PER_SECOND
  row('P15', goal, beside(asRate(elastic), asRate(postgres)), holds)
}

async function importRate(server: string | null, file: string, rows: number): Promise<number> {
  const stage = await openEmptyStage(server)
  try {
    await stage.context.engine.open()
    return rows / (await (await startImport(stage.dataDir, file, server)).done)
  } finally {
    await stage.close()
  }
}

/** What P4 and P5 ask, of the product on each engine. */
export async function compareProducts(bench: Bench, stages: BothStages, server: string): Promise<void> {
  const elastic = await openSide(stages.elastic, { PORT: String(PORT + 4), ELASTICSEARCH_URL: server })
  try {
    const postgres = await openSide(stages.postgres, { PORT: String(PORT + 5), ELASTICSEARCH_URL: '' })
    try {
      const sides = { elastic, postgres }
      // A server that has just started is half as quick.
      for (const side of Object.values(sides)) await mixed(bench, stages, side, PRODUCT_WARM_SECONDS)
      await askOneByOne(bench, stages, sides)
      await askManyAtOnce(bench, stages, sides)
      await compareBesideWork(bench, stages, sides, server)
    } finally {
      await postgres.product.stop()
    }
  } finally {
    await elastic.product.stop()
  }
}

type Side = Awaited<ReturnType<typeof openSide>>
type Sides = Record<'elastic' | 'postgres', Side>

async function openSide(stage: BothStages['postgres'], env: Record<string, string>) {
  const askers = await signInAskers(stage)
  return { askers, product: await startProduct(stage.dataDir, { SEED: 'none', ...env }) }
}

async function askOneByOne({ row }: Bench, { postgres: stage }: BothStages, sides: Sides): Promise<void> {
  const elastic = await openPaid(sides.elastic.product.port, sides.elastic.askers)
  const postgres = await openPaid(sides.postgres.product.port, sides.postgres.askers)
  const frequent = surnames().map(line => ({ kind: 'surname', line }))
  try {
    for (const [kind, lines] of [
      ...linesOf(stage, WARM_LINES + LINES),
      ['frequent surname', frequent] as const
    ]) {
      const times: Record<keyof Sides, number[]> = { elastic: [], postgres: [] }
      for (const line of lines) {
        times.elastic.push(await elastic.ask(line))
        times.postgres.push(await postgres.ask(line))
      }
      // There are too few frequent surnames to leave some out.
      const warmLines = kind === 'frequent surname' ? 0 : WARM_LINES
      const measured = beside(
        asTimes(times.elastic.slice(warmLines)),
        asTimes(times.postgres.slice(warmLines))
      )
      row('P15', `P4: one connection, p50 / p95 of a paid search: ${kind}`, measured, null)
    }
    for (const side of [elastic, postgres]) side.assertPaid()
  } finally {
    for (const side of [elastic, postgres]) side.close()
  }
}

const mixed = (bench: Bench, { postgres }: BothStages, { product, askers }: Side, seconds: number) =>
  bench.tryLoad({
    port: product.port,
    connections: CONNECTIONS,
    seconds,
    asks: mixOf(postgres).map(searchAsk),
    cookies: askers.paying
  })

async function askManyAtOnce(bench: Bench, stages: BothStages, sides: Sides): Promise<void> {
  const rounds: Record<keyof Sides, LoadResult[]> = { elastic: [], postgres: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['elastic', 'postgres'] as const)
      rounds[name].push(await mixed(bench, stages, sides[name], SECONDS))
  const [elastic, postgres] = [rounds.elastic, rounds.postgres].map(
    all => `${tellTail(all)}, ${failuresIn(all)} failed`
  )
  const goal = `P5: ${CONNECTIONS} connections, mix with 5 % frequent surnames`
  bench.row('P15', goal, `Elasticsearch ${elastic}; Postgres ${postgres}`, null)
}

/** What P8 asks, of both. */
export async function compareTypos({ row }: Bench, { elastic, postgres }: BothStages): Promise<void> {
  const contexts = [elastic.context, postgres.context]
  const size = { typos: TYPO_COUNT, records: TYPO_RECORDS }
  const [onElastic, onPostgres] = (await measureFuzzyOn(contexts, postgres.database, size)).map(
    ({ medianMs, p95Ms, recall }) =>
      `${medianMs.toFixed(1)} / ${p95Ms.toFixed(1)} ms, found ${recall.toFixed(3)}`
  )
  const goal = `P8: p50 / p95 of ${TYPO_COUNT} full names with a typing error`
  row('P15', goal, `Elasticsearch ${onElastic}; Postgres ${onPostgres}`, null)
}
