import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changesBehind } from '#api/book/changes.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import type { Askers } from '#tests/bench/askers.ts'
import type { Bench } from '#tests/bench/bench.ts'
import type { BothStages, ClusterStage } from '#tests/bench/cluster-stage.ts'
import { IMPORT_SOURCE, startImport, takeImportsBack, writePeopleFile } from '#tests/bench/importing.ts'
import type { Line } from '#tests/bench/mix.ts'
import { median, p95 } from '#tests/bench/numbers.ts'
import { linesOf, openPaid } from './single.ts'

const LINES = 300
const OF_QUIET = 2
/** More than an import stores while it is looked at. */
const IMPORTED = 300_000
const OTHER_SEED = 99
const BEHIND = 1_000_000
const STARTS_MS = 90_000
const CATCHES_UP_MS = 900_000
const LOOK_MS = 250

type Stage = BothStages['postgres']
/** A product under way, and who asks it. */
interface Side {
  product: { port: number }
  askers: Askers
}

/** What P5 asks of one connection on each engine: beside an import, and while an index lacks very many changes. */
export async function compareBesideWork(
  bench: Bench,
  { elastic, postgres }: BothStages,
  sides: Record<keyof BothStages, Side>,
  server: string
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sverka-bench-'))
  const lines = linesOf(postgres, LINES).flatMap(([, ofKind]) => ofKind)
  try {
    const file = join(folder, 'beside.csv')
    await writePeopleFile(file, IMPORTED, OTHER_SEED)
    await besideImport(
      bench,
      { name: 'Postgres', stage: postgres, side: sides.postgres, server: null },
      lines,
      file
    )
    await besideImport(
      bench,
      { name: 'Elasticsearch', stage: elastic, side: sides.elastic, server },
      lines,
      file
    )
    await whileBehind(bench, elastic, sides.elastic, lines)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function besideImport(
  bench: Bench,
  { name, stage, side, server }: { name: string; stage: Stage; side: Side; server: string | null },
  lines: readonly Line[],
  file: string
): Promise<void> {
  const { owner } = stage.database
  const quiet = await timesOf(side, lines)
  const importing = await startImport(stage.dataDir, file, server)
  try {
    const look = async () => (await listBatches(owner, { sourceKey: IMPORT_SOURCE }))[0]
    for (const until = Date.now() + STARTS_MS; !(await look())?.stored; await Bun.sleep(LOOK_MS))
      if (Date.now() > until) throw new Error('the import has stored nothing')
    const beside = await timesOf(side, lines)
    const batch = await look()
    if (batch?.state !== 'running') throw new Error('no import ran beside the searches')
    judge(bench, `${name}: one connection beside an import`, quiet, beside, `${batch.stored} rows stored`)
  } finally {
    await importing.kill()
    await takeImportsBack(owner, stage.context.book)
  }
}

async function whileBehind(
  bench: Bench,
  stage: ClusterStage,
  side: Side,
  lines: readonly Line[]
): Promise<void> {
  const { owner } = stage.database
  const behind = async () => (await changesBehind(owner, stage.index)) ?? 0
  for (const until = Date.now() + CATCHES_UP_MS; (await behind()) > 0; await Bun.sleep(LOOK_MS))
    if (Date.now() > until) throw new Error('the index does not catch up')
  const quiet = await timesOf(side, lines)
  // Changes that change nothing are as much work for whoever follows them.
  await owner`INSERT INTO record_change (record, src, op) SELECT id, src, 'put' FROM rec LIMIT ${BEHIND}`
  const before = await behind()
  const late = await timesOf(side, lines)
  const detail = `${before} to ${await behind()} changes behind`
  judge(bench, 'Elasticsearch: one connection while its index is behind', quiet, late, detail)
}

async function timesOf({ product, askers }: Side, lines: readonly Line[]): Promise<number[]> {
  const paid = await openPaid(product.port, askers)
  try {
    const times: number[] = []
    for (const line of lines) times.push(await paid.ask(line))
    return times
  } finally {
    paid.close()
  }
}

function judge({ row }: Bench, what: string, quiet: number[], beside: number[], detail: string): void {
  const asTimes = (times: number[]) => `${median(times).toFixed(2)} / ${p95(times).toFixed(2)} ms`
  const ratio = p95(beside) / p95(quiet)
  row(
    'P15',
    `P5: ${what}: p95 of a paid search ≤ ${OF_QUIET}× quiet`,
    `${asTimes(beside)} against ${asTimes(quiet)}, ${detail}`,
    ratio <= OF_QUIET,
    `${ratio.toFixed(2)}×`
  )
}
